"""Slow responders, asked beside the pure proposals until a deadline; what is whole and allowed is shown meanwhile."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence

from bot.dialog import Reply
from bot.engine import Pending
from bot.registry import Responder

log = logging.getLogger(__name__)
Show = Callable[[str], Awaitable[object]]
"""Shows what a reply says so far; it is called with more each time."""
Allow = Callable[[str], Awaitable[bool]]
"""Whether the guard would let these words go out."""
WHOLE = re.compile(r"^.*[.!?…。！？][\"'”’)\]]*(?=\s|\Z)", re.DOTALL)


async def drafts(
    allowed: Allow,
    pending: Pending,
    responders: Sequence[tuple[str, Responder]],
    wait: float,
    show: Show | None = None,
) -> list[Reply]:
    """The last draft of each responder after `wait` seconds. Its whole sentences are shown as they come."""
    best: dict[str, Reply] = {}
    bar = max((reply.score for reply in pending.trace.proposals), default=0.0)

    async def ask(name: str, responder: Responder) -> None:
        shown = ""
        async for draft in responder.propose(pending.view, wait):
            best[name] = draft.reply
            whole = whole_sentences(draft.reply.text)
            # Only what would be chosen is shown, and only by one of several: two would write over each other.
            if show and name == responders[0][0] and draft.reply.score > bar and len(whole) > len(shown):
                shown = whole
                if await allowed(whole):
                    await show(whole)

    tasks = [asyncio.create_task(ask(name, responder)) for name, responder in responders]
    if not tasks:
        return []
    try:
        done, late = await asyncio.wait(tasks, timeout=wait)
    finally:  # also when the caller went away
        for task in tasks:
            task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    for task in done:
        if error := task.exception():
            log.error("a slow responder failed: %s", type(error).__name__)
    return list(best.values())


def whole_sentences(text: str) -> str:
    """`text` up to the end of its last whole sentence."""
    found = WHOLE.match(text)
    return found[0].strip() if found else ""

"""Slow responders, asked beside the pure proposals until a deadline; what is whole and allowed is shown meanwhile.

What counts of a responder's words:

- A final draft goes as it is, and nothing more is waited for.
- Where one holds back its end on purpose, only what the person has been shown.
- Of one that is late, or that the person has interrupted by another message, its newest draft up to the last whole
  sentence.
- Of one that failed, only what the person has been shown. A thought that broke off is worse than a whole reply of the
  skills, which is ready; but words that somebody has read are not taken from under their eyes.

The guard reads all of it, as it does every reply. Where it refuses a draft, what was shown before stands.

Where it found anything in the person's words, unclear as it may be, nobody outside of this machine is asked.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from bot.consent import hosts, may_see, outsiders, recipients_of
from bot.dialog import Reply, TurnView
from bot.errors import BotError, Withheld
from bot.logs import reason
from bot.registry import Draft, Named, Responder
from bot.sentences import whole_sentences
from bot.step import Pending

log = logging.getLogger(__name__)
Show = Callable[[str], Awaitable[object]]
"""Shows what a reply says so far; it is called with more each time."""
Allow = Callable[[str], Awaitable[bool]]
"""Whether the guard would let these words go out."""
LATE, FAILED, WITHHELD, INTERRUPTED = "late", "failed", "withheld", "interrupted"
WROTE_AGAIN = f"{INTERRUPTED}: the person wrote again"
DANGER = f"{WITHHELD}: the guard found something in these words, so they go nowhere"


@dataclass(frozen=True, slots=True)
class Drafted:
    """What the slow responders propose, and which of them were not asked, were late or failed, each with why.

    `notes` are what they tell of how their replies came about.
    """

    replies: tuple[Reply, ...] = ()
    unasked: tuple[tuple[str, str], ...] = ()
    missed: tuple[tuple[str, str], ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


async def drafts(
    allowed: Allow,
    pending: Pending,
    responders: Sequence[Named],
    wait: float,
    show: Show | None = None,
    *,
    newer: asyncio.Event | None = None,
) -> Drafted:
    """What each responder has to say within `wait` seconds, or until `newer`. Whole sentences show as they come."""
    talk, bar = pending.view.conversation, max((reply.score for reply in pending.trace.proposals), default=0.0)
    unasked = tuple((name, _outside(each)) for name, each in responders if not may_see(each, talk))
    free = [(name, each) for name, each in responders if may_see(each, talk)]
    held = tuple((name, DANGER) for name, each in free if pending.trace.verdict and _outside(each))
    asked = [Asked(name, each, allowed, bar) for name, each in free if name not in dict(held)]
    if asked:  # only one of several is shown: two would write over each other
        asked[0].show = show
    view = replace(pending.view, proposals=pending.trace.proposals)
    if newer and newer.is_set():
        return Drafted(unasked=unasked, missed=(*held, *((each.name, WROTE_AGAIN) for each in asked)))
    if await _over([each.begin(view, wait) for each in asked], wait, newer):
        for each in asked:
            each.why = each.why.replace(LATE, WROTE_AGAIN, 1)
    missed = (*held, *((each.name, each.why) for each in asked if each.why))
    for name, why in missed:
        log.log(_level(why), "conversation %s: the slow responder %s: %s", talk.id, name, why)
    notes = tuple((each.name, each.note) for each in asked if each.note)
    return Drafted(tuple(reply for each in asked for reply in each.replies()), unasked, missed, notes)


class Asked:
    """A responder that is asked, and what it has written: its final reply, else what of it is whole, and was shown.

    `why` it did not come to its end is empty as long as it did not miss it; `note` is what it tells of itself.
    """

    def __init__(self, name: str, responder: Responder, allowed: Allow, bar: float) -> None:
        self.name, self.responder, self.why, self.note = name, responder, "", ""
        self.show: Show | None = None
        self._allowed, self._bar = allowed, bar
        self._final: Reply | None = None
        self._whole: Reply | None = None
        self._shown: Reply | None = None

    def begin(self, view: TurnView, wait: float) -> asyncio.Task[None]:
        return asyncio.create_task(self._ask(view, wait))

    def replies(self) -> tuple[Reply, ...]:
        """What may be chosen, best first."""
        if self._final:  # and what was shown, in case that the guard refuses what came after it
            return tuple(filter(None, (self._final, self._shown)))
        whole = None if self.why.startswith((FAILED, WITHHELD)) else self._whole
        if whole and self._shown and self._shown.text.startswith(whole.text):
            whole = None  # the end of what was shown has proved none, and is read all the same
        return tuple(filter(None, (whole, self._shown)))

    async def _ask(self, view: TurnView, wait: float) -> None:
        where = hosts(recipients_of([self.responder]))
        at = f" ({where})" if where else ""
        try:
            await self._listen(view, wait)
        except Withheld as error:
            self.why = f"{WITHHELD}: {error}"
        except (Exception, asyncio.CancelledError) as error:
            if (task := asyncio.current_task()) and task.cancelling():
                self.why = "" if self._final else f"{LATE}{at}"
                raise
            self.why = f"{FAILED}: {str(error) if isinstance(error, BotError) else reason(error)}{at}"

    async def _listen(self, view: TurnView, wait: float) -> None:
        found = self.responder.propose(view, wait)
        try:
            async for draft in found:
                await self._take(draft)
                if draft.final:
                    return
        finally:
            if isinstance(found, AsyncGenerator):
                await found.aclose()

    async def _take(self, draft: Draft) -> None:
        self.note = draft.note or self.note
        if draft.final:
            self._final = draft.reply
            return
        whole = whole_sentences(draft.reply.text)
        if not whole or (self._whole and self._whole.text == whole):
            return
        self._whole = said = replace(draft.reply, text=whole)
        longer = len(whole) > len(self._shown.text if self._shown else "")
        if self.show and said.score > self._bar and longer and await self._allowed(whole):
            self._shown = said
            await self.show(whole)


async def _over(tasks: Sequence[asyncio.Task[None]], wait: float, newer: asyncio.Event | None) -> bool:
    """Return when all are done, or `wait` seconds are over, or it is `newer`, and those that were not done have ended.

    True where that came between.
    """
    if not tasks:
        return False
    all_done = asyncio.ensure_future(asyncio.wait(tasks))
    waiting = [all_done, asyncio.ensure_future((newer or asyncio.Event()).wait())]
    try:
        await asyncio.wait(waiting, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
        interrupted = newer is not None and newer.is_set() and not all_done.done()
    finally:  # also when the caller went away
        for task in (*waiting, *tasks):
            task.cancel()
    await asyncio.gather(*waiting, *tasks, return_exceptions=True)
    return interrupted


def _level(why: str) -> int:
    if why.startswith((WITHHELD, INTERRUPTED)):
        return logging.INFO
    return logging.WARNING if why.startswith(LATE) else logging.ERROR


def _outside(responder: Responder) -> str:
    return hosts(outsiders(recipients_of([responder])))

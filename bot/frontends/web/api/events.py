"""An answer as server-sent events (WHATWG HTML, section 9.2): what there is of it so far, then the whole.

draft   {"text": ...}                   whole sentences that the guard allows, all of them each time
answer  as without events               the last event; it may differ from the drafts
error   {"status": ..., "detail": ...}  in its place, with the status and the words of a plain call

The work belongs to the hub, not to the line: a client that goes away loses nothing.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from bot.drafts import Show
from bot.frontends.web.api.refusals import refusal_of
from bot.frontends.web.hub import Hub

log = logging.getLogger(__name__)

MEDIA = "text/event-stream"
BROKEN = 500
HEARTBEAT = 4.0
"""Seconds of silence after which a comment is sent: many clients give up after five, proxies after more."""
COMMENT = ": still here\n\n"
# Proxies as nginx would else hold events back until there are many.
HEADERS = {"x-accel-buffering": "no"}
EXAMPLE = (
    'event: draft\ndata: {"text": "That was a hard day."}\n\n: still here\n\n'
    'event: answer\ndata: {"id": 7, "text": "That was a hard day. What was the worst of it?", "level": 0, "kept": true}'
)
DESCRIBED: dict[int | str, dict[str, Any]] = {
    200: {"content": {MEDIA: {"schema": {"type": "string"}, "example": EXAMPLE}}}
}
"""For OpenAPI, beside the answer without events."""

Answer = Callable[[Show], Awaitable[BaseModel]]
"""Makes the answer, and shows what there is of it meanwhile."""
Queue = asyncio.Queue[str | None]


def wanted(request: Request) -> bool:
    """Whether the client names the media type of events among those that it accepts."""
    named = ",".join(request.headers.getlist("accept")).lower().split(",")
    return any(media.partition(";")[0].strip() == MEDIA for media in named)


def streamed(hub: Hub, answer: Answer) -> Response:
    """The answer that `answer` makes, as events."""
    queue = Queue()
    hub.spawn(_made(answer, queue))
    return StreamingResponse(_told(queue), media_type=MEDIA, headers=HEADERS)


async def _made(answer: Answer, queue: Queue) -> None:
    async def draft(so_far: str) -> None:
        queue.put_nowait(event("draft", {"text": so_far}))

    try:
        made = await answer(draft)
        queue.put_nowait(event("answer", made.model_dump(mode="json", exclude_none=True)))
    except Exception as error:
        refusal = refusal_of(error)
        if refusal.status_code >= BROKEN:
            log.error("an answer in events came to nothing: %s", type(error).__name__)
        queue.put_nowait(event("error", {"status": refusal.status_code, "detail": refusal.detail}))
    finally:
        queue.put_nowait(None)


async def _told(queue: Queue) -> AsyncIterator[str]:
    while True:
        try:
            async with asyncio.timeout(HEARTBEAT):
                told = await queue.get()
        except TimeoutError:
            yield COMMENT
            continue
        if told is None:
            return
        yield told


def event(name: str, data: object) -> str:
    """One event. Its data is a line of ASCII: clients part lines at more characters than the standard does."""
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"

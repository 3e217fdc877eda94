"""An answer that shows while it is being written: a draft in a private chat, in a group a message that grows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from time import monotonic

from telegram.constants import MessageLimit
from telegram.error import RetryAfter

from bot.frontends.split import split
from bot.frontends.telegram.outlet import Outlet
from bot.frontends.telegram.polling import delay
from bot.frontends.telegram.reading import Place

APART = 1.0
"""Seconds between two steps of what is shown; a step that comes sooner is left out."""


@dataclass(slots=True)
class Stream:
    """One answer. `number` is that of the draft, or of the message in a group once it is there."""

    number: int
    next_at: float = 0.0
    text: str = ""


class Streams:
    """`show` what an answer says so far; `finish` it before it is sent."""

    def __init__(self, outlet: Outlet, clock: Callable[[], float] = monotonic) -> None:
        self._outlet, self._clock = outlet, clock
        self._open: dict[str, Stream] = {}
        self._numbers = count(1)

    async def show(self, place: Place, text: str, reply_to: int | None = None) -> None:
        text = next(iter(split(text, int(MessageLimit.MAX_TEXT_LENGTH))), "")
        stream = self._open.get(place.id)
        if not text or (stream and (self._clock() < stream.next_at or stream.text == text)):
            return
        if place.is_private:
            await self._draft(place, stream, text)
        elif self._outlet.pace.delay(place.chat) == 0:
            await self._grow(place, stream, text, reply_to)

    async def _draft(self, place: Place, stream: Stream | None, text: str) -> None:
        stream = self._opened(place, stream, text)
        try:
            await self._outlet.draft(place, stream.number, text)
        except RetryAfter as error:
            stream.next_at = self._clock() + delay(error, 1)

    async def _grow(self, place: Place, stream: Stream | None, text: str, reply_to: int | None) -> None:
        if stream is None:
            message = await self._outlet.text(place, text, reply_to=reply_to)
            self._open[place.id] = Stream(message.message_id, self._clock() + APART, text)
        elif await self._outlet.edit(place, stream.number, text):
            self._opened(place, stream, text)

    def _opened(self, place: Place, stream: Stream | None, text: str) -> Stream:
        stream = stream or Stream(next(self._numbers))
        stream.text, stream.next_at = text, self._clock() + APART
        self._open[place.id] = stream
        return stream

    async def finish(self, place: Place, text: str) -> bool:
        """Whether what was shown has become `text`, so that nothing is left to be sent."""
        stream = self._open.pop(place.id, None)
        if stream is None or place.is_private:
            return False
        return stream.text == text or await self._outlet.edit(place, stream.number, text)

"""A reply that is shown while it is written: one message, edited at most once a second, ending as the reply itself."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from time import monotonic

from bot.frontends.discord.library import discord

PAUSE = 1.0


@dataclass(slots=True)
class Stream:
    message: discord.Message | discord.PartialMessage
    text: str
    at: float


class Streams:
    """The replies that are being written, by conversation."""

    def __init__(self, pause: float = PAUSE) -> None:
        self._pause = pause
        self._open: dict[str, Stream] = {}

    def is_open(self, conversation_id: str) -> bool:
        return conversation_id in self._open

    def begin(self, conversation_id: str, message: discord.Message | discord.PartialMessage, text: str) -> None:
        self._open[conversation_id] = Stream(message, text, monotonic())

    async def show(self, conversation_id: str, text: str) -> None:
        """What the reply says so far; left out when the last edit was less than a second ago."""
        stream = self._open[conversation_id]
        if text != stream.text and monotonic() - stream.at >= self._pause:
            stream.text, stream.at = text, monotonic()
            await stream.message.edit(content=text)

    async def end(self, conversation_id: str, text: str) -> bool:
        """Let the message be the reply; False when there is none, or it is gone."""
        stream = self._open.pop(conversation_id, None)
        if stream is None:
            return False
        if text != stream.text:
            await asyncio.sleep(max(0.0, stream.at + self._pause - monotonic()))
            try:
                await stream.message.edit(content=text)
            except discord.NotFound:
                return False
        return True

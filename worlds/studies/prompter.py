"""Who prompts wizards: a bot reads the talk that they lead, and drafts what they could say next."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime

from bot.dialog import Conversation
from bot.engine import Engine
from bot.step import Pending
from worlds.assist.suggestions import Suggestions, close, suggest
from worlds.studies.wizard_of_oz import Message

KEPT = 100
"""Talks whose last turn is remembered; one that isn't is read again from its beginning."""


class Prompter:
    """One bot for all talks of a study. What is remembered lies in memory alone."""

    def __init__(self, engine: Engine) -> None:
        self._engine, self._lock = engine, asyncio.Lock()
        self._heard: dict[str, tuple[int, Suggestions, Pending]] = {}

    async def drafts(self, talk: str, said: Sequence[Message], now: datetime) -> Suggestions:
        """What could be answered to the last of the messages of a talk, the user's, beside everything else."""
        async with self._lock:
            return await asyncio.to_thread(self.suggested, talk, said, now)

    def suggested(self, talk: str, said: Sequence[Message], now: datetime) -> Suggestions:
        """The same at once, for a caller who does nothing beside it."""
        return self._understood(talk, said, now)[0]

    def _understood(self, talk: str, said: Sequence[Message], now: datetime) -> tuple[Suggestions, Pending]:
        known = self._heard.get(talk)
        if known and known[0] == len(said):
            return known[1:]
        found, pending = suggest(self._engine, self._before(talk, said[:-1], now), said[-1].text, now)
        self._heard.pop(talk, None)  # the talk that was heard last stands last
        self._heard[talk] = (len(said), found, pending)
        if len(self._heard) > KEPT:
            self._heard.pop(next(iter(self._heard)))
        return found, pending

    def _before(self, talk: str, said: Sequence[Message], now: datetime) -> Conversation:
        """The talk as the bot knows it, up to a message of the wizard's."""
        if not said:
            return Conversation(f"study:{talk}")
        *_, last = said
        _, pending = self._understood(talk, said[:-1], now)
        taken = last.taken
        strategy = taken.strategies[taken.taken] if taken and taken.taken is not None else None
        return close(self._engine, pending, last.text, strategy)

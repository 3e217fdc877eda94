"""People of a collection: their rooms, a guard that reads every message before anybody sees it, a wizard's bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

from bot.build import build_guard
from bot.config import read
from bot.dialog import Conversation, Turn
from bot.engine import Engine
from bot.step import STOPS
from worlds.studies.prompter import Prompter
from worlds.studies.rooms import AnyRoom, AnyRooms, open_rooms
from worlds.studies.study import Loaded
from worlds.studies.talks import built


class Company:
    """The rooms of a study, an engine of a guard without skills, and who prompts wizards. Made by `open`."""

    def __init__(self, rooms: AnyRooms, engine: Engine, prompter: Prompter | None = None) -> None:
        self.rooms, self.prompter, self._engine = rooms, prompter, engine

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str, loaded: Loaded) -> AsyncIterator[Company]:
        """With the default bot's guard, and the bot of a Wizard of Oz. Raises as `worlds.studies.talks.built` does."""
        prompter = Prompter(built(loaded)[0]) if loaded.study.kind == "wizard_of_oz" else None
        async with open_rooms(url, loaded) as rooms:
            yield cls(rooms, build_guard(read("default")), prompter)

    async def held_back(self, meeting: AnyRoom | None, participant: str, text: str, now: datetime) -> str | None:
        """`heed`, beside everything else."""
        return await asyncio.to_thread(heed, self._engine, meeting, participant, text, now)


def heed(engine: Engine, meeting: AnyRoom | None, participant: str, text: str, now: datetime) -> str | None:
    """What the guard says to who tells of danger, in a meeting or before it; None where a message may be sent."""
    said = meeting.said_by(participant) if meeting else []
    turns = tuple(Turn("user" if own else "bot", words, now) for own, words in said)
    step = engine.step(Conversation(f"study:{participant}", turns=turns), text, now)
    verdict = step.trace.verdict
    return step.reply.text if verdict and verdict.level >= STOPS else None

"""People of a collection: their rooms, and a guard that reads every message before the other sees it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

from bot.build import build_guard
from bot.config import read
from bot.dialog import Conversation, Turn
from bot.engine import STOPS, Engine
from worlds.studies.room import Room
from worlds.studies.rooms import Rooms
from worlds.studies.study import Loaded


class Company:
    """The rooms of a study, and an engine of a guard without skills. Made by `open`."""

    def __init__(self, rooms: Rooms, engine: Engine) -> None:
        self.rooms, self._engine = rooms, engine

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str, loaded: Loaded) -> AsyncIterator[Company]:
        """With the default bot's guard."""
        async with Rooms.open(url, loaded) as rooms:
            yield cls(rooms, build_guard(read("default")))

    async def held_back(self, room: Room, participant: str, text: str, now: datetime) -> str | None:
        """`heed`, beside everything else."""
        return await asyncio.to_thread(heed, self._engine, room, participant, text, now)


def heed(engine: Engine, room: Room, participant: str, text: str, now: datetime) -> str | None:
    """What the guard says to who tells of danger; None where a message may be sent."""
    seat, said = room.seat(participant), room.talks[room.talk]
    turns = tuple(Turn("user" if one.seat == seat else "bot", one.text, now) for one in said)
    step = engine.step(Conversation(f"study:{participant}", turns=turns), text, now)
    verdict = step.trace.verdict
    return step.reply.text if verdict and verdict.level >= STOPS else None

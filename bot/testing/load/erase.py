"""For how long others wait while somebody is forgotten or begins anew, over a large SQLite file."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from sqlalchemy import Table, insert

from bot.dialog import Reply, SkillResult, TurnView
from bot.engine import Engine
from bot.people import person_of
from bot.sessions import Sessions
from bot.store import Store
from bot.store.tables import conversation, person, turn
from bot.store.transaction import Transaction
from bot.testing.load.ledger import percentile

TURNS, SIZE, AT_ONCE = 30, 3000, 50
"""Of each person whom the file is filled with: turns, characters of each; and so many people in a transaction."""
CALM = 10.0
PAUSE = 0.05
LONGEST = 600.0


async def erase_load(folder: Path, *, megabytes: int, people: int, seed: int) -> dict[str, str]:
    """People talk on while others are forgotten and talks are begun anew, each as soon as the last one was told so."""
    place = folder / "large.db"
    engine = Engine((("load", _answer),))
    async with Store.open(f"sqlite+aiosqlite:///{place}") as store, Sessions(engine, store, gather=0) as sessions:
        keys = await _fill(store, place, megabytes, Random(seed))
        talk = _Talk(sessions, people)
        before = await talk.during(asyncio.sleep(CALM))
        told: list[float] = []
        after = await talk.during(_erase(sessions, keys[:6], told))
        return {
            "the file": f"{place.stat().st_size / 2**20:,.0f} MiB",
            "people who talk": f"{people}",
            "replies before, p95 and longest": f"{percentile(before, 0.95):.3f} s, {max(before):.2f} s",
            "replies meanwhile, p95 and longest": f"{percentile(after, 0.95):.3f} s, {max(after):.2f} s",
            "replies a second, before and meanwhile": f"{talk.rates[0]:.0f}, {talk.rates[1]:.0f}",
            "longest, ratio": f"{max(after) / max(before):.1f}",
            "told that it is erased after, at most": f"{max(told[:-1]):.2f} s",
            "nothing left in the files after": f"{told[-1]:.1f} s",
        }


class _Talk:
    """People who say something again and again."""

    def __init__(self, sessions: Sessions, people: int) -> None:
        self._sessions, self._people = sessions, people
        self.rates: list[float] = []

    async def during(self, work: Awaitable[Any]) -> list[float]:
        """The seconds that replies took from the beginning of `work` to its end."""
        seconds, begun = list[float](), monotonic()
        talking = [asyncio.create_task(self._go_on(number, seconds)) for number in range(self._people)]
        await work
        self.rates.append(len(seconds) / (monotonic() - begun))
        for task in talking:
            task.cancel()
        await asyncio.gather(*talking, return_exceptions=True)
        return seconds

    async def _go_on(self, number: int, seconds: list[float]) -> None:
        key = f"load:here{number}:0:here{number}"
        while True:
            begun = monotonic()
            try:
                await self._sessions.say(key, "How are you?")
            finally:  # also one that waits still
                seconds.append(monotonic() - begun)
            await asyncio.sleep(PAUSE)


async def _erase(sessions: Sessions, keys: list[str], told: list[float]) -> None:
    begun = monotonic()
    for number, key in enumerate(keys):
        since = monotonic()
        await (sessions.reset(key) if number % 2 else sessions.forget_person(person_of(key)))
        told.append(monotonic() - since)
    await sessions.store.wiped(LONGEST)
    told.append(monotonic() - begun)


def _answer(view: TurnView) -> SkillResult:
    return SkillResult(replies=(Reply(f"{view.text} And you?", "load", 1.0),))


async def _fill(store: Store, place: Path, megabytes: int, random: Random) -> list[str]:
    """Talks of people who don't come back; returns their ids."""
    keys: list[str] = []
    while place.stat().st_size < megabytes * 2**20:
        more = [f"load:{len(keys) + number}:0:{len(keys) + number}" for number in range(AT_ONCE)]
        await store._run(_write, list(_rows(more, random)))
        keys += more
    return keys


def _write(tx: Transaction, rows: list[tuple[Table, dict[str, Any]]]) -> None:
    for table in (person, conversation, turn):
        tx.execute(insert(table), [row for kind, row in rows if kind is table])


def _rows(keys: list[str], random: Random) -> Iterator[tuple[Table, dict[str, Any]]]:
    now = datetime.now(UTC)
    for key in keys:
        yield person, {"id": person_of(key), "created_at": now}
        yield conversation, {"id": key, "person": person_of(key), "version": 1, "created_at": now, "updated_at": now}
        for number in range(TURNS):
            text = f"<{key}> {random.randbytes(random.randrange(SIZE) // 2).hex()}"
            said = {"speaker": ("user", "bot")[number % 2], "text": text, "at": now}
            yield turn, {"conversation_id": key, "number": number, "verdict": None, "strategy": None} | said

"""How many turns a second `Sessions` makes over SQLite, no channel around it; with and without batches."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from bot.build import build
from bot.config import read
from bot.dialog import Conversation
from bot.engine import Engine
from bot.sessions import Sessions
from bot.step import AnyEngine, Pending, Step
from bot.store import Store
from bot.testing.load.ledger import Ledger, kept, percentile


class OneByOne:
    """An engine that takes every conversation by itself, however many wait together."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def understand(self, pairs: Sequence[tuple[Conversation, str]], *more: Any, **how: Any) -> list[Pending]:
        return [self._engine.understand([pair], *more, **how)[0] for pair in pairs]

    def steps(self, pairs: Sequence[tuple[Conversation, str]], *more: Any, **how: Any) -> list[Step]:
        return [self._engine.steps([pair], *more, **how)[0] for pair in pairs]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)


@dataclass(frozen=True, slots=True)
class Pace:
    """Turns a second, what their callers waited for (seconds), and how many turns the store lacks."""

    per_second: float
    p95: float
    lost: int


async def sessions_load(folder: Path, *, bot: str, people: int, messages: int) -> dict[str, str]:
    """Everybody says so many messages, each as soon as the one before is answered."""
    engine = build(read(bot))
    await pace(engine, folder / "warm.db", min(people, 20), 1)
    batched = await pace(engine, folder / "batched.db", people, messages)
    # The measure is a rate: a tenth of the people is enough for the slower way.
    single = await pace(OneByOne(engine), folder / "single.db", max(1, people // 10), messages)
    return {
        "people at once": f"{people:,}",
        "turns": f"{people * messages:,}",
        "replies a second": f"{batched.per_second:.0f}",
        "waited, p95": f"{batched.p95:.2f} s",
        "turns that the store lacks": f"{batched.lost + single.lost}",
        "replies a second, one by one": f"{single.per_second:.0f}",
        "ratio": f"{batched.per_second / single.per_second:.1f}",
    }


async def pace(engine: AnyEngine, place: Path, people: int, messages: int) -> Pace:
    """One measurement with a database of its own."""
    ledger = Ledger()
    async with Store.open(f"sqlite+aiosqlite:///{place}") as store, Sessions(engine, store) as sessions:

        async def talk(person: int) -> None:
            for number in range(messages):
                await sessions.say(name(person), ledger.say(person), str(number))
                ledger.seconds[person, number] = monotonic() - ledger.said[person, number]

        begun = monotonic()
        await asyncio.gather(*(talk(person) for person in range(people)))
        lasted = monotonic() - begun
        turns = [
            (person, text)
            for person in range(people)
            for text in (await store.load(name(person))).conversation.said("user")
        ]
    found = kept(ledger.said, turns)
    return Pace(
        people * messages / lasted,
        percentile(list(ledger.seconds.values()), 0.95),
        found.lost + found.crossed + found.doubled,
    )


def name(person: int) -> str:
    return f"load:{person}:0:{person}"

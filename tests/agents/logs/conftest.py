"""A store with talks in it, as the doors would leave them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.dialog import Conversation, DialogState, Turn, Verdict
from bot.people import person_of
from bot.store import Rating, Store
from bot.store.rows import Answered
from bot.testing.scripted import NOON

SEEN = Verdict(2, "suicide", stopped=True)


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a person says and hears, in which danger, with which strategy; stars for the answer; minutes since noon."""

    said: str
    heard: str
    stars: int | None = None
    strategy: str | None = None
    verdict: Verdict | None = None
    minutes: float = 0


Keep = Callable[..., str]


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'talk.db'}"


@pytest.fixture
def keep(url: str) -> Keep:
    """Store the exchanges of a conversation, and what its person agrees to; gives back whose it is."""

    async def stored(key: str, exchanges: Sequence[Exchange], parts: Sequence[object], consent: Sequence[bool]) -> None:
        async with Store.open(url) as store:
            for number, exchange in enumerate(exchanges):
                at = NOON + timedelta(minutes=exchange.minutes or number)
                row = await store.receive(key, exchange.said, str(number), at)
                loaded = await store.load(key)
                before = loaded.conversation
                after = Conversation(key, (*before.turns, *_turns(exchange, at)), DialogState(*parts))
                answered = Answered(verdict=exchange.verdict, strategy=exchange.strategy)
                await store.commit(loaded, after, row.id, exchange.heard, at, answered=answered)
                if exchange.stars:
                    await store.people.rate(key, Rating(exchange.stars), at)
            for given in consent:
                await store.people.consent(person_of(key), "research", given, NOON)

    def kept(key: str, *exchanges: Exchange, parts: Sequence[object] = (), consent: Sequence[bool] = (True,)) -> str:
        asyncio.run(stored(key, exchanges, parts, consent))
        return person_of(key)

    return kept


def _turns(exchange: Exchange, at: datetime) -> tuple[Turn, Turn]:
    return Turn("user", exchange.said, at), Turn("bot", exchange.heard, at)

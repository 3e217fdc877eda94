"""A small talk, and what the tests look into a database for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import MetaData, select

from bot.dialog import Turn
from bot.store import Outgoing, Store
from bot.store.rows import Answered
from bot.store.transaction import Transaction
from bot.testing.scripted import NOON

Exchange = Callable[..., Awaitable[Outgoing]]
Rows = Callable[..., Awaitable[dict[str, list[dict[str, Any]]]]]


@pytest.fixture
def exchange() -> Exchange:
    """`exchange(store, key, text, reply)` receives a message and saves its turn."""

    async def exchange(
        store: Store,
        key: str,
        text: str,
        reply: str = "I see.",
        *parts: object,
        event: str | None = None,
        at: Any = NOON,
        answered: Answered | None = None,
        keep: str | None = None,
    ) -> Outgoing:
        loaded = await store.load(key)
        said = loaded.conversation
        row = await store.receive(key, text, event or f"event {len(said.turns)}", at)
        after = said.add(Turn("user", text if keep is None else keep, at)).knowing(*parts).add(Turn("bot", reply, at))
        return await store.commit(loaded, after, row.id, reply, at, answered=answered or Answered())

    return exchange


@pytest.fixture
def rows() -> Rows:
    """`rows(store)` is every row of every table that is there, as it is written down."""

    def read(tx: Transaction) -> dict[str, list[dict[str, Any]]]:
        found = MetaData()
        found.reflect(tx.connection)
        return {name: [dict(row._mapping) for row in tx.execute(select(table))] for name, table in found.tables.items()}

    async def rows(store: Store) -> dict[str, list[dict[str, Any]]]:
        return await store._run(read)

    return rows

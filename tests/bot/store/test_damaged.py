"""A value in the file that is not what it should be: one line in the log, and the others' talks go on."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, text

from bot.errors import BotError
from bot.people import person_of
from bot.sessions import Sessions
from bot.store import Rating, Store
from bot.store.tables import metadata
from bot.store.transaction import Transaction
from bot.testing.scripted import NOON
from tests.bot.room import bot, echo, opened

HANGS_ON = {"person": "id", "data_key": "person", "consent": "person", "conversation": "person", "inbox": "person"}
PERSONAL = ("person", "consent", "conversation", "turn", "state_part", "rating", "inbox", "outbox")
DEEP = "'[' || replace(hex(zeroblob(2500)), '0', '[')"
DAMAGE = ("x'ff00'", *(pytest.param(value, marks=pytest.mark.slow) for value in (DEEP, "'nonsense'", "NULL", "-1e300")))
FIXED = ("id", "person", "conversation_id", "number", "name", "inbox_id", "event")
"""Columns by which rows are found: what they hold is another row, not a damaged one."""
STUCK = {"conversation.version", "turn.text"}
"""Where the talk itself can't go on, and whoever writes is answered without it."""
COLUMNS = [column for name in PERSONAL for column in metadata.tables[name].columns if column.name not in FIXED]


def damage(column: Column[Any], value: str, key: str) -> Any:
    """Work that writes the value into every row of one person, if the column takes it."""
    table, who = column.table.name, person_of(key)
    where = f"{HANGS_ON[table]} = '{who}'" if table in HANGS_ON else f"conversation_id = '{key}'"

    def work(tx: Transaction) -> bool:
        if value == "NULL" and not column.nullable:
            return False
        return tx.execute(text(f'UPDATE {table} SET "{column.name}" = {value} WHERE {where}')).rowcount > 0

    return work


async def do_everything(sessions: Sessions, store: Store, key: str) -> None:
    """All there is to do with a talk; it may fail, but with an error of ours alone."""
    person = person_of(key)
    for work in (
        sessions.known(key),
        store.standing(key),
        sessions.unsent("t:"),
        sessions.left("t:"),
        store.people.consents(person),
        store.people.export(person),
        store.people.safety(),
        store.expire(NOON - timedelta(days=1), NOON - timedelta(days=2)),
        sessions.undo(key),
        sessions.reset(key),
    ):
        with suppress(BotError):
            await work


@pytest.mark.parametrize("value", DAMAGE)
async def test_no_damaged_value_breaks_anything_but_its_own_talk(tmp_path: Path, value: str) -> None:
    stuck = set[str]()
    async with opened(tmp_path, bot(echo)) as (sessions, store):
        await sessions.say("t:0:0:0", "hello")
        for number, column in enumerate(COLUMNS, 1):
            key = f"t:{number}:0:{number}"
            await store.people.consent(person_of(key), "keep", True, NOON)
            for word in ("one", "two"):
                await sessions.say(key, word)
            await store.people.rate(key, Rating(5), NOON)
            await store.receive(key, "waits", "waits", NOON)
            if not await store._run(damage(column, value, key)):
                continue
            answer = await sessions.say(key, "three")
            if not answer.kept:
                stuck.add(str(column))
            await do_everything(sessions, store, key)
            assert await store.people.forget(person_of(key))
        assert (await sessions.say("t:0:0:0", "again")).kept
        assert (await sessions.known("t:0:0:0")).said("user") == ("hello", "again")
    assert stuck <= STUCK


def test_every_table_with_a_persons_rows_is_damaged() -> None:
    hanging = {table.name for table in metadata.tables.values() if table.foreign_keys}
    assert {*PERSONAL, "data_key"} == {"person", *hanging}

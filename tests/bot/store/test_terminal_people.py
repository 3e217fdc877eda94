"""Stores that were written when all talks on the terminal had one person, `terminal:local`.

The files beside this one hold their rows as the program before migration 0006 wrote them: two talks named `me`, one
named `work` with a message that waits, one named `local`; a consent that was given and taken back. {MARK} stands for
the sign that begins what is sealed.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from bot.errors import StoreError
from bot.store import Store, Vault
from bot.store.vault import MARK

KEY = "3JkHfQ0b7m9nq1mS0n5vHk2mY1o8m0wq1Yd7vZ5p1xQ="
WORK = "terminal:work:bbb000000001:local"
SAID = {
    "terminal:me": ["the first talk of me", "the second talk of me"],
    "terminal:work": ["my boss shouted"],
    "terminal:local": ["a talk called local"],
}
Work = Callable[[Connection], Any]


async def on(address: str, *works: Work) -> None:
    engine = create_async_engine(address)
    async with engine.begin() as connection:
        for work in works:
            await connection.run_sync(work)
    await engine.dispose()


def to(revision: str, vault: Vault | None = None) -> Work:
    def move(connection: Connection) -> None:
        made = Config()
        made.set_main_option("script_location", "bot:migrations")
        made.attributes.update(connection=connection, vault=vault)
        (command.downgrade if vault else command.upgrade)(made, revision)

    return move


def written(name: str) -> Work:
    rows = Path(__file__).with_name(f"terminal_{name}.sql").read_text(encoding="utf8").replace("{MARK}", MARK)

    def write(connection: Connection) -> None:
        for statement in rows.split(";\n")[:-1]:
            connection.exec_driver_sql(statement)
        if connection.dialect.name == "postgresql":  # its sequences know nothing of ids that were given by hand
            for table in ("consent", "inbox", "outbox"):
                connection.exec_driver_sql(f"SELECT setval('{table}_id_seq', 9)")

    return write


def said(held: dict[str, Any]) -> list[str]:
    return [turn["text"] for talk in held["conversations"] for turn in talk["turns"] if turn["speaker"] == "user"]


@pytest.fixture(params=["plain", "sealed"])
async def old(request: pytest.FixtureRequest, address: str) -> Vault:
    """The vault of a store at `address` from before."""
    await on(address, to("0004"), written(request.param))
    return Vault(KEY) if request.param == "sealed" else Vault()


async def test_each_name_is_a_person_and_every_talk_is_read_as_before(address: str, old: Vault) -> None:
    async with Store.open(address, old) as store:
        for person, words in SAID.items():
            held = await store.people.export(person)
            assert said(held) == words
            assert [answer["given"] for answer in held["consents"]] == [True, False]
            assert {talk["state"]["self_report"]["first"] for talk in held["conversations"]} == {4}
        assert await store.latest("terminal:me:") == "terminal:me:aaa000000002:local"
        (waiting,) = await store.waiting("terminal:")
        assert (waiting.conversation_id, waiting.text) == (WORK, "and nobody said a word")
        loaded = await store.load(WORK)
        assert loaded.problems == ()
        assert await store.undo(loaded, loaded.conversation.turns[-1].at)


async def test_forgetting_a_name_takes_its_talks_and_no_others(address: str, old: Vault) -> None:
    async with Store.open(address, old) as store:
        assert await store.people.forget("terminal:work")
        assert await store.people.export("terminal:work") == {
            "person": "terminal:work",
            "since": None,
        } | {key: [] for key in ("consents", "conversations", "waiting", "answered", "answers", "seen")}
        assert await store.waiting("terminal:") == []
        for person in ("terminal:me", "terminal:local"):
            assert said(await store.people.export(person)) == SAID[person]


async def test_the_talks_go_on_under_the_same_name(address: str, old: Vault, exchange: Any) -> None:
    async with Store.open(address, old) as store:
        await exchange(store, WORK, "it is better now", event="new")
    async with Store.open(address, old) as store:
        assert said(await store.people.export("terminal:work")) == [*SAID["terminal:work"], "it is better now"]


async def test_no_two_names_share_a_key(address: str) -> None:
    await on(address, to("0004"), written("sealed"))
    async with Store.open(address, Vault(KEY)) as store:
        opened = [json.dumps(await store.people.export(person)) for person in SAID]
        assert all("boss" in text for text, person in zip(opened, SAID, strict=True) if person == "terminal:work")
    texts: list[str] = []
    keys: list[str] = []

    def read(connection: Connection) -> None:
        texts.extend(connection.exec_driver_sql("SELECT text FROM turn").scalars())
        keys.extend(
            connection.exec_driver_sql("SELECT wrapped FROM data_key WHERE person <> 'terminal:work'").scalars()
        )
        texts.extend(connection.exec_driver_sql(f"SELECT undo FROM conversation WHERE id = '{WORK}'").scalars())

    await on(address, read)
    assert len(keys) == 2
    assert all(text.startswith(MARK) for text in texts)
    readable = [0] * len(texts)
    for key in keys:
        for number, text in enumerate(texts):
            try:
                Vault(KEY).box(key).open(text)
                readable[number] += 1
            except StoreError:
                pass
    assert sum(readable) == 6  # the turns of the other three talks, each by its own person's key
    assert max(readable) == 1


async def test_a_sealed_store_is_not_moved_without_its_key(address: str) -> None:
    await on(address, to("0004"), written("sealed"))
    for wrong in (Vault(), Vault("x" * 43 + "=")):
        with pytest.raises(StoreError, match="ATTUNE_KEY"):
            async with Store.open(address, wrong):
                pass
    async with Store.open(address, Vault(KEY)) as store:
        assert said(await store.people.export("terminal:me")) == SAID["terminal:me"]


async def test_a_damaged_text_stays_as_it_is_and_stops_nothing(address: str) -> None:
    def damage(connection: Connection) -> None:
        connection.exec_driver_sql(f"UPDATE turn SET text = '{MARK}nonsense' WHERE conversation_id = '{WORK}'")

    await on(address, to("0004"), written("sealed"), damage)
    async with Store.open(address, Vault(KEY)) as store:
        assert said(await store.people.export("terminal:me")) == SAID["terminal:me"]


async def test_a_step_down_gives_all_back_to_one(address: str, old: Vault) -> None:
    async with Store.open(address, old):
        pass
    await on(address, to("0004", old))
    async with Store.open(address, old) as store:
        assert said(await store.people.export("terminal:me")) == SAID["terminal:me"]
        assert [answer["given"] for answer in (await store.people.export("terminal:work"))["consents"]] == [True, False]


async def test_a_wish_to_be_forgotten_from_before_is_fulfilled(tmp_path: Path) -> None:
    """It names the one person that there was, of whom nothing may be left."""
    address = f"sqlite+aiosqlite:///{tmp_path / 't.db'}"
    await on(address, to("0004"), written("plain"))
    (tmp_path / "t.db-forget").write_text("terminal:local\n")
    async with Store.open(address) as store:
        assert await store.waiting("terminal:") == []
    with closing(sqlite3.connect(tmp_path / "t.db")) as database:
        assert database.execute("SELECT count(*) FROM turn").fetchone() == (0,)
        assert database.execute("SELECT count(*) FROM person").fetchone() == (0,)

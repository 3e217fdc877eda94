import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, select

from bot.dialog import Conversation, DialogState, SelfReport, Turn
from bot.errors import Conflict
from bot.parts import part
from bot.people import person_of
from bot.store import Loaded, Outgoing, Store, Vault, Waiting
from bot.store.tables import inbox
from bot.store.vault import new_key
from bot.testing.scripted import NOON

Exchange = Callable[..., Awaitable[Outgoing]]
KEY = "t:1::me"
SECRET = "my cat Sokrates died"


@part("test_talks_note", version=2)
@dataclass(frozen=True, slots=True)
class Note:
    text: str


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def talk(*texts: str, id: str = KEY, learnt: Sequence[object] = ()) -> Conversation:
    turns = [Turn("bot" if place % 2 else "user", text, NOON + timedelta(place)) for place, text in enumerate(texts)]
    return Conversation(id, tuple(turns), DialogState(*learnt))


async def say(store: Store, loaded: Loaded, after: Conversation, event: str = "1") -> None:
    row = await store.receive(after.id, SECRET, event, NOON)
    await store.commit(loaded, after, row.id, "I'm sorry.", NOON)


async def test_a_turn_comes_back_as_it_was_and_its_message_is_done(address: str) -> None:
    after = talk(SECRET, "I'm sorry.", learnt=[Note("\u00e9 \U0001f41f"), SelfReport(4)])
    async with Store.open(address) as store:
        await say(store, await store.load(KEY), after)
    async with Store.open(address) as store:
        assert await store.load(KEY) == Loaded(after, version=1)
        assert await store.waiting("") == []
        (answer,) = await store.unsent("")
        assert (answer.conversation_id, answer.text) == (KEY, "I'm sorry.")
        await store.mark(answer.id, "sending")
        assert await store.unsent("") == [answer]
        await store.mark(answer.id, "sent")
        assert await store.unsent("") == []
        found = await store._run(lambda tx: tx.execute(select(inbox.c.text, inbox.c.done)).all())
        assert list(map(tuple, found)) == [("", True)]


@pytest.mark.parametrize("version", [0, 1])
async def test_who_comes_second_gets_a_conflict_and_leaves_no_trace(address: str, version: int) -> None:
    async with Store.open(address) as left, Store.open(address) as right:
        if version:
            await say(left, await left.load(KEY), talk("hi", "hello"), "0")
        stale = await right.load(KEY)
        assert stale.version == version
        said = stale.conversation.turns
        after = Conversation(KEY, (*said, *talk("left", "yes").turns), DialogState(Note("left")))
        await say(left, stale, after, "left")
        row = await right.receive(KEY, "right", "right", NOON)
        wrong = Conversation(KEY, (*said, *talk("right", "no").turns), DialogState(Note("right")))
        with pytest.raises(Conflict):
            await right.commit(stale, wrong, row.id, "no", NOON)
        with pytest.raises(Conflict):
            await right.learn(stale, wrong, NOON)
        assert await right.load(KEY) == Loaded(after, version + 1)
        assert await right.waiting("") == [row]
        assert await right.outgoing(row.id) is None


async def test_a_message_is_answered_once(address: str) -> None:
    async with Store.open(address) as store:
        row = await store.receive(KEY, "hi", "1", NOON)
        await store.commit(await store.load(KEY), talk("hi", "hello"), row.id, "hello", NOON)
        again = await store.load(KEY)
        with pytest.raises(Conflict, match="answered meanwhile"):
            await store.commit(again, talk("hi", "hello", "hi", "hello"), row.id, "hello", NOON)
        assert await store.load(KEY) == again


async def test_a_prefix_is_taken_to_the_letter(address: str) -> None:
    async with Store.open(address) as store:
        for place, key in enumerate(("terminal:me:1", "terminal:Me:2", "terminal:m_:3", "terminal:%:4")):
            row = await store.receive(key, "hi", str(place), NOON)
            await store.commit(await store.load(key), talk("hi", "yo", id=key), row.id, key, NOON)
        for prefix in ("terminal:me:", "terminal:Me:", "terminal:m_:", "terminal:%:"):
            assert (await store.latest(prefix) or "").startswith(prefix)
            assert [answer.text.startswith(prefix) for answer in await store.unsent(prefix)] == [True]
        assert await store.latest("terminal:ME:") is None


async def test_what_is_forgotten_is_gone_from_the_files(tmp_path: Path) -> None:
    path = tmp_path / "t.db"

    def held() -> bool:
        return any(SECRET.encode() in file.read_bytes() for file in tmp_path.iterdir())

    async with Store.open(url(path)) as store:
        await say(store, await store.load(KEY), talk(SECRET, "oh", learnt=[Note(SECRET)]))
        await store.receive(KEY, SECRET, "2", NOON)
        other = await store.receive("t:2::me", "hi", "1", NOON)
        assert held()
        await store.forget(KEY)
        assert await store.wiped()
        assert not held()
        assert await store.load(KEY) == Loaded(Conversation(KEY), 0)
        assert await store.waiting("") == [other]


async def test_no_id_is_given_twice_also_when_all_was_forgotten(address: str, exchange: Exchange) -> None:
    async with Store.open(address) as store:
        seen: set[int] = set()
        for number in range(4):
            answer = await exchange(store, KEY, "hi")
            row = await store.receive(KEY, "more", "more", NOON)
            assert not {answer.id, -row.id} & seen
            seen |= {answer.id, -row.id}
            await (store.people.forget(person_of(KEY)) if number % 2 else store.forget(KEY))


async def test_who_is_forgotten_while_they_write_is_forgotten_or_heard_but_never_half(on_postgres: str) -> None:
    vault = Vault(new_key())
    async with Store.open(on_postgres, vault) as left, Store.open(on_postgres, vault) as right:
        for turn in range(6):
            writes = [left.receive(KEY, SECRET, f"{turn} {number}", NOON) for number in range(6)]
            found = await asyncio.gather(*writes, *(right.people.forget(person_of(KEY)) for _ in range(3)))
            assert {row.text for row in found[:6] if isinstance(row, Waiting)} == {SECRET}
            assert {row.text for row in await right.waiting("")} <= {SECRET}


async def test_queries_are_served_by_indexes(tmp_path: Path) -> None:
    plans: list[str] = []

    def explain(connection: Connection, _: Any, statement: str, values: Any, *rest: Any) -> None:
        if statement.startswith(("SELECT", "UPDATE", "DELETE")):
            raw: Any = connection.connection.dbapi_connection
            plans.extend(row[3] for row in raw.execute(f"EXPLAIN QUERY PLAN {statement}", values))

    async with Store.open(url(tmp_path / "t.db")) as store:
        await say(store, await store.load(KEY), talk("hi", "hello"))
        database: Any = store._database
        event.listen(database._lane._engine, "before_cursor_execute", explain)
        row = await store.receive(KEY, "hi", "2", NOON)
        stands = await store.take_up(row)
        answer = await store.commit(stands.loaded, talk("hi", "hello", "hi", "yes"), row.id, "yes", NOON)
        for prefix in (KEY, "t:"):
            assert answer in await store.unsent(prefix, NOON + timedelta(1))
            assert await store.waiting(prefix, NOON + timedelta(1)) == []
            assert await store.conversations(prefix) == [KEY]
        assert await store.claim(answer.id, NOON)
        await store.mark(answer.id, "sent")
        assert await store.undo(await store.load(KEY), NOON)
    assert len(plans) > 20
    assert [plan for plan in plans if plan.startswith("SCAN")] == []

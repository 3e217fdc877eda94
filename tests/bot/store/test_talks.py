import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from bot.dialog import Conversation, DialogState, SelfReport, Turn
from bot.errors import Conflict
from bot.parts import part
from bot.store import Loaded, Store
from bot.store.tables import inbox
from bot.testing.scripted import NOON

KEY = "t:1::me"
SECRET = "my cat Sokrates died"


@part("test_store_note", version=2)
@dataclass(frozen=True, slots=True)
class Note:
    text: str


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def talk(*texts: str, id: str = KEY, parts: Sequence[object] = ()) -> Conversation:
    turns = [Turn("bot" if place % 2 else "user", text, NOON + timedelta(place)) for place, text in enumerate(texts)]
    return Conversation(id, tuple(turns), DialogState(*parts))


async def say(store: Store, loaded: Loaded, after: Conversation, event: str = "1") -> None:
    row = await store.receive(after.id, SECRET, event, NOON)
    await store.commit(loaded, after, row.id, "I'm sorry.", NOON)


async def test_a_turn_comes_back_as_it_was_and_its_message_is_done(address: str) -> None:
    after = talk(SECRET, "I'm sorry.", parts=[Note("\u00e9 \U0001f41f"), SelfReport(4)])
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


async def test_an_event_is_one_message_however_often_it_comes(address: str) -> None:
    async with Store.open(address) as store:
        first = await store.receive(KEY, "hi", "7", NOON)
        assert await store.receive(KEY, "hi", "7", NOON) == first
        assert (await store.receive(KEY, "hi", "8", NOON)).id != first.id
        assert (await store.receive("t:2::me", "hi", "7", NOON)).id != first.id


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


async def test_a_part_that_cannot_be_read_is_named_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    odd = [("nobody_knows_it", 1, f'{{"text":"{SECRET}"}}'), ("test_store_note", 1, f'{{"text":"{SECRET}"}}')]
    broken = ("self_report", 1, f'{{"first": "{SECRET}"')
    async with Store.open(url(path)) as store:
        await say(store, await store.load(KEY), talk("hi", "hello"))
        with sqlite3.connect(path) as database:
            database.executemany("INSERT INTO state_part VALUES (?, ?, ?, ?)", [(KEY, *row) for row in (*odd, broken)])
        loaded = await store.load(KEY)
        assert list(loaded.conversation.state) == []
        assert len(loaded.problems) == 3
        told = " ".join(loaded.problems)
        assert "'nobody_knows_it' is unknown" in told
        assert "'test_store_note' was stored as version 1, this program reads 2" in told
        assert "'self_report' is damaged" in told
        assert SECRET not in told
        after = Conversation(KEY, (*loaded.conversation.turns, *talk("more", "yes").turns))
        await say(store, loaded, after, "2")
    found = database.execute("SELECT name, version, data FROM state_part ORDER BY name").fetchall()
    database.close()
    assert found == sorted([*odd, broken])


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
        await say(store, await store.load(KEY), talk(SECRET, "oh", parts=[Note(SECRET)]))
        await store.receive(KEY, SECRET, "2", NOON)
        other = await store.receive("t:2::me", "hi", "1", NOON)
        assert held()
        await store.forget(KEY)
        assert not held()
        assert await store.load(KEY) == Loaded(Conversation(KEY), 0)
        assert await store.waiting("") == [other]


words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(words, words), max_size=4), words)
async def test_any_text_comes_back(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, str]], note: str
) -> None:
    async with Store.open(url(tmp_path_factory.mktemp("any") / "t.db")) as store:
        for place, (mine, yours) in enumerate(pairs):
            loaded = await store.load(KEY)
            assert loaded.version == place
            turns = (*loaded.conversation.turns, *talk(mine, yours).turns)
            await say(store, loaded, Conversation(KEY, turns, DialogState(Note(note + mine))), str(place))
        found = (await store.load(KEY)).conversation
    assert found.said("user") == tuple(mine for mine, _ in pairs)
    assert found.said("bot") == tuple(yours for _, yours in pairs)
    assert found.state.get(Note) == (Note(note + pairs[-1][0]) if pairs else None)

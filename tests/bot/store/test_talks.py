import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, event, select, update

from bot import parts
from bot.dialog import Conversation, DialogState, SelfReport, Turn
from bot.errors import Conflict
from bot.parts import part
from bot.people import person_of
from bot.store import Loaded, Outgoing, Store, Vault, Waiting
from bot.store.rows import Answered
from bot.store.tables import inbox, state_part
from bot.store.vault import new_key
from bot.testing.scripted import NOON

Exchange = Callable[..., Awaitable[Outgoing]]
KEY = "t:1::me"
SECRET = "my cat Sokrates died"


@part("test_store_note", version=2)
@dataclass(frozen=True, slots=True)
class Note:
    text: str


@part("test_talks_care", version=1)
@dataclass(frozen=True, slots=True)
class Care:
    """In the place of what `skills/safety.py` keeps."""

    level: int


@pytest.fixture(autouse=True)
def lasting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "LASTING", ("test_talks_care",))


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
        await say(store, await store.load(KEY), talk(SECRET, "oh", learnt=[Note(SECRET)]))
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


async def test_an_answer_is_sent_by_one_and_taken_over_when_that_one_has_died(address: str, exchange: Exchange) -> None:
    async with Store.open(address) as left, Store.open(address) as right:
        answer = await exchange(left, KEY, "hi", "Hello.")
        at = NOON
        assert sorted(await asyncio.gather(*(one.claim(answer.id, at) for one in (left, right) * 3))) == [False] * 5 + [
            True
        ]
        assert await left.unsent("") == [answer]
        at += timedelta(seconds=59)
        assert not await right.claim(answer.id, at)
        await left.sent_pieces(answer.id, 2, at)  # it goes on
        assert not await right.claim(answer.id, at + timedelta(seconds=59))
        at += timedelta(seconds=60)
        assert await right.claim(answer.id, at)
        assert not await left.claim(answer.id, at)
        (found,) = await right.unsent("")
        assert found.pieces == 2
        await right.mark(answer.id, "ready", at)
        assert await left.claim(answer.id, at)
        await left.mark(answer.id, "sent", at)
        assert not await right.claim(answer.id, at + timedelta(days=1), timedelta(0))
        assert not await right.claim(answer.id + 1, at)


async def test_what_has_waited_since_before_is_told_apart(address: str, exchange: Exchange) -> None:
    later = NOON + timedelta(minutes=1)
    async with Store.open(address) as store:
        first = await exchange(store, KEY, "one", at=NOON)
        second = await exchange(store, KEY, "two", at=later)
        waits = await store.receive(KEY, "three", "3", NOON)
        await store.receive(KEY, "four", "4", later)
        assert await store.unsent("", later) == [first]
        assert await store.unsent("", later + timedelta(seconds=1)) == [first, second]
        assert await store.waiting("", later) == [waits]


async def test_messages_that_are_answered_together_have_one_answer(address: str) -> None:
    async with Store.open(address) as store:
        rows = [await store.receive(KEY, text, text, NOON) for text in ("a", "b", "c")]
        assert await store.waiting_in(KEY) == rows
        others = Answered(others=(rows[0].id, rows[1].id))
        loaded = await store.load(KEY)
        answer = await store.commit(loaded, talk("a\nb\nc", "ok"), rows[2].id, "ok", NOON, answered=others)
        assert [await store.outgoing(row.id) for row in rows] == [answer] * 3
        assert [(await store.take_up(row)).answer for row in rows] == [answer] * 3
        assert await store.waiting_in(KEY) == []


async def test_a_message_taken_up_shows_where_the_talk_stands(address: str, exchange: Exchange) -> None:
    async with Store.open(address) as store:
        await exchange(store, KEY, "hi", "Hello.", Note("x"))
        rows = [await store.receive(KEY, text, text, NOON) for text in ("a", "b")]
        stands = await store.take_up(rows[1])
        assert (stands.answer, list(stands.waiting)) == (None, rows)
        assert stands.loaded == await store.load(KEY)
        await store.dismiss(KEY, "b")
        assert await store.waiting_in(KEY) == rows[:1]
        with pytest.raises(Conflict, match="forgotten meanwhile"):
            await store.take_up(rows[1])


async def test_what_is_answered_is_not_dismissed(address: str, exchange: Exchange) -> None:
    async with Store.open(address) as store:
        answer = await exchange(store, KEY, "hi", "Hello.", event="1")
        await store.dismiss(KEY, "1")
        assert await store.unsent("") == [answer]
        assert (await store.receive(KEY, "hi", "1", NOON)).id


async def test_an_undone_turn_takes_along_what_was_learnt_in_it_but_not_what_care_needs(
    address: str, exchange: Exchange
) -> None:
    async with Store.open(address) as store:
        assert not await store.undo(await store.load(KEY), NOON)
        await exchange(store, KEY, "one", "1", Note("first"))
        await exchange(store, KEY, "two", "2", Note("second"), SelfReport(3), Care(2))
        assert await store.undo(await store.load(KEY), NOON)
        loaded = await store.load(KEY)
        assert loaded.conversation.said("user") == ("one",)
        assert loaded.conversation.state == DialogState(Note("first"), Care(2))
        assert not await store.undo(loaded, NOON)
        await exchange(store, KEY, "three", "3", event="again")
        assert (await store.load(KEY)).conversation.said("user") == ("one", "three")


async def test_a_message_that_made_no_turn_leaves_the_one_before_to_be_undone(address: str, exchange: Exchange) -> None:
    async with Store.open(address) as store:
        await exchange(store, KEY, "one", "1", Note("first"))
        loaded = await store.load(KEY)
        row = await store.receive(KEY, "", "empty", NOON)
        await store.commit(loaded, loaded.conversation, row.id, "No words came through.", NOON)
        assert await store.undo(await store.load(KEY), NOON)
        assert (await store.load(KEY)).conversation == Conversation(KEY)


async def test_an_undo_that_comes_too_late_is_a_conflict(address: str, exchange: Exchange) -> None:
    async with Store.open(address) as store:
        await exchange(store, KEY, "one")
        stale = await store.load(KEY)
        await exchange(store, KEY, "two")
        for change in (store.undo, store.reset):
            with pytest.raises(Conflict):
                await change(stale, NOON)
        assert (await store.load(KEY)).conversation.said("user") == ("one", "two")


async def test_a_talk_begun_anew_knows_only_what_care_needs(address: str, exchange: Exchange) -> None:
    async with Store.open(address) as store:
        sent = await exchange(store, KEY, "one", "1", Note("first"), Care(2))
        await store.mark(sent.id, "sent")
        unsent = await exchange(store, KEY, "two", "2")
        waits = await store.receive(KEY, "three", "3", NOON)
        loaded = await store.load(KEY)
        await store.reset(loaded, NOON)
        assert await store.load(KEY) == Loaded(Conversation(KEY, (), DialogState(Care(2))), loaded.version + 1)
        assert not await store.undo(await store.load(KEY), NOON)
        assert await store.unsent("") == [unsent]
        assert await store.waiting("") == [waits]
        again = await store.outgoing(sent.id)
        assert again is None or again.text == ""


async def test_only_parts_that_changed_are_written(address: str, exchange: Exchange) -> None:
    async with Store.open(address) as store:
        await exchange(store, KEY, "one", "1", Note("first"), SelfReport(3))
        await store._run(lambda tx: tx.execute(update(state_part).values(data='{"text":"other","first":1}')))
        await exchange(store, KEY, "two", "2", SelfReport(4))
        assert (await store.load(KEY)).conversation.state == DialogState(Note("other"), SelfReport(4))


async def test_the_newest_event_of_a_place_is_noted(address: str) -> None:
    async with Store.open(address) as store:
        assert await store.last_seen("discord", "1") is None
        for door, place, event in (
            ("discord", "1", "a"),
            ("discord", "2", "b"),
            ("discord", "1", "c"),
            ("x", "1", "d"),
        ):
            await store.see(door, place, event)
        assert await store.last_seen("discord", "1") == "c"
        assert await store.last_seen("discord", "2") == "b"


async def test_no_id_is_given_twice_also_when_all_was_forgotten(address: str, exchange: Exchange) -> None:
    async with Store.open(address) as store:
        seen: set[int] = set()
        for number in range(4):
            answer = await exchange(store, KEY, "hi")
            row = await store.receive(KEY, "more", "more", NOON)
            assert not {answer.id, -row.id} & seen
            seen |= {answer.id, -row.id}
            await (store.people.forget(person_of(KEY)) if number % 2 else store.forget(KEY))


async def test_the_same_event_told_at_once_by_many_is_one_row(on_postgres: str) -> None:
    async with Store.open(on_postgres) as left, Store.open(on_postgres) as right:
        told = [store.receive(KEY, "hi", str(event), NOON) for event in range(4) for store in (left, right) * 4]
        rows = await asyncio.gather(*told)
        assert len({row.id for row in rows}) == 4
        assert {row.text for row in rows} == {"hi"}
        assert len(await left.waiting("")) == 4


async def test_who_is_forgotten_while_they_write_is_forgotten_or_heard_but_never_half(on_postgres: str) -> None:
    vault = Vault(new_key())
    async with Store.open(on_postgres, vault) as left, Store.open(on_postgres, vault) as right:
        for turn in range(6):
            writes = [left.receive(KEY, SECRET, f"{turn} {number}", NOON) for number in range(6)]
            found = await asyncio.gather(*writes, *(right.people.forget(person_of(KEY)) for _ in range(3)))
            assert {row.text for row in found[:6] if isinstance(row, Waiting)} == {SECRET}
            assert {row.text for row in await right.waiting("")} <= {SECRET}


async def test_a_turn_that_was_under_way_when_its_person_was_forgotten_leaves_nothing(
    address: str, exchange: Exchange
) -> None:
    async with Store.open(address) as left, Store.open(address) as right:
        for before in range(2):
            if before:
                await exchange(left, KEY, "before")
            loaded = await left.load(KEY)
            row = await left.receive(KEY, SECRET, "1", NOON)
            assert await right.people.forget(person_of(KEY))
            with pytest.raises(Conflict):
                await left.commit(loaded, talk(SECRET, "oh"), row.id, "oh", NOON)
            assert await left.load(KEY) == Loaded(Conversation(KEY), 0)
            assert not await right.people.forget(person_of(KEY))


@pytest.mark.parametrize("text", ["a\0b", "\0", "\ud83d", "a \udc00 b", "\x01seal", "\U0001f41f" * 50])
@pytest.mark.parametrize("sealed", [False, True])
async def test_no_text_is_too_strange_to_be_kept(address: str, exchange: Exchange, text: str, sealed: bool) -> None:
    whole = "".join(char for char in text if char not in "\0\ud83d\udc00\x01")
    async with Store.open(address, Vault(new_key()) if sealed else Vault()) as store:
        answer = await exchange(store, KEY, text, text)
        assert [one.replace("\x01", "") for one in (await store.load(KEY)).conversation.said("bot")] == [whole]
        assert [one.text.replace("\x01", "") for one in await store.unsent("")] == [whole]
        assert await store.claim(answer.id, NOON)
        assert (await store.receive(KEY, text, "2", NOON)).text == whole.strip()


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

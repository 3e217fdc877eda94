import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import update

from bot import parts
from bot.dialog import Conversation, DialogState, SelfReport, Turn
from bot.errors import Conflict
from bot.parts import part
from bot.people import person_of
from bot.store import Loaded, Outgoing, Store, Vault
from bot.store.tables import state_part
from bot.store.vault import new_key
from bot.testing.scripted import NOON

Exchange = Callable[..., Awaitable[Outgoing]]
KEY = "t:1::me"
SECRET = "my cat Sokrates died"


@part("test_turns_note", version=2)
@dataclass(frozen=True, slots=True)
class Note:
    text: str


@part("test_turns_care", version=1)
@dataclass(frozen=True, slots=True)
class Care:
    """In the place of what `skills/safety.py` keeps."""

    level: int


@pytest.fixture(autouse=True)
def lasting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "LASTING", ("test_turns_care",))


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def talk(*texts: str, id: str = KEY, learnt: Sequence[object] = ()) -> Conversation:
    turns = [Turn("bot" if place % 2 else "user", text, NOON + timedelta(place)) for place, text in enumerate(texts)]
    return Conversation(id, tuple(turns), DialogState(*learnt))


async def say(store: Store, loaded: Loaded, after: Conversation, event: str = "1") -> None:
    row = await store.receive(after.id, SECRET, event, NOON)
    await store.commit(loaded, after, row.id, "I'm sorry.", NOON)


async def test_a_part_that_cannot_be_read_is_named_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    odd = [("nobody_knows_it", 1, f'{{"text":"{SECRET}"}}'), ("test_turns_note", 1, f'{{"text":"{SECRET}"}}')]
    broken = ("self_report", 1, f'{{"first": "{SECRET}"')
    async with Store.open(url(path)) as store:
        await say(store, await store.load(KEY), talk("hi", "hello"))
        with closing(sqlite3.connect(path)) as database, database:
            database.executemany("INSERT INTO state_part VALUES (?, ?, ?, ?)", [(KEY, *row) for row in (*odd, broken)])
        loaded = await store.load(KEY)
        assert list(loaded.conversation.state) == []
        assert len(loaded.problems) == 3
        told = " ".join(loaded.problems)
        assert "'nobody_knows_it' is unknown" in told
        assert "'test_turns_note' was stored as version 1, this program reads 2" in told
        assert "'self_report' is damaged" in told
        assert SECRET not in told
        after = Conversation(KEY, (*loaded.conversation.turns, *talk("more", "yes").turns))
        await say(store, loaded, after, "2")
    with closing(sqlite3.connect(path)) as database:
        found = database.execute("SELECT name, version, data FROM state_part ORDER BY name").fetchall()
    assert found == sorted([*odd, broken])


# No channel lets controls in; the store leaves out NUL, and before a text the mark of one that is sealed.
words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\1"), max_size=30)


@settings(max_examples=15)
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


async def test_an_undone_turn_takes_along_what_was_learnt_in_it_but_not_what_care_needs(
    address: str, exchange: Exchange
) -> None:
    async with Store.open(address) as store:
        assert not await store.undo(await store.load(KEY), NOON)
        await exchange(store, KEY, "one", "1", Note("first"), Care(1))
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
        assert await store.unsent("") == [replace(unsent, turn=None)]
        assert await store.waiting("") == [waits]
        again = await store.outgoing(sent.id)
        assert again is None or again.text == ""


async def test_only_parts_that_changed_are_written(address: str, exchange: Exchange) -> None:
    async with Store.open(address) as store:
        await exchange(store, KEY, "one", "1", Note("first"), SelfReport(3))
        await store._run(lambda tx: tx.execute(update(state_part).values(data='{"text":"other","first":1}')))
        await exchange(store, KEY, "two", "2", SelfReport(4))
        assert (await store.load(KEY)).conversation.state == DialogState(Note("other"), SelfReport(4))


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


async def test_a_conversation_is_known_from_its_first_message_on(address: str, exchange: Exchange) -> None:
    async with Store.open(address) as store:
        await exchange(store, "t:2::me", "answered")
        await store.receive("t:1::me", "waiting", "1", NOON)
        await store.receive("t:1::me", "another", "2", NOON)
        await store.receive("tt:1::me", "elsewhere", "1", NOON)
        assert sorted(await store.conversations("t:")) == ["t:1::me", "t:2::me"]

import sqlite3
import subprocess
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert

from bot.errors import StoreError
from bot.parts import part
from bot.people import person_of
from bot.store import Rating, Store, wipe
from bot.store.tables import state_part
from bot.testing.scripted import NOON

Exchange = Callable[..., Awaitable[Any]]
Rows = Callable[[Store], Awaitable[dict[str, list[dict[str, Any]]]]]
KEY, GROUP, OTHER = "t:1:0:me", "t:-5:2:me", "t:2:0:you"
ME, YOU = person_of(KEY), person_of(OTHER)
SECRET = "my cat Sokrates died"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@part("test_erase_note", version=1)
@dataclass(frozen=True, slots=True)
class Note:
    text: str


def written(folder: Path) -> bytes:
    """Every byte of every file, read by another process: to close a file here would take SQLite's locks on it away."""
    return subprocess.run(["cat", *folder.iterdir()], check=True, capture_output=True).stdout


async def care(store: Store, key: str) -> None:
    """What `skills/safety.py` keeps: this package doesn't know its class."""
    row = {"conversation_id": key, "name": "care", "version": 1, "data": '{"level":2}'}
    await store._run(lambda tx: tx.execute(insert(state_part).values(row)))


async def state(store: Store, key: str) -> dict[str, Any]:
    talks = (await store.people.export(person_of(key)))["conversations"]
    return next((talk["state"] for talk in talks if talk["id"] == key), {})


async def test_a_forgotten_person_is_in_no_table_any_more(address: str, exchange: Exchange, rows: Rows) -> None:
    async with Store.open(address) as store:
        await exchange(store, OTHER, "not mine")
        for place in ("2", "-5", "1:0"):
            await store.see("t", place, "7")
        before = await rows(store)
        for key in (KEY, GROUP):
            await exchange(store, key, SECRET, SECRET, Note(SECRET))
            await store.people.rate(key, Rating(5), NOON)
            await store.receive(key, SECRET, "waits", NOON)
        await store.see("t", "1", "7")  # the chat with them alone
        await store.people.consent(ME, "keep", True, NOON)
        assert SECRET in str(await rows(store))
        assert await store.people.forget(ME)
        after = await rows(store)
        after.pop("sqlite_sequence", None), before.pop("sqlite_sequence", None)
        assert after == before
        assert not await store.people.forget(ME)


async def erase(store: Store, key: str, how: str) -> None:
    if how == "person":
        await store.people.forget(person_of(key))
    elif how == "talk":
        await store.forget(key)
    elif how == "time":
        before = (await store.load(key)).conversation.turns[-1].at + HOUR
        await store.expire(before, NOON - DAY)
    else:
        for outgoing in await store.unsent(key):
            await store.mark(outgoing.id, "sent")
        await store.reset(await store.load(key), NOON)


@pytest.mark.parametrize(
    ("how", "small"), [("person", 0), ("talk", 0), ("time", 0), ("anew", 0), ("person", 1000), ("anew", 1000)]
)
async def test_no_copy_of_an_erased_word_stays_in_sqlites_files(
    tmp_path: Path, exchange: Exchange, monkeypatch: pytest.MonkeyPatch, how: str, small: int
) -> None:
    monkeypatch.setattr(wipe, "SMALL", small)
    # Rows of all sizes, so that SQLite moves them between pages: from this seed on it leaves copies behind each time.
    random, people = Random(3), [f"t:{number}:0:{number}" for number in range(12)]

    def word(key: str) -> str:
        return f"<secret of {key}>"

    def held(key: str) -> bool:
        return word(key).encode() in written(tmp_path)

    async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store:

        async def talk(place: int) -> None:
            texts = [word(people[place]) + "x" * random.choice((5, 50, 300, 1500, 6000)) for _ in range(3)]
            event, at = str(random.random()), NOON + place * DAY
            answer = await exchange(store, people[place], texts[0], texts[1], Note(texts[2]), event=event, at=at)
            if random.random() < 0.8:
                await store.mark(answer.id, "sent")

        for _ in range(200):
            await talk(random.randrange(12))
        for key in people[:8]:
            for _ in range(random.randrange(6)):
                await talk(random.randrange(8, 12))
            assert held(key)
            await erase(store, key, how)
            assert await store.wiped()
            assert not held(key)
        assert all(map(held, people[8:]))
    with closing(sqlite3.connect(tmp_path / "t.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def test_words_of_who_did_not_consent_go_first_and_what_care_needs_later(
    address: str, exchange: Exchange, rows: Rows
) -> None:
    async with Store.open(address) as store:
        for key in (KEY, OTHER):
            await exchange(store, key, SECRET, "Oh.", Note(SECRET))
            await care(store, key)
            await store.people.rate(key, Rating(3), NOON)
        await store.people.consent(YOU, "keep", True, NOON)
        assert await store.expire(NOON, NOON - DAY) == 0  # not a moment too early
        assert await store.expire(NOON + HOUR, NOON - DAY) == 1
        assert await store.expire(NOON + HOUR, NOON - DAY) == 0
        mine, theirs = await store.load(KEY), await store.load(OTHER)
        assert (mine.conversation.turns, mine.version) == ((), 2)
        assert await state(store, KEY) == {"care": {"level": 2}}
        assert theirs.conversation.said("user") == (SECRET,)
        left = await rows(store)
        for name in ("turn", "rating", "inbox", "outbox", "state_part"):
            assert [row.get("conversation_id") for row in left[name] if row.get("name") != "care"].count(KEY) == 0
        assert not await store.undo(mine, NOON)
        await exchange(store, KEY, "again", event="new", at=NOON + 2 * HOUR)
        assert await store.expire(NOON + 3 * HOUR, NOON + HOUR) == 2
        assert await state(store, KEY) == {"care": {"level": 2}}
        assert (await store.load(OTHER)).version == 0
        assert await store.people.with_consent("keep") == [YOU]  # so that coming back needs no new question


async def test_consent_that_is_withdrawn_lets_words_go(address: str, exchange: Exchange) -> None:
    async with Store.open(address) as store:
        await exchange(store, KEY, SECRET)
        await store.people.consent(ME, "keep", True, NOON)
        assert await store.expire(NOON + HOUR, NOON - DAY) == 0
        await store.people.consent(ME, "keep", False, NOON)
        assert await store.expire(NOON + HOUR, NOON - DAY) == 1


async def test_a_talk_without_words_but_with_what_was_learnt_is_emptied_too(address: str) -> None:
    async with Store.open(address) as store:
        loaded = await store.load(KEY)
        await store.learn(loaded, loaded.conversation.knowing(Note(SECRET)), NOON)
        assert await store.expire(NOON + HOUR, NOON - DAY) == 1
        assert await state(store, KEY) == {}


async def test_talks_on_the_operators_terminal_stay(address: str, exchange: Exchange) -> None:
    key = "terminal:me:1"
    async with Store.open(address) as store:
        await exchange(store, key, SECRET)
        await store.receive("terminal:me:2", SECRET, "1", NOON)
        assert await store.expire(NOON + DAY, NOON + DAY) == 0
        assert (await store.load(key)).conversation.said("user") == (SECRET,)
        assert len(await store.waiting("terminal:")) == 1


@pytest.mark.parametrize("kept", [False, True])
async def test_a_message_that_has_just_come_outlives_the_talk_before_it(
    address: str, exchange: Exchange, kept: bool
) -> None:
    now = NOON + DAY
    async with Store.open(address) as store:
        await exchange(store, KEY, SECRET)
        await store.people.consent(ME, "keep", kept, NOON)
        row = await store.receive(KEY, "are you there?", "new", now)
        begun = await store.take_up(row)
        assert await store.expire(now - HOUR, now - HOUR if kept else NOON - DAY) == 1
        assert [one.text for one in await store.waiting(KEY)] == ["are you there?"]
        with pytest.raises(StoreError):  # the turn that was begun knew what had to go
            await store.commit(begun.loaded, begun.loaded.conversation, row.id, "Yes.", now)
        again = await store.take_up(row)
        assert again.loaded.conversation.turns == ()
        await store.commit(again.loaded, again.loaded.conversation, row.id, "Yes.", now)


async def test_messages_that_never_became_a_turn_and_people_without_anything_go_too(address: str, rows: Rows) -> None:
    async with Store.open(address) as store:
        await store.receive(KEY, SECRET, "1", NOON)
        await store.receive(OTHER, SECRET, "1", NOON)
        await store.people.consent(YOU, "keep", True, NOON)
        await store.expire(NOON + HOUR, NOON - DAY)
        assert [row.conversation_id for row in await store.waiting("")] == [OTHER]
        await store.people.consent(YOU, "keep", False, NOON)
        await store.expire(NOON + 2 * HOUR, NOON + HOUR)
        left = await rows(store)
        assert left["inbox"] == []
        assert [row["id"] for row in left["person"]] == [YOU]  # whose answers stay on record

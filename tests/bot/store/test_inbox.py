import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.dialog import Conversation, DialogState, Turn
from bot.errors import Forgotten
from bot.parts import part
from bot.store import Outgoing, Store, inbox
from bot.store.rows import Answered, Waiting
from bot.testing.scripted import NOON

Exchange = Callable[..., Awaitable[Outgoing]]
KEY = "t:1::me"


@part("test_inbox_note", version=2)
@dataclass(frozen=True, slots=True)
class Note:
    text: str


def talk(*texts: str, id: str = KEY, learnt: Sequence[object] = ()) -> Conversation:
    turns = [Turn("bot" if place % 2 else "user", text, NOON + timedelta(place)) for place, text in enumerate(texts)]
    return Conversation(id, tuple(turns), DialogState(*learnt))


async def test_an_event_is_one_message_however_often_it_comes(address: str) -> None:
    async with Store.open(address) as store:
        first = await store.receive(KEY, "hi", "7", NOON)
        assert await store.receive(KEY, "hi", "7", NOON) == first
        assert (await store.receive(KEY, "hi", "8", NOON)).id != first.id
        assert (await store.receive("t:2::me", "hi", "7", NOON)).id != first.id


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


async def test_what_another_process_answers_meanwhile_is_no_conflict(
    on_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def other_process() -> None:
        async with Store.open(on_postgres) as other:
            await other.commit(await other.load(KEY), talk("hi", "ok"), row.id, "ok", NOON)

    def read_late(*args: Any) -> list[Waiting]:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, other_process()).result()
        return waiting_in(*args)

    waiting_in = inbox.waiting_in
    async with Store.open(on_postgres) as store:
        row = await store.receive(KEY, "hi", "7", NOON)
        monkeypatch.setattr(inbox, "waiting_in", read_late)
        answer = (await store.take_up(row)).answer
    assert answer is not None
    assert answer.text == "ok"


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
        with pytest.raises(Forgotten, match="forgotten meanwhile"):
            await store.take_up(rows[1])


async def test_what_is_answered_is_not_dismissed(address: str, exchange: Exchange) -> None:
    async with Store.open(address) as store:
        answer = await exchange(store, KEY, "hi", "Hello.", event="1")
        await store.dismiss(KEY, "1")
        assert await store.unsent("") == [answer]
        assert (await store.receive(KEY, "hi", "1", NOON)).id


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


async def test_the_same_event_told_at_once_by_many_is_one_row(on_postgres: str) -> None:
    async with Store.open(on_postgres) as left, Store.open(on_postgres) as right:
        told = [store.receive(KEY, "hi", str(event), NOON) for event in range(4) for store in (left, right) * 4]
        rows = await asyncio.gather(*told)
        assert len({row.id for row in rows}) == 4
        assert {row.text for row in rows} == {"hi"}
        assert len(await left.waiting("")) == 4


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


async def test_it_is_told_whether_an_id_comes_with_the_same_words(address: str, exchange: Exchange) -> None:
    async with Store.open(address) as store:
        assert (await store.receive(KEY, "one", "1", NOON)).same
        assert [(await store.receive(KEY, text, "1", NOON)).same for text in ("one", "two")] == [True, False]
        for row in await store.waiting_in(KEY):
            await store.withdraw(row.id)
        answer = await exchange(store, KEY, "blanked once it is a turn", at=NOON)
        kept = (await store.people.export("t:me"))["answered"][0]["event"]
        assert [
            (await store.receive(KEY, text, kept, NOON)).same for text in ("blanked once it is a turn", "other")
        ] == [True, False]
        assert await store.undo(await store.load(KEY), NOON)
        assert (await store.receive(KEY, "blanked once it is a turn", kept, NOON)).same is None
        assert answer.turn == 1


async def test_of_the_same_words_no_two_digests_are_the_same_and_none_says_them(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    async with Store.open(f"sqlite+aiosqlite:///{path}") as store:
        for event in ("1", "2"):
            await store.receive(KEY, "the same words", event, NOON)
    with closing(sqlite3.connect(path)) as database:
        found = {row[0] for row in database.execute("SELECT digest FROM inbox")}
        assert len(found) == 2
        database.execute("UPDATE inbox SET digest = 'no digest'")
        database.commit()
    async with Store.open(f"sqlite+aiosqlite:///{path}") as store:
        assert (await store.receive(KEY, "the same words", "1", NOON)).same is None

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from telegram import Update, User

from bot.errors import StoreError
from bot.frontends.telegram import inbox as module
from bot.frontends.telegram.inbox import PATIENCE, Inbox, Newest
from bot.frontends.telegram.reading import Asked, Changed, Place, Reader, Said
from bot.registry import Skill
from bot.sessions import Sessions
from bot.store import Store

Room = Callable[..., AbstractAsyncContextManager[tuple[Sessions, Store]]]
ME = User(1, "Attune", True, username="attune_bot")
PLACE, GROUP = Place(7, 0, 7), Place(-100, 0, 7)


def update(number: int, text: str, message: int, *, group: bool = False, edited: int | None = None) -> Update:
    chat = {"id": -100, "type": "group", "title": "All"} if group else {"id": 7, "type": "private"}
    content: dict[str, Any] = {"message_id": message, "date": 1, "chat": chat, "text": text}
    content["from"] = {"id": 7, "is_bot": False, "first_name": "Ada"}
    if edited:
        content["edit_date"] = edited
    found = Update.de_json({"update_id": number, "edited_message" if edited else "message": content}, None)
    assert found is not None
    return found


def inbox(opened: tuple[Sessions, Store]) -> Inbox:
    return Inbox(Reader(lambda: ME), *opened)


async def rows(store: Store, place: Place = PLACE) -> list[str]:
    return [row.text for row in await store.waiting(place.id)]


async def test_words_are_committed_before_put_returns(guarded: Room, echo: Skill) -> None:
    async with guarded(echo) as (sessions, store):
        queue = inbox((sessions, store))
        await queue.put(update(1, "hello", 5))
        assert await rows(store) == ["hello"]
        assert queue.get_nowait() == Said(PLACE, "hello", 5, "1/5")


async def test_the_first_message_to_another_bot_is_not_taken_for_that_of_the_bot_before(
    guarded: Room, echo: Skill
) -> None:
    other = User(2, "Other", True, username="other_bot")
    async with guarded(echo) as opened:
        await inbox(opened).put(update(1, "hello", 5))
        await Inbox(Reader(lambda: other), *opened).put(update(1, "to another bot", 5))
        assert await rows(opened[1]) == ["hello", "to another bot"]


async def test_what_is_not_committed_is_not_queued_and_may_come_again(
    guarded: Room, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise StoreError("disk full")

    async with guarded(echo) as (sessions, store):
        queue = inbox((sessions, store))
        with monkeypatch.context() as patched:
            patched.setattr(Store, "receive", full)
            with pytest.raises(StoreError):
                await queue.put(update(1, "hello", 5))
        assert queue.empty()
        await queue.put(update(1, "hello", 5))
        await queue.put(update(1, "hello", 5))
        assert queue.qsize() == 1


async def test_a_failure_that_lasts_is_waited_for_once_and_danger_does_not_wait(
    guarded: Room, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise StoreError("disk full")

    async def refused(number: int, text: str) -> bool:
        try:
            await queue.put(update(number, text, number))
        except StoreError:
            return True
        return False

    async with guarded(echo) as (sessions, store):
        queue = inbox((sessions, store))
        with monkeypatch.context() as patched:
            patched.setattr(Store, "receive", full)
            assert [await refused(1, "hello") for _ in range(PATIENCE + 1)] == [True] * PATIENCE + [False]
            assert not await refused(2, "hello")
        assert not await refused(3, "hello")
        monkeypatch.setattr(Store, "receive", full)
        assert await refused(4, "hello")
        assert not await refused(5, "danger")
        assert queue.qsize() == 4


async def test_commands_and_what_is_not_for_the_bot_leave_no_row(guarded: Room, echo: Skill) -> None:
    async with guarded(echo) as (sessions, store):
        queue = inbox((sessions, store))
        await queue.put(update(1, "/mood", 5))
        await queue.put(update(2, "hello all", 6, group=True))
        assert queue.qsize() == 1
        assert isinstance(queue.get_nowait(), Asked)
        assert await rows(store) == await rows(store, GROUP) == []


async def test_danger_in_a_group_becomes_a_message_of_the_private_chat(guarded: Room, echo: Skill) -> None:
    async with guarded(echo) as (sessions, store):
        queue = inbox((sessions, store))
        await queue.put(update(1, "hello", 5))
        await queue.put(update(2, "@attune_bot I am in danger", 5, group=True))  # another message of the same number
        assert await rows(store) == ["hello", "I am in danger"]
        assert await rows(store, GROUP) == []
        queue.get_nowait()
        said = queue.get_nowait()
    assert said == Said(PLACE, "I am in danger", 5, f"{GROUP.id} 1/5", public=GROUP)


async def test_where_danger_cannot_be_looked_for_words_in_a_group_go_private(
    guarded: Room, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> bool:
        raise StoreError("disk full")

    async with guarded(echo) as (sessions, store):
        monkeypatch.setattr(Sessions, "endangered", broken)
        await (queue := inbox((sessions, store))).put(update(1, "@attune_bot hello", 5, group=True))
        assert queue.get_nowait() == Said(PLACE, "hello", 5, f"{GROUP.id} 1/5", public=GROUP)


async def test_edits(guarded: Room, echo: Skill) -> None:
    async with guarded(echo) as (sessions, store):
        queue = inbox((sessions, store))
        for one in (
            update(1, "one", 5),
            update(2, "two", 6),
            update(3, "two", 6, edited=9),  # nothing changed
            update(4, "two or so", 6, edited=10),
            update(5, "one or so", 5, edited=11),
            update(6, "one danger", 5, edited=12),
        ):
            await queue.put(one)
        events = [queue.get_nowait() for _ in range(queue.qsize())]
        assert await rows(store) == ["one", "two", "two or so", "one danger"]
    assert events[2:] == [
        Said(PLACE, "two or so", 6, "1/6 10", edited=True),
        Changed(PLACE, 5),
        Said(PLACE, "one danger", 5, "1/5 12", edited=True),
    ]


async def test_an_edit_of_what_this_process_never_saw_is_heard(guarded: Room, echo: Skill) -> None:
    async with guarded(echo) as (sessions, store):
        await (queue := inbox((sessions, store))).put(update(1, "one or so", 5, edited=9))
        assert queue.get_nowait() == Said(PLACE, "one or so", 5, "1/5 9", edited=True)


def test_only_the_newest_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 2)
    newest: Newest[str, int] = Newest()
    for number, key in enumerate("abab" + "c"):
        newest[key] = number
    assert dict(newest) == {"b": 3, "c": 4}

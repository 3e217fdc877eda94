"""What a page that opens is brought."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

from bot.frontends.web.hub import Hub
from bot.frontends.web.talk import lines
from bot.registry import Skill
from bot.sessions import Sessions, utc_now
from bot.store import Store

Room = Callable[[Skill], AbstractAsyncContextManager[tuple[Sessions, Store]]]
KEY = "web:me::me"


@pytest.fixture
def answered_between(monkeypatch: pytest.MonkeyPatch) -> Callable[[Sessions, Store], None]:
    """After the first transaction that follows, what waits is answered."""

    def begin(sessions: Sessions, store: Store) -> None:
        run = store._run

        async def first(*work: Any, **keywords: Any) -> Any:
            monkeypatch.undo()
            found = await run(*work, **keywords)
            await sessions.unsent(KEY)
            return found

        monkeypatch.setattr(store, "_run", first)

    return begin


async def test_a_message_that_is_answered_just_then_is_told_of(
    room: Room, echo: Skill, answered_between: Callable[[Sessions, Store], None]
) -> None:
    async with room(echo) as (sessions, store):
        hub = Hub(sessions, store, tabs=1, neighbours=1)
        await store.receive(KEY, "hello", "1", utc_now())
        tab = hub.enter(KEY, "127.0.0.1")
        assert tab
        answered_between(sessions, store)
        await hub.bring(tab)
        async with asyncio.timeout(5):
            assert await tab.frames.get() == {"kind": "writing"}
            assert (await tab.frames.get() or {})["text"] == "You said: hello"
        await hub.settle(5)


async def test_the_page_shows_it_once(
    room: Room, echo: Skill, answered_between: Callable[[Sessions, Store], None]
) -> None:
    async with room(echo) as (sessions, store):
        await store.receive(KEY, "hello", "1", utc_now())
        answered_between(sessions, store)
        assert [line.text for line in await lines(sessions, KEY)] == ["hello"]
        assert [line.text for line in await lines(sessions, KEY)] == ["hello", "You said: hello"]

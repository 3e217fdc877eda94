from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.dialog import Reply, TurnView, Verdict
from bot.engine import Engine
from bot.frontends.door import Door
from bot.people import person_of
from bot.registry import Skill, Watch
from bot.sessions import Sessions, utc_now
from bot.store import Store
from tests.bot.failing import WAYS, failing
from tests.bot.frontends.channel import Channel, no_sign

Room = Callable[[Skill], AbstractAsyncContextManager[tuple[Sessions, Store]]]


async def test_a_message_that_is_erased_while_it_waits_is_passed_over(
    room: Room, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = Channel()
    async with room(echo) as (sessions, store):
        receive = store.receive

        async def received_and_erased(*args: Any) -> Any:
            row = await receive(*args)
            await sessions.forget_person(person_of("test:1:0:1"))
            return row

        monkeypatch.setattr(store, "receive", received_and_erased)
        door = Door(sessions, channel, limit=100)
        assert await door.hear("test:1:0:1", "one", "1", no_sign) is None
        assert channel.sent == []
        monkeypatch.undo()
        await door.hear("test:1:0:1", "two", "2", no_sign)
    assert channel.texts == ["You said: two"]


async def test_what_another_process_begins_to_send_meanwhile_is_not_taken_over(room: Room, echo: Skill) -> None:
    class Meanwhile(Channel):
        async def __call__(self, conversation_id: str, text: str, key: str) -> None:
            await sessions.sending(other)
            await super().__call__(conversation_id, text, key)

    channel = Meanwhile()
    async with room(echo) as (sessions, _):
        await sessions.say("test:1:0:1", "one")
        other = await sessions.say("test:2:0:2", "two")
        await Door(sessions, channel, limit=100).resend("test:")
    assert channel.texts == ["You said: one"]


async def test_what_another_process_is_sending_is_left_to_it_until_it_has_died(room: Room, echo: Skill) -> None:
    channel = Channel()
    async with room(echo) as (sessions, _):
        answer = await sessions.say("test:1:0:1", "one")
        assert await sessions.sending(answer)
        door = Door(sessions, channel, limit=100)
        await door.hear("test:1:0:1", "two", "2", no_sign)
        assert channel.texts == ["You said: two"]
        await door.resend("test:")
    assert channel.texts == ["You said: two", "You said: one"]


async def test_who_waits_long_in_line_finds_the_answer_sent_without_looking(
    tmp_path: Path, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []
    busy, free = asyncio.Event(), asyncio.Event()
    unsent = Store.unsent

    async def counted(store: Store, prefix: str, *more: Any) -> list[Any]:
        looks.append(prefix)
        return await unsent(store, prefix, *more)

    class Slow(Channel):
        async def __call__(self, conversation_id: str, text: str, key: str) -> None:
            busy.set()
            await free.wait()
            await super().__call__(conversation_id, text, key)

    monkeypatch.setattr(Store, "unsent", counted)
    channel, marked = Slow(), list[str]()

    @contextmanager
    def again() -> Iterator[None]:
        marked.append("again")
        yield

    address = f"sqlite+aiosqlite:///{tmp_path / 'talk.db'}"
    async with Store.open(address) as store, Sessions(Engine((("echo", echo),)), store, merge_above=100) as sessions:
        door = Door(sessions, channel, limit=100, again=again)
        first = asyncio.create_task(door.hear("test:1:0:1", "0", "0", no_sign))
        await busy.wait()
        others = [asyncio.create_task(door.hear("test:1:0:1", str(n), str(n), no_sign)) for n in range(1, 20)]
        async with asyncio.timeout(20):
            while len(await unsent(store, "")) < 20:
                await asyncio.sleep(0.01)
        free.set()
        answers = await asyncio.gather(first, *others)
    assert sorted(channel.texts) == sorted(f"You said: {n}" for n in range(20))
    assert len(looks) <= 4  # the first, the next for all who waited, and whoever came just then
    assert marked == []  # all are new
    assert all(answer and answer.step is None for answer in answers)


class Full:
    """Turns everybody away."""

    def admit(self, person: str, address: str | None = None) -> str | None:
        return f"Not now, {person}."

    def admit_menu(self, person: str, address: str | None = None, token: str | None = None) -> str | None:
        return f"Not now, {person}."


class Alarm:
    def watch(self, turn: TurnView, /) -> Watch:
        stopped = "danger" in turn.text
        return (
            Watch(Verdict(2, "suicide", stopped=True), reply=Reply("Are you safe?", "alarm", 1)) if stopped else Watch()
        )

    def refuse(self, reply: Reply, /) -> str | None:
        return None


async def test_who_is_over_a_limit_is_told_so_but_never_in_danger(tmp_path: Path, echo: Skill) -> None:
    channel = Channel()
    async with (
        Store.open(f"sqlite+aiosqlite:///{tmp_path / 'talk.db'}") as store,
        Sessions(Engine((("echo", echo),), Alarm()), store) as sessions,
    ):
        door = Door(sessions, channel, limit=100, limits=Full())
        await store.receive("test:1:0:7", "hello", "1", utc_now())
        await door.hear("test:1:0:7", "hello", "1", no_sign)
        assert channel.texts == ["Not now, test:7."]
        assert await store.waiting("") == []
        await door.hear("test:1:0:7", "i am in danger", "2", no_sign)
    assert channel.texts == ["Not now, test:7.", "Are you safe?"]


async def test_settle_waits_for_what_is_under_way(room: Room, echo: Skill) -> None:
    channel = Channel()
    async with room(echo) as (sessions, _):
        door = Door(sessions, channel, limit=100)
        hearing = asyncio.create_task(door.hear("test:1:0:1", "one", "1", no_sign))
        await asyncio.sleep(0)
        await door.settle()
        assert channel.texts == ["You said: one"]
        await hearing
        await door.settle()  # with nothing under way it returns at once


async def test_what_a_dead_process_left_is_found_by_looking_again_and_again(tmp_path: Path, echo: Skill) -> None:
    channel, at_once = Channel(OSError("line down")), timedelta(0)
    async with (
        Store.open(f"sqlite+aiosqlite:///{tmp_path / 'talk.db'}") as store,
        Sessions(Engine((("echo", echo),)), store, left=at_once, stale=at_once) as sessions,
    ):
        door = Door(sessions, channel, limit=100, sweep=0.01)
        await store.receive("test:1:0:1", "heard", "1", utc_now())
        assert await sessions.sending(await sessions.say("test:2:0:2", "half sent"))
        await store.receive("other:1:0:1", "not ours", "1", utc_now())
        sweeping = asyncio.create_task(door.sweep("test:"))
        async with asyncio.timeout(10):
            while await store.unsent("test:") or await store.waiting("test:"):
                await asyncio.sleep(0.01)
        sweeping.cancel()
        assert sorted(channel.texts) == ["You said: half sent", "You said: heard"]
        assert len(await store.waiting("other:")) == 1


@pytest.mark.parametrize("way", WAYS)
async def test_a_person_is_answered_while_the_store_fails(tmp_path: Path, echo: Skill, way: str) -> None:
    channel = Channel()
    async with (
        Store.open(f"sqlite+aiosqlite:///{tmp_path / 'talk.db'}") as store,
        Sessions(Engine((("echo", echo),), Alarm()), store, gather=0) as sessions,
    ):
        door = Door(sessions, channel, limit=10_000, limits=Full(), greet=True)
        long = " and so on" * 1000
        async with failing(store, tmp_path / "talk.db", way):
            assert await door.hear("test:1:0:7", "danger" + long, "1", no_sign) is None
            assert await door.hear("test:1:0:8", "hello" + long, "2", no_sign) is None
        assert channel.texts == ["Are you safe?", "Not now, test:8."]

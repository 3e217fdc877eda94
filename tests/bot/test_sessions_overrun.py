"""Turns that do not end: who is tried again, who is set aside, and what is remembered of it when a process dies."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import pytest

from bot.dialog import Conversation
from bot.engine import Engine
from bot.errors import NoEngine, Overrun
from bot.step import Step
from bot.stepper import STARTS
from bot.store import Store
from bot.testing import FakeClock
from bot.turns import SET_ASIDE
from tests.bot.room import KEY, Alarm, echo, opened


class Stuck(Engine):
    """Gets done with no batch in which somebody says `stuck`; `batches` are what it was asked for."""

    batches: list[list[str]] = []  # noqa: RUF012 (shared on purpose: the dataclass is frozen)
    there = True

    @property
    def ready(self) -> bool:
        return self.there

    def wait(self) -> None:
        raise NoEngine("none")

    def steps(self, pairs: Sequence[tuple[Conversation, str]], now: datetime, *, hurried: bool = False) -> list[Step]:
        self.batches.append([text for _, text in pairs])
        if any("stuck" in text for _, text in pairs):
            raise Overrun("a turn did not end in time")
        if any("gone" in text for _, text in pairs):
            raise NoEngine("there is no engine")
        return super().steps(pairs, now, hurried=hurried)

    def heed(self, pairs: Sequence[tuple[Conversation, str]], now: datetime) -> list[int]:
        if any("stuck" in text for _, text in pairs):
            raise Overrun("a turn did not end in time")
        return super().heed(pairs, now)


class Counted:
    """Counts what is set aside."""

    def __init__(self) -> None:
        self.count = 0

    def answered(self, answer: object, seconds: float) -> None: ...

    def waiting(self, people: int) -> None: ...

    def set_aside(self) -> None:
        self.count += 1


@pytest.fixture
def stuck() -> Stuck:
    Stuck.batches, Stuck.there = [], True
    return Stuck((("echo", echo),), Alarm())


def words(bot: Stuck) -> list[list[str]]:
    return [sorted(batch) for batch in bot.batches]


async def test_of_a_batch_that_does_not_end_each_is_tried_alone_and_the_one_set_aside(
    tmp_path: Path, stuck: Stuck, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path, stuck) as (sessions, store):
        sessions._observer, sessions._stepper.understand.gather = (counted := Counted()), 0.2
        said = ("one", "stuck", "two")
        answers = await asyncio.gather(*(sessions.say(f"t:{text}::me", text) for text in said))
        assert [answer.text for answer in answers] == ["one?", SET_ASIDE, "two?"]
        assert words(stuck)[0] == ["one", "stuck", "two"]
        assert sorted(words(stuck)[1:]) == [["one"], ["stuck"], ["two"]]
        assert counted.count == 1
        assert await store.waiting("") == []
        assert (await sessions.say("t:stuck::me", "and now")).text == "and now?"
        assert (await sessions.known("t:stuck::me")).said("user") == ("and now",)
    assert "conversation t:stuck::me: a message is set aside" in caplog.text


async def test_what_ends_only_in_a_hurry_is_answered_the_second_time(tmp_path: Path) -> None:
    class Slow(Engine):
        def steps(
            self, pairs: Sequence[tuple[Conversation, str]], now: datetime, *, hurried: bool = False
        ) -> list[Step]:
            if not hurried:
                raise Overrun("a turn did not end in time")
            return super().steps(pairs, now, hurried=hurried)

    async with opened(tmp_path, Slow((("echo", echo),), Alarm())) as (sessions, _):
        assert (await sessions.say(KEY, "hello")).text == "hello?"


async def test_what_a_process_died_over_is_tried_once_more_and_alone(tmp_path: Path, stuck: Stuck) -> None:
    async with opened(tmp_path, stuck, merge_above=1) as (sessions, store):
        for number, text in enumerate(("stuck", "one", "two")):
            await store.receive(KEY, text, str(number), FakeClock()())
        first, *_ = await store.waiting(KEY)
        await store.take_up(first, begin=True)
        assert [answer.text for answer in await sessions.unsent(KEY)] == [SET_ASIDE, "one\ntwo?"]
        assert words(stuck) == [["stuck"], ["one\ntwo"]]


async def test_an_innocent_message_may_be_begun_again_and_again_and_is_answered(tmp_path: Path, stuck: Stuck) -> None:
    async with opened(tmp_path, stuck) as (sessions, store):
        row = await store.receive(KEY, "hello", "1", FakeClock()())
        for _ in range(STARTS - 1):
            await store.take_up(row, begin=True)
        assert (await sessions.say(KEY, "hello", "1")).text == "hello?"


async def test_what_nobody_lives_to_tell_of_is_set_aside_unread(tmp_path: Path, stuck: Stuck) -> None:
    async with opened(tmp_path, stuck) as (sessions, store):
        row = await store.receive(KEY, "hello", "1", FakeClock()())
        for _ in range(STARTS):
            await store.take_up(row, begin=True)
        assert (await sessions.say(KEY, "hello", "1")).text == SET_ASIDE
        assert stuck.batches == []


async def test_one_of_several_that_wait_together_holds_up_none_of_them(tmp_path: Path, stuck: Stuck) -> None:
    texts = ["one", "stuck", "i am in danger", "two"]
    async with opened(tmp_path, stuck, merge_above=2) as (sessions, store):
        for number, text in enumerate(texts):
            await store.receive(KEY, text, str(number), FakeClock()())
        answers = [await sessions.say(KEY, text, str(number)) for number, text in enumerate(texts)]
        assert [answer.text for answer in answers] == ["one?", SET_ASIDE, "Are you safe?", "two?"]
        assert await store.waiting("") == []


async def test_without_an_engine_a_message_waits_and_is_not_counted(tmp_path: Path, stuck: Stuck) -> None:
    async with opened(tmp_path, stuck) as (sessions, store):
        Stuck.there = False
        assert not sessions.ready
        for _ in range(STARTS + 2):
            with pytest.raises(NoEngine):
                await sessions.say(KEY, "hello", "1")
        assert [row.tries for row in await store.waiting("")] == [0]
        Stuck.there = True
        assert (await sessions.say(KEY, "hello", "1")).text == "hello?"


async def test_one_that_goes_in_the_middle_of_a_turn_leaves_the_message_where_it_is(
    tmp_path: Path, stuck: Stuck
) -> None:
    async with opened(tmp_path, stuck) as (sessions, store):
        with pytest.raises(NoEngine):
            await sessions.say(KEY, "gone", "1")
        assert [row.text for row in await store.waiting("")] == ["gone"]


async def test_what_the_guard_does_not_get_through_is_no_reason_to_let_somebody_in(
    tmp_path: Path, stuck: Stuck
) -> None:
    async with opened(tmp_path, stuck) as (sessions, _):
        asked = await asyncio.gather(*(sessions.endangered(KEY, text) for text in ("stuck", "i am in danger", "hello")))
        assert asked == [False, True, False]


async def test_every_time_that_somebody_sets_out_is_counted(address: str) -> None:
    async with Store.open(address) as store:
        row = await store.receive(KEY, "hello", "1", FakeClock()())
        other = await store.receive(KEY, "again", "2", FakeClock()())
        assert (await store.take_up(row)).tries == 0
        assert [(await store.take_up(row, begin=True)).tries for _ in range(3)] == [1, 2, 3]
    async with Store.open(address) as store:
        assert [(waiting.id, waiting.tries) for waiting in await store.waiting("")] == [(row.id, 3), (other.id, 0)]

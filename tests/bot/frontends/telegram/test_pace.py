from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.frontends.telegram.pace import SECOND, TIDY_AT, Leaving, Pace, Patience


class Time:
    """A clock that moves when somebody waits for it: to the earliest moment that anybody waits for."""

    def __init__(self) -> None:
        self.now = 0.0
        self._sleepers: list[tuple[float, asyncio.Event]] = []

    def __call__(self) -> float:
        return self.now

    async def pause(self, seconds: float) -> None:
        woken = asyncio.Event()
        self._sleepers.append((self.now + seconds, woken))
        await woken.wait()

    async def run(self, *tasks: asyncio.Task[None]) -> None:
        while not all(task.done() for task in tasks):
            for _ in range(20):
                await asyncio.sleep(0)
            if self._sleepers:
                self._sleepers.sort(key=lambda sleeper: sleeper[0])
                at, woken = self._sleepers.pop(0)
                self.now = max(self.now, at)
                woken.set()


async def times(chats: list[int], per_second: int, per_chat: int) -> list[tuple[int, int, float]]:
    """(place in line, chat, moment) of messages that all want to go out at once."""
    time, gone = Time(), list[tuple[int, int, float]]()
    pace = Pace(per_second, per_chat, time.pause, time)

    async def send(number: int, chat: int) -> None:
        await pace.turn(chat)
        gone.append((number, chat, time.now))

    await time.run(*[asyncio.create_task(send(number, chat)) for number, chat in enumerate(chats)])
    return gone


async def test_a_chat_gets_one_a_second_and_others_do_not_wait_for_it() -> None:
    gone = await times([1, 1, 1, 2], per_second=30, per_chat=1)
    assert [(chat, moment) for _, chat, moment in gone] == [
        (1, 0.0),
        (2, 0.0),
        (1, pytest.approx(SECOND)),
        (1, pytest.approx(2 * SECOND)),
    ]


async def test_a_group_gets_twenty_a_minute() -> None:
    moments = [moment for _, _, moment in await times([-5] * 21, per_second=30, per_chat=1)]
    assert moments[19] == pytest.approx(19 * SECOND)
    assert moments[20] == pytest.approx(60.0)


async def test_nothing_waits_without_limits() -> None:
    assert {moment for _, _, moment in await times([1, 1, -2, -2], per_second=0, per_chat=0)} == {0.0}


@settings(max_examples=40)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=40), st.integers(1, 8))
def test_no_window_ever_holds_too_many_and_each_chat_keeps_its_order(chats: list[int], per_second: int) -> None:
    gone = asyncio.run(times(chats, per_second, 1))
    assert len(gone) == len(chats)
    for first, later in zip(gone, gone[per_second:], strict=False):
        assert later[2] - first[2] >= 1
    for chat in set(chats):
        own = [entry for entry in gone if entry[1] == chat]
        assert [number for number, _, _ in own] == sorted(number for number, _, _ in own)
        assert all(later[2] - first[2] >= 1 for first, later in pairwise(own))


async def test_quiet_chats_are_let_go() -> None:
    time = Time()
    pace = Pace(0, 1, time.pause, time)
    for chat in range(1, TIDY_AT + 1):
        await pace.turn(chat)
    time.now += 5
    await pace.turn(TIDY_AT + 1)
    assert len(pace._lanes) == 1


async def test_patience_ends_for_who_waits_and_for_who_would_have_to() -> None:
    patience = Patience()
    await patience(0)
    waiting = asyncio.create_task(patience(3600))
    await asyncio.sleep(0)
    patience.end()
    with pytest.raises(Leaving):
        await waiting
    with pytest.raises(Leaving):
        await patience(3600)

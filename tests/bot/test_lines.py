"""Who waits in a conversation, and what a turn is told of it."""

import asyncio

import pytest

from bot.lines import Line


async def test_a_turn_is_told_of_another_message_and_not_of_itself() -> None:
    line, lock = Line(), asyncio.Lock()
    async with line.turn(1, lock) as newer:
        assert not newer.is_set()
        same = asyncio.create_task(_through(line, 1, lock))
        await asyncio.sleep(0)
        assert not newer.is_set()
        other = asyncio.create_task(_through(line, 2, lock))
        await asyncio.sleep(0)
        assert newer.is_set()
    assert await same  # another waits behind it
    assert not await other
    assert line.waiting == []


async def test_who_stops_waiting_leaves_the_line() -> None:
    line, lock = Line(), asyncio.Lock()
    async with line.turn(1, lock):
        gone = asyncio.create_task(_through(line, 2, lock))
        await asyncio.sleep(0)
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        assert line.waiting == []
    assert not lock.locked()


async def _through(line: Line, number: int, lock: asyncio.Lock) -> bool:
    async with line.turn(number, lock) as newer:
        return newer.is_set()

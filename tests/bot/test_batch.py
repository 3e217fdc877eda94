"""Who waits together is worked on together, side by side in so many lanes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.batch import Gathered


@pytest.mark.parametrize("lanes", [1, 3])
async def test_so_many_batches_are_on_their_way_at_once(lanes: int) -> None:
    running, most, begun, lock = 0, 0, 0, threading.Lock()
    full = threading.Barrier(lanes)

    def work(items: Sequence[int]) -> list[int]:
        nonlocal running, most, begun
        with lock:
            running, begun = running + 1, begun + 1
            most, early = max(most, running), begun <= lanes
        if early:
            full.wait(10)  # nobody is done before all lanes are taken
        with lock:
            running -= 1
        return [item * 2 for item in items]

    with ThreadPoolExecutor(lanes) as worker:
        gathered = Gathered(work, worker, 0.0, 2, lanes=lanes)
        found = await asyncio.gather(*map(gathered, range(12)))
    assert found == [item * 2 for item in range(12)]
    assert most == lanes


async def test_what_waits_is_shared_out_among_the_lanes() -> None:
    sizes: list[int] = []

    def work(items: Sequence[int]) -> Sequence[int]:
        sizes.append(len(items))
        return items

    with ThreadPoolExecutor(1) as worker:
        for lanes in (1, 4):
            gathered: Gathered[int, int] = Gathered(work, worker, 0.0, 32, lanes=lanes)
            await asyncio.gather(*map(gathered, range(20)))
    assert (sizes[0], sizes[1]) == (20, 5)


async def test_who_comes_while_a_lane_ends_is_not_forgotten() -> None:
    with ThreadPoolExecutor(2) as worker:
        gathered: Gathered[int, int] = Gathered(list, worker, 0.0, 1, lanes=2)
        for item in range(50):
            async with asyncio.timeout(10):
                assert await gathered(item) == item

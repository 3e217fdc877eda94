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
    running, most, lock = 0, 0, threading.Lock()
    full = threading.Barrier(lanes)

    def work(items: Sequence[int]) -> list[int]:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        full.wait(10)  # nobody is done before all lanes are taken
        with lock:
            running -= 1
        return [item * 2 for item in items]

    with ThreadPoolExecutor(lanes) as worker:
        gathered = Gathered(work, worker, 0.0, 2, lanes=lanes)
        found = await asyncio.gather(*map(gathered, range(12)))
    assert found == [item * 2 for item in range(12)]
    assert most == lanes


async def test_who_comes_while_a_lane_ends_is_not_forgotten() -> None:
    with ThreadPoolExecutor(2) as worker:
        gathered: Gathered[int, int] = Gathered(list, worker, 0.0, 1, lanes=2)
        for item in range(50):
            async with asyncio.timeout(10):
                assert await gathered(item) == item

"""Whoever waits at the same time is understood together, in a worker thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

Given = TypeVar("Given")
Made = TypeVar("Made")


class Gathered(Generic[Given, Made]):
    """Calls `work` on what comes in within `gather` seconds, on `most` at once; meanwhile the next gathers.

    So many `lanes` batches are worked on side by side.

    Where `work` fails each is tried by itself, unless it was by one of `final`: that is raised to all of them.
    """

    def __init__(
        self,
        work: Callable[[Sequence[Given]], Sequence[Made]],
        worker: ThreadPoolExecutor,
        gather: float,
        most: int = 256,
        *,
        final: tuple[type[Exception], ...] = (),
        lanes: int = 1,
    ) -> None:
        self._work, self._worker, self.gather, self._most = work, worker, gather, most
        self._final, self._lanes = final, lanes
        self.waiting: list[tuple[Given, asyncio.Future[Made]]] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def __call__(self, item: Given) -> Made:
        future: asyncio.Future[Made] = asyncio.get_running_loop().create_future()
        self.waiting.append((item, future))
        running = [task for task in self._tasks if not task.done()]
        if len(running) < self._lanes:
            # A task of its own: the others must not hang when the first of them goes away.
            self._tasks = [*running, asyncio.create_task(self._run())]
        return await future

    async def _run(self) -> None:
        await asyncio.sleep(self.gather)
        while self.waiting:
            many = min(self._most, -(-len(self.waiting) // self._lanes))  # a lane leaves the others their share
            batch, self.waiting = self.waiting[:many], self.waiting[many:]
            await self._run_batch(batch)

    async def _run_batch(self, batch: Sequence[tuple[Given, asyncio.Future[Made]]]) -> None:
        results: Sequence[Made | Exception]
        try:
            items = [item for item, _ in batch]
            results = await asyncio.get_running_loop().run_in_executor(self._worker, self._work, items)
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, self._final):
                # Whoever it was, the others are no part of it.
                for one in batch:
                    await self._run_batch([one])
                return
            results = [error] * len(batch)
        for (_, future), result in zip(batch, results, strict=True):
            if future.done():
                continue
            if isinstance(result, Exception):
                future.set_exception(result)
            else:
                future.set_result(result)

"""What the engine is asked, for many conversations at once, from the loop that the doors run in.

Conversations that wait together are stepped together, by a thread for each request that the engine takes at the same
time: one, where it is here or in its own process. Slow responders are asked in the loop, between what is understood
and what is chosen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import ParamSpec, TypeVar

from bot.batch import Gathered
from bot.dialog import Conversation
from bot.drafts import Show, drafts
from bot.errors import NoEngine, Overrun
from bot.registry import Named
from bot.step import AnyEngine, Pending, Step

UNHURRIED = 2
"""When more turns than these wait together, skills leave out what costs much and adds little: on a slow processor one

takes two seconds with it, and all of them have to end within the time of one.
"""
MOST = 32
"""So many turns are understood together at most: the first of them wait for the last."""
STARTS = 5
"""A message is not taken up more often than this: processes that were killed outright over it could not say why."""
P = ParamSpec("P")
T = TypeVar("T")


class Stepper:
    """`wait` is how long slow responders may take and `gather` how long a turn waits for others, in seconds.

    `heed` says of a conversation and words what `Engine.heed` does.
    """

    def __init__(
        self,
        engine: AnyEngine,
        responders: Sequence[Named],
        *,
        wait: float,
        gather: float,
        clock: Callable[[], datetime],
    ) -> None:
        self._wait, self._clock = wait, clock
        self.use(engine, responders)
        lanes, final = engine.lanes, (Overrun, NoEngine)
        self._worker = ThreadPoolExecutor(lanes, "engine")
        self.understand = Gathered(self._understand_all, self._worker, gather, MOST, final=final, lanes=lanes)
        self._alone = Gathered(partial(self._understand_all, hurried=True), self._worker, 0.0, 1, lanes=lanes)
        self.heed = Gathered(self._heed_all, self._worker, gather, MOST, lanes=lanes)

    def use(self, engine: AnyEngine, responders: Sequence[Named]) -> None:
        """Go on with another bot; turns under way are finished by the one that began them."""
        self._engine, self._responders = engine, tuple(responders)

    @property
    def ready(self) -> bool:
        """Whether there is an engine to answer."""
        return self._engine.ready

    async def wait(self) -> None:
        """Return once there is. Raises NoEngine when that lasts too long."""
        if not self._engine.ready:
            await self._in_worker(self._engine.wait)

    async def step(
        self,
        conversation: Conversation,
        text: str,
        draft: Show | None = None,
        tries: int = 1,
        *,
        newer: asyncio.Event | None = None,
    ) -> Step:
        """Answer the user's `text`; by itself, and hurried, when it was tried before and didn't end.

        `draft` is shown what a slow responder writes; `newer` ends its time. Raises what the engine does, and Overrun
        after too many tries.
        """
        if tries > STARTS:
            raise Overrun("nobody lived through a turn over it")
        engine, found = await (self.understand if tries == 1 else self._alone)((conversation, text))
        if isinstance(found, Step):
            return found
        if found.settled:
            return await self._in_worker(engine.finish, found)
        written = await drafts(
            lambda words: self._in_worker(engine.allows, words),
            found,
            self._responders,
            self._wait,
            draft,
            newer=newer,
        )
        unasked = (*found.trace.unasked, *written.unasked)
        missed = (*found.trace.missed, *written.missed)
        trace = replace(found.trace, unasked=unasked, missed=missed, notes=written.notes)
        found = replace(found, trace=trace)
        return await self._in_worker(engine.finish, found, written.replies)

    async def close(self) -> None:
        """Wait for what is being worked on."""
        await asyncio.to_thread(self._worker.shutdown)

    def _understand_all(
        self, pairs: Sequence[tuple[Conversation, str]], *, hurried: bool = False
    ) -> list[tuple[AnyEngine, Pending | Step]]:
        """Where no slow responder is to be asked the turns are done at once."""
        engine, work = self._engine, self._engine.understand if self._responders else self._engine.steps
        return [(engine, found) for found in work(pairs, self._clock(), hurried=hurried or len(pairs) > UNHURRIED)]

    def _heed_all(self, pairs: Sequence[tuple[Conversation, str]]) -> list[int]:
        return self._engine.heed(pairs, self._clock())

    async def _in_worker(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, partial(work, *args, **kwargs))

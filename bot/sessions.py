"""One turn from inbox to outbox, for many conversations at once.

A message is committed before anything is done with it; conversations that wait together are stepped together in one
worker thread; turn, state and answer are saved in one transaction. Nothing in the database is held while a model runs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from uuid import uuid4
from weakref import WeakValueDictionary

from bot.dialog import Conversation, Reply, SelfReport
from bot.engine import Engine, Pending, Step
from bot.errors import Conflict
from bot.registry import Responder
from bot.store import Outgoing, Store, Waiting
from bot.text import clean

log = logging.getLogger(__name__)
TRIES = 5
TROUBLE = (
    "Something broke on my side, and your message is lost. If you are in danger, call your local emergency number. "
    "Could you write it once more?"
)


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer in the outbox. `step` is how it came about; None when it was made before a restart."""

    id: int
    conversation_id: str
    text: str
    step: Step | None = None


class Sessions:
    """Use as `async with Sessions(engine, store) as sessions`. `wait` and `gather` are in seconds."""

    def __init__(
        self,
        engine: Engine,
        store: Store,
        responders: Sequence[tuple[str, Responder]] = (),
        *,
        wait: float = 8.0,
        gather: float = 0.005,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._engine, self._store, self._responders = engine, store, tuple(responders)
        self._wait, self._gather, self._clock = wait, gather, clock
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._arrivals: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._worker = ThreadPoolExecutor(1, "engine")
        self._gathered: list[tuple[Conversation, str, asyncio.Future[Pending]]] = []
        self._batch: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Sessions:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self._worker.shutdown)

    async def say(self, conversation_id: str, text: str, event: str | None = None) -> Answer:
        """Answer a message. `event` is the channel's own id of it: told twice, it is answered once."""
        # Who comes second is received second, and so waits second for the conversation's lock.
        async with self._arrivals.setdefault(conversation_id, asyncio.Lock()):
            row = await self._store.receive(conversation_id, clean(text), event or uuid4().hex, self._clock())
        return await self._answer(row)

    async def unsent(self, prefix: str) -> list[Answer]:
        """What a door has to send when it starts: messages left without an answer are answered first."""
        for row in await self._store.waiting(prefix):
            await self._answer(row)
        return [_answer(outgoing) for outgoing in await self._store.unsent(prefix)]

    async def report_intensity(self, conversation_id: str, intensity: int) -> SelfReport:
        """Note the person's own answer, 1 to 5: the first of a talk is the start, each later one the end."""
        async with self._locks.setdefault(conversation_id, asyncio.Lock()):
            for _ in range(TRIES):
                loaded = await self._store.load(conversation_id)
                before = loaded.conversation.state.get(SelfReport)
                report = SelfReport(before.first, intensity) if before else SelfReport(intensity)
                try:
                    await self._store.learn(loaded, loaded.conversation.knowing(report), self._clock())
                except Conflict:
                    continue
                return report
        raise Conflict(f"conversation {conversation_id} kept changing under {TRIES} attempts to note an answer")

    async def forget(self, conversation_id: str) -> None:
        """Erase a conversation with all its messages."""
        async with self._locks.setdefault(conversation_id, asyncio.Lock()):
            await self._store.forget(conversation_id)

    async def sending(self, answer: Answer) -> None:
        await self._store.mark(answer.id, "sending")

    async def sent(self, answer: Answer) -> None:
        await self._store.mark(answer.id, "sent")

    async def _answer(self, row: Waiting) -> Answer:
        lock = self._locks.setdefault(row.conversation_id, asyncio.Lock())
        async with lock:
            for _ in range(TRIES):
                if outgoing := await self._store.outgoing(row.id):
                    return _answer(outgoing)
                try:
                    return await self._turn(row)
                except Conflict:
                    continue  # another process was faster: load what it saved and step again
        raise Conflict(f"conversation {row.conversation_id} kept changing under {TRIES} attempts to answer")

    async def _turn(self, row: Waiting) -> Answer:
        loaded = await self._store.load(row.conversation_id)
        for problem in loaded.problems:
            log.warning("conversation %s: skipped: %s", row.conversation_id, problem)
        step: Step | None = None
        after, text = loaded.conversation, TROUBLE
        try:
            step = await self._step(loaded.conversation, row.text)
            after, text = step.conversation, step.reply.text
        except Exception as error:
            # The person gets an answer whatever broke. The traceback could show what was said, so only its type.
            log.error("conversation %s: the turn failed: %s", row.conversation_id, type(error).__name__)
        outgoing = await self._store.commit(loaded, after, row.id, text, self._clock())
        return _answer(outgoing, step)

    async def _step(self, conversation: Conversation, text: str) -> Step:
        pending = await self._understand(conversation, text)
        extra = [] if pending.settled else await self._drafts(pending)
        return self._engine.finish(pending, extra)

    async def _understand(self, conversation: Conversation, text: str) -> Pending:
        """Join whoever else is waiting. While one batch is stepped, the next gathers."""
        future: asyncio.Future[Pending] = asyncio.get_running_loop().create_future()
        self._gathered.append((conversation, text, future))
        if self._batch is None or self._batch.done():
            # A task of its own: the others must not hang when the first of them goes away.
            self._batch = asyncio.create_task(self._run_batches())
        return await future

    async def _run_batches(self) -> None:
        await asyncio.sleep(self._gather)
        while self._gathered:
            batch, self._gathered = self._gathered, []
            await self._run_batch(batch)

    async def _run_batch(self, batch: Sequence[tuple[Conversation, str, asyncio.Future[Pending]]]) -> None:
        pairs = [(conversation, text) for conversation, text, _ in batch]
        understand, loop = self._engine.understand, asyncio.get_running_loop()
        try:
            results: Sequence[Pending | Exception] = await loop.run_in_executor(
                self._worker, understand, pairs, self._clock()
            )
        except Exception as error:
            results = [error] * len(batch)
        for (_, _, future), result in zip(batch, results, strict=True):
            if future.done():
                continue
            if isinstance(result, Exception):
                future.set_exception(result)
            else:
                future.set_result(result)

    async def _drafts(self, pending: Pending) -> list[Reply]:
        """The last draft of each slow responder at the deadline."""
        best: dict[str, Reply] = {}

        async def ask(name: str, responder: Responder) -> None:
            async for draft in responder.propose(pending.view, self._wait):
                best[name] = draft.reply

        tasks = [asyncio.create_task(ask(name, responder)) for name, responder in self._responders]
        if tasks:
            try:
                done, late = await asyncio.wait(tasks, timeout=self._wait)
            finally:  # also when the caller went away
                for task in tasks:
                    task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
            for task in done:
                if error := task.exception():
                    log.error("a slow responder failed: %s", type(error).__name__)
        return list(best.values())


def _answer(outgoing: Outgoing, step: Step | None = None) -> Answer:
    return Answer(outgoing.id, outgoing.conversation_id, outgoing.text, step)

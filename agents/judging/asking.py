"""Asking a judge: several requests at once, within a budget of tokens, and each answer kept as soon as it is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from time import monotonic

from agents.judging.answers import Answer, Ask
from bot.errors import BotError
from bot.logs import reason
from skills.writer.client import Client
from skills.writer.template import tokens

IN_A_ROW = 3
"""After so many failed requests, one after another, nothing more is asked."""


@dataclass(slots=True)
class Budget:
    """At most `most` tokens, None for no limit; `spent` are those of all answers, `held` those that are waited for."""

    most: int | None
    spent: int = 0
    held: int = 0

    def takes(self, tokens: int) -> bool:
        """Whether there is room for so many, which are then held."""
        if self.most is not None and self.spent + self.held + tokens > self.most:
            return False
        self.held += tokens
        return True

    def settle(self, held: int, spent: int) -> None:
        self.held -= held
        self.spent += spent


@dataclass(frozen=True, slots=True)
class Judge:
    """A model of a server, how long one answer may take, and how many are waited for at once."""

    client: Client
    seconds: float = 120.0
    at_once: int = 4
    seed: int = 7

    async def answer(self, ask: Ask) -> Answer:
        """Its answer to one question. Raises what the client does, and TimeoutError."""
        async with asyncio.timeout(self.seconds):
            asking = self.client.write(ask.messages, monotonic() + self.seconds, self.seed)
            async with aclosing(asking) as found:
                *_, written = [each async for each in found]
        read, wrote = written.used or (ask.tokens, tokens(written.text))
        return Answer(
            ask.key,
            ask.pair.item.id,
            ask.pair.of("left").source,
            ask.pair.of("right").source,
            ask.question.name,
            ask.first,
            self.client.model,
            written.text,
            written.finish or "",
            read,
            wrote,
        )


@dataclass(slots=True)
class Asked:
    """What became of it: how many answers came, how many requests failed, and why it `stopped` before the end."""

    answers: int = 0
    failed: int = 0
    stopped: str = ""
    _in_a_row: int = field(default=0, repr=False)

    def heard(self) -> None:
        self.answers += 1
        self._in_a_row = 0

    def missed(self, why: str) -> None:
        self.failed += 1
        self._in_a_row += 1
        if self._in_a_row >= IN_A_ROW:
            self.stopped = f"{IN_A_ROW} requests in a row have failed, the last with: {why}"


async def ask_all(asks: Iterable[Ask], judge: Judge, budget: Budget, keep: Callable[[Answer], None]) -> Asked:
    """Ask until all is answered, the budget is used up, or the server fails; what failed is asked at the next start."""
    left, found = iter(asks), Asked()
    async with asyncio.TaskGroup() as group:
        for _ in range(judge.at_once):
            group.create_task(_work(left, judge, budget, keep, found))
    return found


async def _work(
    left: Iterator[Ask], judge: Judge, budget: Budget, keep: Callable[[Answer], None], found: Asked
) -> None:
    while not found.stopped and (ask := next(left, None)):
        most = ask.tokens + judge.client.sampling.max_tokens
        if not budget.takes(most):
            found.stopped = f"the next answer could pass the budget ({budget.spent:,} of {budget.most:,} tokens spent)"
            return
        try:
            answer = await judge.answer(ask)
        except Exception as error:  # the library's, whose words may hold what it was sent
            budget.settle(most, most)  # what it cost isn't known
            found.missed(str(error) if isinstance(error, BotError) else reason(error))
        else:
            budget.settle(most, answer.tokens)
            keep(answer)
            found.heard()

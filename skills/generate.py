"""Replies written by a local language model, off by default.

A responder and not a skill: a small model takes seconds for a reply, and skills run where every conversation is
stepped, one batch after another, so everybody would wait for one person's reply. As a responder it writes in a thread
of its own beside the pure proposals, stops at the deadline between two tokens, and what is whole by then takes part in
the choice. The guard reads it like any reply: a model may say anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from bot.config.places import Place
from bot.dialog import STRATEGIES, Reply, TurnView
from bot.registry import Draft, Responder, responder
from bot.step import NOT_KEPT
from skills.models.language import Kind, LanguageModel, Sampling
from skills.models.tidy import tidy
from skills.policy import SUGGESTING, policy
from skills.strategy import StrategyPlan

SCORE = 1.5
"""Before the shelf's first choice (1.0), after a direct answer about what the bot is (2.0)."""
IN_TIME = 0.9
"""Of the deadline: a draft that is handed over at the last moment comes too late."""

WRITER = ThreadPoolExecutor(1, "generate")
"""One for all: torch draws from one source of randomness a process, which is seeded for each reply."""


@responder("generate", reads=(StrategyPlan,), sends=None)
def generate(
    *,
    model: Place,
    kind: Kind = "auto",
    max_new_tokens: int = 60,
    top_p: float = 0.9,
    top_k: int = 30,
    temperature: float = 0.7,
    repetition_penalty: float = 1.03,
    strategy_token: bool = False,
) -> Responder:
    """Writes replies with a local Hugging Face model (seq2seq or causal). `model` is its folder.

    With `strategy_token` the plan's best strategy that may be used now stands before the reply (`[Question]`), as in
    ESConv's models. Raises WeightsError, ConfigError or MissingPackage when the bot is built.
    """
    sampling = Sampling(max_new_tokens, top_p, top_k, temperature, repetition_penalty)
    return Writer(LanguageModel(Path(model).expanduser(), kind), sampling, strategy_token)


class Stop:
    """True from a moment on, or from `now()` on."""

    def __init__(self, at: float) -> None:
        self._at = at

    def __call__(self) -> bool:
        return monotonic() >= self._at

    def now(self) -> None:
        self._at = 0.0


@dataclass(frozen=True, slots=True)
class Begun:
    """How a reply begins: the strategy and its token, both empty without."""

    strategy: str | None = None
    tokens: tuple[int, ...] = ()


class Writer:
    """See `generate`."""

    def __init__(self, model: LanguageModel, sampling: Sampling, strategy_token: bool) -> None:
        self.model, self.sampling = model, sampling
        self.tokens = {name: model.token(f"[{name}]") for name in STRATEGIES} if strategy_token else {}
        self.room = model.room(sampling.max_new_tokens, extra=1)

    async def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]:
        """One draft, or none when no whole sentence was written in time."""
        stop, seed = Stop(monotonic() + IN_TIME * deadline), turn.rng.getrandbits(63)
        try:
            reply = await asyncio.get_running_loop().run_in_executor(WRITER, self.write, turn, seed, stop)
        finally:
            stop.now()  # cancelled at the deadline: the thread ends with its next token
        if reply is not None:
            yield Draft(reply, final=True)

    def write(self, turn: TurnView, seed: int, stop: Stop) -> Reply | None:
        """A reply to the talk so far; the same for the same seed, unless time ran out."""
        if stop():
            return None
        said = [item.text for item in turn.conversation.turns if item.text != NOT_KEPT]
        begun = self.begin(turn)
        ids = self.model.read(said, self.room)
        written = self.model.write(ids, begun.tokens, self.sampling, seed, stop)
        text = tidy(written.text, written.finished, said)
        return Reply(text, "generate", SCORE, begun.strategy) if text else None

    def begin(self, turn: TurnView) -> Begun:
        """The likeliest strategy of the plan; no suggestion where the talk isn't ready for one."""
        plan = turn.get(StrategyPlan)
        if plan is None or not self.tokens:
            return Begun()
        best = _best(plan.probabilities, frozenset() if policy(turn).may_suggest else SUGGESTING)
        return Begun(best, (self.tokens[best],))


def _best(plan: Sequence[float], without: frozenset[str]) -> str:
    pairs = zip(plan, STRATEGIES, strict=True)
    return max((probability, name) for probability, name in pairs if name not in without)[1]

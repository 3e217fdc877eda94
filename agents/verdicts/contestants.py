"""Contestants: whose replies are laid beside each other in an item: a bot, the writer, and who was there."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from agents.verdicts.contexts import Context
from agents.verdicts.item import MOST, Candidate, Item, Said
from bot.errors import ConfigError
from skills.writer.candidates import Draft, alone, crossed, drafts
from skills.writer.llama import Llama, Sampling

GIVEN, WRITER = "given", "writer"
"""Names that are no bot's: the reply that was given, and a writer by the name or file of its adapter, `writer:open`."""
DRAFTS = 3
"""Of the writer, for each context."""
Replies = Callable[[Sequence[Context]], list[list[str]]]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A name for the tables, and what it replies in each context."""

    name: str
    replies: Replies


@dataclass(frozen=True, slots=True)
class Drafting:
    """How many of a writer's drafts readers are shown, how they are drawn, and whether `parts` of them are too."""

    count: int = DRAFTS
    temperature: float = Sampling().temperature
    parts: bool = False


def contestants(name: str, seed: int, drafting: Drafting = Drafting()) -> Iterator[Contestant]:
    """The contestant called `name`, and parts of its drafts. ConfigError or WeightsError where there is none."""
    if name == GIVEN:
        yield Contestant(name, lambda contexts: [[context.given] for context in contexts])
    elif name.partition(":")[0] == WRITER:
        made = Drafts(name.partition(":")[2], seed, drafting)
        yield Contestant(name, made.whole)
        if drafting.parts:
            yield Contestant(f"{name} parts", made.parts)
    else:
        yield Contestant(name, _bot(name))


def items(contexts: Sequence[Context], contestants: Sequence[Contestant], corpus: str = "") -> list[Item]:
    """An item for each context with two candidates or more; what two say alike is one's, the first's.

    `corpus` is the one that the contexts are of.
    """
    said = [(one.name, one.replies(contexts)) for one in contestants]
    found = [
        Item(
            context.id,
            context.name,
            tuple(Said(message.speaker, message.text) for message in context.messages),
            _candidates([(name, text) for name, replies in said for text in replies[place]]),
            corpus=corpus,
        )
        for place, context in enumerate(contexts)
    ]
    return [item for item in found if len(item.candidates) > 1]


def _candidates(said: Sequence[tuple[str, str]]) -> tuple[Candidate, ...]:
    known: dict[str, Candidate] = {}
    for name, text in said:
        known.setdefault(text.casefold(), Candidate(text, name))
    return tuple(known.values())[:MOST]


def _bot(name: str) -> Replies:
    from agents.evaluation.answers import replies
    from bot.build import build
    from bot.config import read

    engine = build(read(name))
    return lambda contexts: [[text] for text in replies(engine, [context.turns for context in contexts])]


class Drafts:
    """A writer's drafts for each context, made once, and what can be made of them."""

    def __init__(self, adapter: str, seed: int, drafting: Drafting) -> None:
        from skills.writer import model

        if not 0 < drafting.count <= MOST:
            raise ConfigError(f"--drafts {drafting.count} must be from 1 to {MOST}")
        self._llama = Llama(model.model(model.adapter_path(adapter or None)))
        self._count, self._sampling = drafting.count, Sampling(drafting.temperature)
        self._rng = random.Random(seed)
        self._found: dict[str, list[Draft]] = {}

    def whole(self, contexts: Sequence[Context]) -> list[list[str]]:
        return [[draft.text for draft in self._of(context)[: self._count]] for context in contexts]

    def parts(self, contexts: Sequence[Context]) -> list[list[str]]:
        """Of each context's drafts two sentences alone, and one with another's question."""
        return [
            [*self._some(alone(found, context.lines), 2), *self._some(crossed(found, context.lines), 1)]
            for context in contexts
            for found in [self._of(context)]
        ]

    def _some(self, drafts: list[Draft], count: int) -> list[str]:
        return [draft.text for draft in self._rng.sample(drafts, min(count, len(drafts)))]

    def _of(self, context: Context) -> list[Draft]:
        if context.id not in self._found:
            self._found[context.id] = drafts(self._write, context.lines, MOST, self._rng.getrandbits(31))
        return self._found[context.id]

    def _write(self, told: str, count: int, seed: int) -> list[str]:
        return self._llama.drafts(told, count, seed, self._sampling)

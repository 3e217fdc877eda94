"""Contestants: whose replies are laid beside each other in an item: a bot, the writer, and who was there."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agents.verdicts.contexts import Context
from agents.verdicts.item import MOST, Candidate, Item, Said
from bot.errors import ConfigError

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


def contestant(name: str, seed: int, drafts: int = DRAFTS) -> Contestant:
    """The contestant called `name`. ConfigError or WeightsError where there is none."""
    if name == GIVEN:
        return Contestant(name, lambda contexts: [[context.given] for context in contexts])
    if name.partition(":")[0] == WRITER:
        return Contestant(name, _writer(name.partition(":")[2], seed, drafts))
    return Contestant(name, _bot(name))


def items(contexts: Sequence[Context], contestants: Sequence[Contestant]) -> list[Item]:
    """An item for each context with two candidates or more; what two say alike is one's, the first's."""
    said = [(one.name, one.replies(contexts)) for one in contestants]
    found = [
        Item(
            context.id,
            context.name,
            tuple(Said(message.speaker, message.text) for message in context.messages),
            _candidates([(name, text) for name, replies in said for text in replies[place]]),
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


def _writer(adapter: str, seed: int, drafts: int) -> Replies:
    from skills import reply_gate
    from skills.writer import model
    from skills.writer.check import fault
    from skills.writer.llama import Llama
    from skills.writer.prompt import prompt, read

    if not 0 < drafts <= MOST:
        raise ConfigError(f"--drafts {drafts} must be from 1 to {MOST}")
    llama = Llama(model.model(model.adapter_path(adapter or None)))
    rng = random.Random(seed)

    def replies(contexts: Sequence[Context]) -> list[list[str]]:
        found = []
        for context in contexts:
            talk = context.lines
            texts = [read(text)[1] for text in llama.drafts(prompt(talk), MOST, rng.getrandbits(31))]
            whole = dict.fromkeys(text for text in texts if fault(text, talk) is None)
            found.append([text for text in whole if reply_gate.refuse(text) is None][:drafts])
        return found

    return replies

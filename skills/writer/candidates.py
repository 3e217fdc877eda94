"""Candidates: what can be made of the writer's drafts.

A small model is often right in one sentence and wrong in the next: so a sentence may stand alone, and what one draft
says may stand before what another asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product, zip_longest
from typing import NamedTuple

from bot.sentences import sentences
from skills import reply_gate
from skills.writer.check import fault
from skills.writer.prompt import NO_STRATEGY, Line, prompt, read

ASKS = "Question"
Write = Callable[[str, int, int], Sequence[str]]
"""What a model writes after a prompt: so many texts, by a seed (`Llama.drafts`)."""


class Draft(NamedTuple):
    """A reply that can be said, and the strategy that it was written for."""

    text: str
    strategy: str


def drafts(write: Write, talk: Sequence[Line], count: int, seed: int) -> list[Draft]:
    """The replies that can be said at all among `count` of the model's, each once.

    Every other one is written without a strategy: where the model may choose one, it nearly always asks.
    """
    chosen = [read(text) for text in write(prompt(talk), count - count // 2, seed)]
    plain = write(prompt(talk, NO_STRATEGY), count // 2, seed) if count > 1 else ()
    without = [read(text, NO_STRATEGY) for text in plain]
    both = (one for pair in zip_longest(chosen, without) for one in pair if one is not None)
    return _fit((Draft(text, strategy) for strategy, text in both), talk)


def alone(drafts: Sequence[Draft], talk: Sequence[Line]) -> list[Draft]:
    """The sentences of drafts of several."""
    return _fit((one for draft in drafts for one in _sentences(draft) if one.text != draft.text), talk)


def crossed(drafts: Sequence[Draft], talk: Sequence[Line]) -> list[Draft]:
    """What one draft says before what another asks."""
    each = {one.text: one for draft in drafts for one in _sentences(draft)}.values()
    asked = [one for one in each if one.strategy == ASKS]
    said = [one for one in each if one.strategy != ASKS]
    known = {draft.text for draft in drafts}
    pairs = (Draft(f"{one.text} {other.text}", one.strategy) for one, other in product(said, asked))
    return _fit((pair for pair in pairs if pair.text not in known), talk)


def _sentences(draft: Draft) -> list[Draft]:
    """Each for itself: one that asks is a question, whatever the draft was written for."""
    each = sentences(draft.text)
    other = draft.strategy if draft.strategy != ASKS or len(each) == 1 else "Others"
    return [Draft(one, ASKS if one.endswith("?") else other) for one in each]


def _fit(drafts: Iterable[Draft], talk: Sequence[Line]) -> list[Draft]:
    found = {draft.text: draft for draft in drafts}.values()
    return [one for one in found if fault(one.text, talk) is None and reply_gate.refuse(one.text) is None]

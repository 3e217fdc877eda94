"""What the encoder learns from: the training parts of the corpora and lines of danger, as numbers of sequences."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from agents.corpora import empathetic, esconv
from agents.corpora.exchanges import Exchange, of_empathetic
from agents.corpora.exchanges import load as exchanges
from agents.training.examples import felt, supported
from agents.training.heads import danger
from bot.dialog import STRATEGIES
from skills.labels import EMOTIONS
from skills.models.encoder import Tokens, Words
from skills.models.matcher import CONTEXT, REPLY, TURNS

SINGLE = 96
"""Tokens of a text that stands alone, at most."""
DAILY = 16_000
"""Exchanges of DailyDialog, drawn from its 76,000: a run sees no more of them."""
PAST = 2 * len(STRATEGIES) + 2


@dataclass(frozen=True, slots=True)
class Pair:
    """Numbers of a context and of the reply to it; `text` is the reply's, in plain form. `label`: emotion or strategy.

    `past` is what a strategy is told from beside the context.
    """

    context: int
    reply: int
    text: str
    label: int = -1
    past: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """The number of one text and its label: an emotion, or a kind and level of danger (0: none)."""

    sequence: int
    label: int


@dataclass(frozen=True, slots=True)
class Streams:
    """Everything there is to learn from. `answered` are EmpatheticDialogues' listeners' turns, `valid` those held out.

    `situations` and `feelings` are texts of those who told something, with what they felt.
    """

    sequences: Sequence[Tokens]
    answered: Sequence[Pair]
    support: Sequence[Pair]
    daily: Sequence[Pair]
    situations: Sequence[Line]
    feelings: Sequence[Line]
    danger: Sequence[Line]
    calm: Sequence[Line]
    valid: Sequence[Pair]

    def batches(self, size: int, seed: int) -> list[list[Pair]]:
        """One epoch: all of `answered` in full batches, in an order that depends on the seed alone."""
        mixed = random.Random(seed).sample(self.answered, len(self.answered))
        return [mixed[start : start + size] for start in range(0, len(mixed) - size + 1, size)]


class Numbers:
    """Every different sequence once, by its number."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.held: dict[Tokens, int] = {}

    def line(self, text: str, label: int) -> Line:
        return Line(self._of(self.words.utterance(text, False, SINGLE)), label)

    def pair(self, item: Exchange, label: int = -1, past: Iterable[float] = ()) -> Pair:
        context = self._of(self.words.context(item.context[-TURNS:], CONTEXT))
        reply = self._of(self.words.utterance(item.reply, True, REPLY))
        return Pair(context, reply, " ".join(item.reply.lower().split()), label, tuple(past))

    def _of(self, tokens: Tokens) -> int:
        return self.held.setdefault(tokens, len(self.held))


def load(datapath: Path, words: Words) -> Streams:
    """The training parts of the corpora, the project's own lines of danger, and replies held out to look at."""
    numbers = Numbers(words)
    dialogs = empathetic.load(datapath, "train")
    pairs = [numbers.pair(item, EMOTIONS.index(item.label)) for item in of_empathetic(dialogs)]
    told = list(felt(dialogs))
    lines = [(line.text, line.label) for line in danger.lines()]
    support = [
        numbers.pair(item, STRATEGIES.index(item.label), past_features(item.past, item.position))
        for item in supported(esconv.load(datapath, "train"))
    ]
    talked = exchanges("dailydialog", datapath, "train")
    daily = [numbers.pair(item) for item in random.Random(7).sample(talked, min(DAILY, len(talked)))]
    valid = [numbers.pair(item) for item in exchanges("empathetic", datapath, "valid")]
    situations, feelings = (
        [numbers.line(item.text, EMOTIONS.index(item.emotion)) for item in told if item.situation is wanted]
        for wanted in (True, False)
    )
    grave, calm = ([numbers.line(*line) for line in lines if bool(line[1]) is wanted] for wanted in (True, False))
    return Streams(list(numbers.held), pairs, support, daily, situations, feelings, grave, calm, valid)


def past_features(past: Sequence[str], position: int) -> list[float]:
    """The last strategy (one-hot), how often each was used (log), and two of the position."""
    last = [float(bool(past) and past[-1] == name) for name in STRATEGIES]
    counts = [float(np.log1p(past.count(name))) for name in STRATEGIES]
    return [*last, *counts, min(position, 40) / 20, float(not past)]

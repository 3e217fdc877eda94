"""What the encoder's second stage learns from, as tokens: a batch of every stream for each step."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.corpora import dailydialog, empathetic, esconv
from agents.corpora.exchanges import of_dailydialog, of_empathetic
from agents.training.encoder import past_features
from agents.training.examples import felt, supported
from agents.training.heads import danger
from bot.dialog import STRATEGIES
from skills.labels import EMOTIONS
from skills.models.encoder import Piece, Tokens, Words
from skills.models.matcher import CONTEXT, REPLY, TURNS

END = 102
"""The token that ends an utterance."""
FEWEST = 4
"""A sequence that would keep fewer tokens than this is left whole."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A context and the reply to it; `text` is the reply's, in plain form. `label`: the emotion or the strategy.

    `past` is what the strategy is told from beside the context (agents/training/encoder.py `past_features`).
    """

    context: Tokens
    reply: Tokens
    text: str
    label: int = -1
    past: tuple[float, ...] = ()

    def thinned(self, rng: random.Random, share: float, cut: float) -> Pair:
        """The pair with some of its words left out (agents/training/retrieval_learner.py `Recipe`)."""
        context = thinned(shortened(self.context, rng) if rng.random() < cut else self.context, rng, share)
        return Pair(context, thinned(self.reply, rng, share), self.text, self.label, self.past)


@dataclass(frozen=True, slots=True)
class Line:
    """One text and its label: an emotion, or a kind and level of danger (0: none)."""

    tokens: Tokens
    label: int


@dataclass(frozen=True, slots=True)
class Streams:
    """Everything there is to learn from. `answered` are EmpatheticDialogues' listeners' turns."""

    answered: Sequence[Pair]
    support: Sequence[Pair]
    daily: Sequence[Pair]
    feelings: Sequence[Line]
    danger: Sequence[Line]
    calm: Sequence[Line]

    def batches(self, size: int, seed: int) -> list[list[Pair]]:
        """One epoch: all of `answered` in full batches, in an order that depends on the seed alone."""
        mixed = random.Random(seed).sample(self.answered, len(self.answered))
        return [mixed[start : start + size] for start in range(0, len(mixed) - size + 1, size)]


def load(datapath: Path) -> Streams:
    """The training parts of the corpora, and the project's own lines of danger."""
    words = Words()
    dialogs = empathetic.load(datapath, "train")
    lines = [Line(words.utterance(line.text), line.label) for line in danger.lines()]
    return Streams(
        answered=list(_answered(words, dialogs)),
        support=list(_support(words, esconv.load(datapath, "train"))),
        daily=list(_daily(words, dailydialog.load(datapath, "train"))),
        feelings=[Line(words.utterance(item.text), EMOTIONS.index(item.emotion)) for item in felt(dialogs)],
        danger=[line for line in lines if line.label],
        calm=[line for line in lines if not line.label],
    )


def _answered(words: Words, dialogs: Sequence[empathetic.Dialog]) -> Iterator[Pair]:
    for item in of_empathetic(dialogs):
        yield _pair(words, item.context, item.reply, EMOTIONS.index(item.label))


def _support(words: Words, talks: Sequence[esconv.Dialog]) -> Iterator[Pair]:
    for item in supported(talks):
        past, label = past_features(item.past, item.position), STRATEGIES.index(item.label)
        context = words.context(item.context)
        yield Pair(context, words.utterance(item.reply, True, REPLY), _plain(item.reply), label, tuple(past))


def _daily(words: Words, talks: Sequence[dailydialog.Dialog]) -> Iterator[Pair]:
    for item in of_dailydialog(talks):
        yield _pair(words, item.context, item.reply)


def _pair(words: Words, before: Sequence[Piece], reply: str, label: int = -1) -> Pair:
    return Pair(words.context(before[-TURNS:], CONTEXT), words.utterance(reply, True, REPLY), _plain(reply), label)


def shortened(tokens: Tokens, rng: random.Random) -> Tokens:
    """A context without its oldest utterances, any number of them but the last."""
    ends = [place for place, token in enumerate(tokens.ids) if token == END]
    if len(ends) < 2:
        return tokens
    after = ends[rng.randrange(len(ends) - 1)] + 1
    return Tokens((tokens.ids[0], *tokens.ids[after:]), (tokens.speakers[after], *tokens.speakers[after:]))


def thinned(tokens: Tokens, rng: random.Random, share: float) -> Tokens:
    """A sequence without `share` of its words, drawn at random; where utterances end is kept."""
    kept = [place for place, token in enumerate(tokens.ids) if not place or token == END or rng.random() >= share]
    if len(kept) < FEWEST:
        return tokens
    return Tokens(tuple(tokens.ids[place] for place in kept), tuple(tokens.speakers[place] for place in kept))


def _plain(text: str) -> str:
    return " ".join(text.lower().split())

"""How emotional a dialog is (Xie & Pu 2021, section 3): the sum over 32 emotions of each turn's label distribution.

The paper's classifier knows 41 labels: the 32 emotions, eight intents, and neutral. Any such classifier can be given as
a `Labeller`. Ours by default is a stand-in: the emotion head knows the 32 alone, which always sum to one.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

import numpy as np

from agents.curation.dialogs import Dialog
from bot.errors import ConfigError
from skills.labels import EMOTIONS
from skills.models.head import Floats

DEFAULT = "agents.curation.labelling:emotions"
NONE = "none"
BATCH = 512
"""Turns that are labelled at a time."""
TOP = 3
REST = "rest"

Shares = tuple[tuple[str, float], ...]


class Labeller(Protocol):
    """`labels` name the columns; those that are among the 32 emotions count as emotional."""

    labels: tuple[str, ...]

    def __call__(self, texts: Sequence[str]) -> Floats:
        """(n, labels), each row summing to one."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A dialog, for each turn its `TOP` labels and its emotionality (0 to 1), their mean; None without a labeller."""

    dialog: Dialog
    top: tuple[Shares, ...] = ()
    turns: tuple[float, ...] = ()
    emotionality: float | None = None


@dataclass(frozen=True, slots=True)
class Emotions:
    """The 32 emotions and `rest`, by the emotion head over the shared encoder.

    `rest` is how undecided the head is: its entropy as a share of the greatest possible. That is no measure of
    neutrality; it only ranks, and less well than a classifier that knows intents would.
    """

    read: Callable[[Sequence[str]], Floats]
    labels: tuple[str, ...] = (*EMOTIONS, REST)

    def __call__(self, texts: Sequence[str]) -> Floats:
        shares = self.read(texts).astype(np.float64)
        entropy = -(shares * np.log(np.maximum(shares, 1e-12))).sum(axis=1, keepdims=True)
        rest = np.clip(entropy / np.log(len(EMOTIONS)), 0, 1)
        found: Floats = np.concatenate([shares * (1 - rest), rest], axis=1)
        return found


def emotions() -> Emotions:
    """The default labeller."""
    from skills.encoder import shared_text_encoder
    from skills.models import head

    texts, trained = shared_text_encoder(), head.load("emotion", EMOTIONS)
    return Emotions(lambda said: trained.probabilities(texts.encode_texts(said)))


def maker(name: str) -> Callable[[], Labeller | None]:
    """What `package.module:function` names; ConfigError where that is no function. "none" makes no labeller."""
    if name == NONE:
        return lambda: None
    module, _, function = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), function)
        inspect.signature(found).bind()
    except (ImportError, AttributeError, ValueError, TypeError) as error:
        raise ConfigError(
            f"--labeller {name}: {error} (a function without arguments is expected, as {DEFAULT}, or {NONE})"
        ) from error
    return cast(Callable[[], Labeller], found)


def label(dialogs: Iterable[Dialog], labeller: Labeller | None, batch: int = BATCH) -> Iterator[Labelled]:
    """Each dialog with its labels; the turns of several dialogs are labelled together, at least `batch` at a time."""
    if labeller is None:
        yield from map(Labelled, dialogs)
        return
    held: list[Dialog] = []
    for dialog in dialogs:
        held.append(dialog)
        if sum(map(len, held)) >= batch:
            yield from _labelled(held, labeller)
            held = []
    if held:
        yield from _labelled(held, labeller)


def _labelled(dialogs: Sequence[Dialog], labeller: Labeller) -> Iterator[Labelled]:
    shares = labeller([turn.text for dialog in dialogs for turn in dialog])
    emotional = shares[:, [name in EMOTIONS for name in labeller.labels]].sum(axis=1)
    first = 0
    for dialog in dialogs:
        rows = range(first, first + len(dialog))
        first += len(dialog)
        each = tuple(round(float(emotional[row]), 4) for row in rows)
        top = tuple(_top(shares[row], labeller.labels) for row in rows)
        yield Labelled(dialog, top, each, round(float(emotional[rows.start : rows.stop].mean()), 4))


def _top(row: Floats, labels: Sequence[str]) -> Shares:
    """The likeliest labels with their shares; equals in the order of the labels."""
    order = np.argsort(-row, kind="stable")[:TOP]
    return tuple((labels[place], round(float(row[place]), 4)) for place in order)

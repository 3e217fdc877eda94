"""How emotional a dialog is (Xie & Pu 2021, section 3): the sum over 32 emotions of each turn's label distribution.

As the paper's, our classifier knows 41 labels: the 32 emotions, eight intents, and neutral (`skills.models.intents`).
Any other can be given as a `Labeller`.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

import numpy as np

from agents.curation.dialogs import Dialog
from bot.errors import ConfigError
from skills.labels import EMOTIONS
from skills.models.head import Floats

if TYPE_CHECKING:
    from skills.models.intents import Intents

DEFAULT = "agents.curation.labelling:shipped"
NONE = "none"
BATCH = 512
"""Turns that are labelled at a time."""
TOP = 3

Shares = tuple[tuple[str, float], ...]


class Labeller(Protocol):
    """`labels` name the columns; those that are among the 32 emotions count as emotional."""

    @property
    def labels(self) -> tuple[str, ...]: ...

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
class Shipped:
    """The 41 labels by the shipped reader, of texts as `encode` makes vectors of them (n, 384)."""

    reader: Intents
    encode: Callable[[Sequence[str]], Floats]

    @property
    def labels(self) -> tuple[str, ...]:
        return self.reader.labels

    def __call__(self, texts: Sequence[str]) -> Floats:
        return self.reader.shares(self.encode(texts), texts)


def shipped() -> Shipped:
    """The default labeller."""
    from skills.encoder import shared_text_encoder
    from skills.models import intents

    return Shipped(intents.load(), shared_text_encoder().encode_texts)


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

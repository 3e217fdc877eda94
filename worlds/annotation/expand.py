"""Expansion: a dialog takes over the label of the one that is nearest to it, where that is near enough.

Only what people labelled hands its label on, never what was expanded. Which bar is near enough is read off a curve, and
what lies above it is accepted once people have looked at a random part of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.metrics.intervals import Interval
from agents.metrics.wilson import wilson
from bot.errors import StudyError
from worlds.annotation.checking import CHECKED, SEED
from worlds.annotation.dialogs import Dialog, LabelledDialog
from worlds.studies.tables import Table

Floats = NDArray[np.float32]
Encode = Callable[[Sequence[str]], Floats]
FADES = 0.5
"""What an utterance counts beside the one after it: the label is of the last."""
BLOCK = 4096
"""Dialogs that are compared at a time."""
BARS = tuple(round(0.5 + 0.05 * step, 2) for step in range(10))


def vectors(dialogs: Sequence[Dialog | LabelledDialog], encode: Encode) -> Floats:
    """Unit vectors (n, d): the sum of the utterances' vectors, each half as much as the one after it."""
    said = encode([text for dialog in dialogs for text in dialog.utterances])
    found, first = [], 0
    for dialog in dialogs:
        rows = said[first : first + len(dialog.utterances)]
        first += len(rows)
        weights = FADES ** np.arange(len(rows) - 1, -1, -1, dtype=np.float32)
        found.append(weights @ rows)
    stacked = np.stack(found)
    return np.asarray(stacked / np.linalg.norm(stacked, axis=1, keepdims=True), np.float32)


def nearest(own: Floats, others: Floats, count: int) -> Iterator[tuple[list[float], list[int]]]:
    """Of each of others (m, d) the cosines to the nearest of own (n, d), and their places, best first.

    In blocks: the product of a whole corpus with all that are labelled doesn't fit.
    """
    for first in range(0, len(others), BLOCK):
        scores = others[first : first + BLOCK] @ own.T
        places = np.argsort(-scores, axis=1, kind="stable")[:, :count]
        yield from zip(np.take_along_axis(scores, places, 1).tolist(), places.tolist(), strict=True)


def unlabelled(dialogs: Sequence[Dialog], labelled: Sequence[LabelledDialog]) -> list[Dialog]:
    """The dialogs that have no label yet, by their ids."""
    taken = {one.id for one in labelled}
    return [dialog for dialog in dialogs if dialog.id not in taken]


def seeds(labels: Sequence[LabelledDialog]) -> list[LabelledDialog]:
    """Those that people labelled. StudyError where fewer than two did."""
    found = [one for one in labels if one.provenance != "expanded"]
    if len(found) < 2:
        raise StudyError(f"{len(found)} of {len(labels)} dialogs were labelled by people; two are needed at least")
    return found


def propose(
    labelled: Sequence[LabelledDialog], dialogs: Sequence[Dialog], bar: float, encode: Encode
) -> list[LabelledDialog]:
    """The dialogs whose nearest labelled one reaches the bar, with its label, the nearest first."""
    fresh = unlabelled(dialogs, labelled)
    if not fresh:
        return []
    near = nearest(vectors(labelled, encode), vectors(fresh, encode), 1)
    found = []
    for dialog, ((score,), (at,)) in zip(fresh, near, strict=True):
        if score >= bar:
            like = labelled[at]
            taken = LabelledDialog(dialog.id, dialog.utterances, like.label, "expanded", like=like.id, score=score)
            found.append(taken)
    return sorted(found, key=lambda one: -one.score)


@dataclass(frozen=True, slots=True)
class Curve:
    """Of each labelled dialog the cosine to its nearest other one, and whether that has the same label; of each

    unlabelled one the cosine alone.
    """

    labelled: tuple[tuple[float, bool], ...]
    others: tuple[float, ...]

    def table(self) -> Table:
        """By bar, how often labelled dialogs that near agree, and how many others would take a label over."""
        return Table("Expansion by bar", ("bar", "labelled", "same label, %", "others"), tuple(self._rows()), NOTE)

    def _rows(self) -> Iterator[tuple[str, ...]]:
        for bar in BARS:
            there = [same for score, same in self.labelled if score >= bar]
            others = sum(score >= bar for score in self.others)
            yield f"{bar:.2f}", str(len(there)), f"{wilson(sum(there), len(there)).percent():.0f}", str(others)


NOTE = "Labelled dialogs whose nearest other labelled one is that near, and how many of these pairs have one label."


def curve(labelled: Sequence[LabelledDialog], dialogs: Sequence[Dialog], encode: Encode) -> Curve:
    """What each bar would bring, by what is labelled alone."""
    own = vectors(labelled, encode)
    pairs = tuple(
        next((score, labelled[at].label == one.label) for score, at in zip(*best, strict=True) if at != place)
        for place, (one, best) in enumerate(zip(labelled, nearest(own, own, 2), strict=True))
    )
    fresh = unlabelled(dialogs, labelled)
    others = [score for (score,), _ in nearest(own, vectors(fresh, encode), 1)] if fresh else []
    return Curve(pairs, tuple(others))


def sample(proposed: Sequence[LabelledDialog], count: int = CHECKED) -> list[Dialog]:
    """A random part of what is proposed, without the labels, for people to label."""
    drawn = random.Random(SEED).sample(list(proposed), min(count, len(proposed)))
    return [Dialog(one.id, one.utterances) for one in drawn]


def precision(proposed: Sequence[LabelledDialog], checked: Sequence[LabelledDialog], count: int = CHECKED) -> Interval:
    """How many of the sampled have the label that people gave them; what people could not agree on is not right.

    StudyError where none of the sample is among what was checked.
    """
    given = {one.id: one.label for one in checked if one.provenance != "expanded"}
    wanted = {one.id for one in sample(proposed, count)}
    if wanted and not wanted & given.keys():
        raise StudyError(f"none of the {len(wanted)} sampled dialogs has a label: was another file checked?")
    return wilson(sum(given.get(one.id) == one.label for one in proposed if one.id in wanted), len(wanted))

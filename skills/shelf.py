"""Shelf: the lines of all openings with their vectors, which are nearest to a talk, and which general ones fit it.

A line is near where the dual encoder finds that it goes with the talk (Rashkin et al. 2019, section 4.1), and where
what it was written for is like the talk; what was written for whatever is of a kind is selected (`skills.selection`).
Where the vectors come from: `skills.shelf_vectors`.
Shapes: n lines, m openings, d wide, k components.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skills import reply_gate
from skills.models.matcher import Floats, turned
from skills.openings import Line, Opening
from skills.selection import UNLIKELY

NAME = "shelf"
"""The file of its tensors."""
ALIKE = 0.7
"""Lines whose vectors have this cosine say nearly the same: "Oh no. What happened?", "Oh no, how did that happen?"."""
UNLEARNT = (5.0, 2.5, 0.75)
"""Of general lines, where nothing was learnt: the weights of the cosine with the talk, of that with the last words, and

of the logarithm of the kind's share.
"""
TINY = 1e-9
Codes = NDArray[np.int8]
Rows = Sequence[tuple[Line, int]]
"""Lines, each with the number of its opening, or -1 where it was written for whatever is of a kind."""


class Found(NamedTuple):
    """A line, and the sum of two cosines: of the talk with it, and with what it was written for.

    One that is `general` was written for whatever is of a kind, and has the logarithm of its chance to be chosen.
    """

    line: Line
    score: float
    general: bool = False


class Vectors(NamedTuple):
    """Of n lines and m openings, and the axes (k, d) by which a context's vector is compared with either.

    An opening whose words are not known here has zeros.
    """

    replies: Floats
    openings: Floats
    reply_axes: Floats
    opening_axes: Floats


class Shelf:
    """All lines. `mapping` (d, d) turns a context's vector to where replies lie; general lines have `kinds` (n,)."""

    def __init__(
        self,
        rows: Rows,
        vectors: Vectors,
        mapping: Floats | None,
        kinds: Sequence[str] = (),
    ) -> None:
        self.lines = [line for line, _ in rows]
        self._kinds = kinds or [""] * len(rows)
        self._openings = np.array([number for _, number in rows], np.intp)
        self._vectors, self._mapping = vectors, mapping

    def nearest(self, contexts: Floats, count: int, said: Sequence[Sequence[str]] | None = None) -> list[list[Found]]:
        """The `count` lines nearest to each context (c, d) that may be said, best first, each text once.

        Of `said`, what was said lately in each talk, nothing is found again, nor what says nearly the same.
        """
        own, told, reply_axes, opening_axes = self._vectors
        replies = _products(turned(contexts, self._mapping), reply_axes, own)
        scores = replies + self._like(_products(contexts, opening_axes, told), replies)
        before = [self._vectors_of(texts) for texts in said or [()] * len(contexts)]
        return [self._best(row, self._told, count, own) for row, own in zip(scores, before, strict=True)]

    def likely(self, talks: Floats, words: Floats, kinds: Sequence[Mapping[str, float]]) -> Floats:
        """(c, g) logarithms of the general lines' chances, where nothing was learnt of them.

        By cosines with each talk (c, d) and its last words (c, d), and by shares of kinds.
        """
        axes, lines = self._vectors.reply_axes, self._vectors.replies[self._general]
        if not len(lines):
            return np.zeros((len(talks), 0), np.float32)
        near, last = (_products(turned(vectors, self._mapping), axes, lines) for vectors in (talks, words))
        shares = np.array([[told.get(kind, 0.0) for kind in self._names] for told in kinds], np.float32)
        of_lines = shares.reshape(len(kinds), -1)[:, self._kind_of]
        told = np.stack([near, last, np.log(np.maximum(of_lines, UNLIKELY))], axis=-1) @ np.array(UNLEARNT, np.float32)
        raised = told - told.max(axis=1, keepdims=True)
        found: Floats = raised - np.log(np.exp(raised).sum(axis=1, keepdims=True))
        return found

    def selected(self, chances: Floats, count: int, said: Sequence[Sequence[str]]) -> list[list[Found]]:
        """The `count` general lines likeliest to be chosen, by their chances (c, g); of `said` as in `nearest`."""
        scores = np.full((len(chances), len(self.lines)), -np.inf, np.float32)
        scores[:, self._general] = chances
        before = [self._vectors_of(texts) for texts in said]
        return [self._best(row, self._general, count, own) for row, own in zip(scores, before, strict=True)]

    def _vectors_of(self, texts: Sequence[str]) -> Floats:
        """(k, d) of those of the texts that are lines."""
        return self._unit([self._numbers[text] for text in texts if text in self._numbers])

    def _unit(self, numbers: Sequence[int]) -> Floats:
        found = self._vectors.replies[list(numbers)]
        unit: Floats = found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), TINY)
        return unit

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {line.text: number for number, line in enumerate(self.lines)}

    def _like(self, openings: Floats, replies: Floats) -> Floats:
        """(contexts, n) how like each opening is; where its words are not known, the line itself counts again."""
        found = replies.copy()
        found[:, self._known] = openings[:, self._openings[self._known]]
        return found

    @cached_property
    def _known(self) -> NDArray[np.intp]:
        """Lines of openings whose words are known."""
        known: NDArray[np.bool_] = (self._vectors.openings != 0).any(axis=1)
        return self._told[known[self._openings[self._told]]]

    @cached_property
    def _told(self) -> NDArray[np.intp]:
        return np.flatnonzero(self._openings >= 0)

    @property
    def general(self) -> list[str]:
        """The lines that were written for whatever is of a kind, in their order."""
        return [self.lines[number].text for number in self._general]

    @cached_property
    def _general(self) -> NDArray[np.intp]:
        return np.flatnonzero(self._openings < 0)

    @cached_property
    def _names(self) -> list[str]:
        return list(dict.fromkeys(self._kinds[number] for number in self._general))

    @cached_property
    def _kind_of(self) -> NDArray[np.intp]:
        """(g,) the number of each general line's kind among `_names`."""
        places = {name: place for place, name in enumerate(self._names)}
        return np.array([places[self._kinds[number]] for number in self._general], np.intp)

    def _best(self, scores: Floats, numbers: NDArray[np.intp], count: int, said: Floats) -> list[Found]:
        """The first `count` of the lines with these numbers by their scores (n,), but for what was `said` (k, d)."""
        found: dict[str, Found] = {}
        for number in numbers[np.argsort(-scores[numbers], kind="stable")]:
            if len(found) == count:
                break
            line = self.lines[number]
            again = len(said) and float((said @ self._unit([int(number)])[0]).max()) >= ALIKE
            if line.text not in found and not again and _may_be_said(line.text):
                found[line.text] = Found(line, float(scores[number]), bool(self._openings[number] < 0))
        return list(found.values())


def written(told: Sequence[Opening]) -> list[tuple[Line, int]]:
    """Each line with the number of its opening among those that have words, or -1."""
    rows: list[tuple[Line, int]] = []
    number = 0
    for opening in told:
        spoken = bool(opening.context or opening.reference)
        rows += [(line, number if spoken else -1) for line in opening.lines]
        number += spoken
    return rows


def kinds(told: Sequence[Opening]) -> list[str]:
    """Of each line of `written` the kind, where it was written for whatever is of one; "" elsewhere."""
    return [opening.kind if opening.general else "" for opening in told for _ in opening.lines]


def digest(rows: Rows) -> bytes:
    """Of all lines in their order, and their openings' numbers."""
    return hashlib.sha256(repr(rows).encode()).digest()


def numbers(codes: Codes, scales: NDArray[np.float16]) -> Floats:
    """(n, k) of eight bits and a scale a row, as they were."""
    found: Floats = codes.astype(np.float32) * scales.astype(np.float32)[:, None]
    return found


def _products(contexts: Floats, axes: Floats, rows: Floats) -> Floats:
    """(contexts, rows) by the numbers that are kept."""
    kept: Floats = contexts @ axes.T
    found: Floats = kept @ rows.T
    return found


@cache
def _may_be_said(text: str) -> bool:
    """Asked as lines come up: to read them all would take seconds at every start."""
    return reply_gate.refuse(text) is None

"""Shelf: the lines of all openings with their vectors, and which of them are nearest to a talk.

A line is near where the dual encoder finds that it goes with the talk (Rashkin et al. 2019, section 4.1), and where what
it was written for is like the talk. Both sides' vectors are kept in fewer numbers (their first principal components),
each of eight bits: `weights/base/shelf.safetensors`, made by `attune train shelf`.
Shapes: n lines, m openings, d wide, k components.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

from bot.errors import WeightsError
from skills import openings, reply_gate
from skills.models import tensors
from skills.models.matcher import Floats, maps_of, turned
from skills.openings import Line, Opening
from skills.sizes import Size

NAME = "shelf"
"""The file of its tensors."""
Codes = NDArray[np.int8]


class Found(NamedTuple):
    """A line, and the sum of two cosines: of the talk with it, and with what it was written for."""

    line: Line
    score: float


class Shelf:
    """All lines that may be said, by the vectors of the encoder that `identity` names."""

    def __init__(self, size: Size, identity: str, folder: Path | None = None, told: Path = openings.FOLDER) -> None:
        """ConfigError or WeightsError where lines or tensors are missing, altered or not of each other."""
        folder = folder or tensors.folder_of(size)
        path = tensors.find(NAME, folder)
        maps = maps_of(identity, size, folder)
        if maps is None:
            raise WeightsError(f"{path}: made for the encoder's default adapter, which this bot's encoder doesn't have")
        rows = written(openings.read(told))
        held = load_file(path)
        if held["digest"].tobytes() != digest(rows):
            raise WeightsError(f"{path}: made from other lines than those in {told}; make it again: attune train shelf")
        self._context = maps[0]
        self._reply_axes, self._opening_axes = (held[name].astype(np.float32) for name in ("reply_axes", "opening_axes"))
        allowed = [number for number, (line, _) in enumerate(rows) if reply_gate.refuse(line.text) is None]
        self.lines = [rows[number][0] for number in allowed]
        self._openings = np.array([rows[number][1] for number in allowed])
        self._replies = numbers(held["replies"], held["reply_scales"])[allowed]
        self._told = numbers(held["openings"], held["opening_scales"])

    def nearest(self, contexts: Floats, count: int, general: int = 0) -> list[list[Found]]:
        """The `count` lines nearest to each context (n, d), best first, each text once.

        Below them stand the `general` nearest of those that were written for whatever is of a kind.
        """
        replies = turned(contexts, self._context) @ self._reply_axes.T @ self._replies.T
        like = contexts @ self._opening_axes.T @ self._told.T
        scores = replies + like[:, self._openings]
        return [
            [*self._best(row, np.flatnonzero(self._openings >= 0), count), *self._best(own, self._general, general)]
            for row, own in zip(scores, replies, strict=True)
        ]

    @cached_property
    def _general(self) -> NDArray[np.intp]:
        return np.flatnonzero(self._openings < 0)

    def _best(self, scores: Floats, numbers: NDArray[np.intp], count: int) -> list[Found]:
        """The first `count` of the lines with these numbers by their scores (n,)."""
        found: dict[str, Found] = {}
        for number in numbers[np.argsort(-scores[numbers], kind="stable")]:
            line = self.lines[number]
            found.setdefault(line.text, Found(line, float(scores[number])))
            if len(found) == count:
                break
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


def digest(rows: Sequence[tuple[Line, int]]) -> bytes:
    """Of all lines in their order, and their openings' numbers."""
    return hashlib.sha256(repr(rows).encode()).digest()


def numbers(codes: Codes, scales: NDArray[np.float16]) -> Floats:
    """(n, k) of eight bits and a scale a row, as they were."""
    found: Floats = codes.astype(np.float32) * scales.astype(np.float32)[:, None]
    return found

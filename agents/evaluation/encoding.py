"""How much a batch of waiting texts gains over one at a time, and how near the vectors are to full precision's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from time import process_time
from typing import Protocol

import numpy as np

from agents.evaluation.latency import TALKS
from agents.matching import Floats
from agents.metrics.intervals import Interval, Rows, interval
from skills.models.encoder import TextEncoder
from skills.models.served import network
from skills.models.transformer import Transformer

WAITING = 64


class Texts(Protocol):
    """What turns texts into unit vectors (n, d)."""

    def texts(self, texts: Sequence[str], bot: bool = False) -> Floats: ...


class Precise:
    """An encoder's vectors in full precision, where it computes in eight bits."""

    def __init__(self, encoder: TextEncoder) -> None:
        self.words, self.model = encoder.words, Transformer(encoder.size, network(encoder.size, encoder.adapter))

    def texts(self, texts: Sequence[str], bot: bool = False) -> Floats:
        read = [self.words.utterance(text, bot) for text in texts]
        return self.model.tapped([(tokens.ids, tokens.speakers) for tokens in read])[0]


@dataclass(frozen=True, slots=True)
class Encoding:
    """Texts a second, alone and `waiting` at a time, and their ratio; medians over `repeats`, taken by turns.

    Seconds are the processor's: with one thread those of a quiet machine, and nearly the same on a busy one.
    `cosine` is the least one to the reference's vectors over all texts, `cosine_mean` their mean.
    """

    waiting: int
    repeats: int
    alone: Interval
    together: Interval
    ratio: Interval
    cosine: float
    cosine_mean: float


def waiting() -> list[str]:
    """64 different texts as people write them: lines of the talks written for measuring, then pairs of neighbours."""
    lines = [line for talk in TALKS for line in talk]
    pairs = [f"{first} {second}" for talk in TALKS for first, second in pairwise(talk)]
    return [*lines, *pairs][:WAITING]


def encoding(encoder: Texts, exact: Texts, repeats: int) -> Encoding:
    """Time `encoder` on the waiting texts; `exact` is the reference."""
    texts = waiting()
    usual, precise = encoder.texts(texts), exact.texts(texts)
    cosines = (usual * precise).sum(axis=1) / np.linalg.norm(usual, axis=1) / np.linalg.norm(precise, axis=1)
    for text in texts:  # once for nothing, so that everything is warm
        encoder.texts([text])
    seconds = np.array([(_alone(encoder, texts), _together(encoder, texts)) for _ in range(repeats)])

    def rate(column: int) -> Interval:
        return interval(repeats, lambda rows: len(texts) / np.median(seconds[rows, column]))

    def quotient(rows: Rows) -> float:
        return float(np.median(seconds[rows, 0]) / np.median(seconds[rows, 1]))

    return Encoding(
        waiting=len(texts),
        repeats=repeats,
        alone=rate(0),
        together=rate(1),
        ratio=interval(repeats, quotient),
        cosine=float(cosines.min()),
        cosine_mean=float(cosines.mean()),
    )


def _alone(encoder: Texts, texts: Sequence[str]) -> float:
    began = process_time()
    for text in texts:
        encoder.texts([text])
    return process_time() - began


def _together(encoder: Texts, texts: Sequence[str]) -> float:
    began = process_time()
    encoder.texts(texts)
    return process_time() - began

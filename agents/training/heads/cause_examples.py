"""What the cause head learns from: RECCON's questions as rows of the utterances, and the words of its causes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.corpora import reccon
from agents.corpora.reccon import Dialog, Example
from agents.training.common.fit import Ints
from agents.training.common.run import Run
from agents.training.common.token_states import States, states
from skills.cause import LONGEST, SIX, form, joined, place, places, six
from skills.models.encoder import Words
from skills.models.head import Floats, Head


@dataclass(frozen=True, slots=True)
class Told:
    """The utterances of talks in their order, read once: their states, and the talk of each (n,)."""

    dialogs: tuple[Dialog, ...]
    states: States
    groups: Ints

    def rows(self) -> dict[tuple[str, int], int]:
        """The row of each utterance, by its talk and turn."""
        said = ((talk.id, item.turn) for talk in self.dialogs for item in talk.utterances)
        return {key: row for row, key in enumerate(said)}


@dataclass(frozen=True, slots=True)
class Pairs:
    """Targets and candidates as rows of `vectors`, what else is known of them (n, r), and emotions, given and read."""

    vectors: Floats
    target: Ints
    candidate: Ints
    rest: Floats
    given: Floats
    read: Floats
    labels: Ints
    groups: Ints

    def some(self, mask: NDArray[np.bool_]) -> Pairs:
        return Pairs(
            self.vectors,
            self.target[mask],
            self.candidate[mask],
            self.rest[mask],
            self.given[mask],
            self.read[mask],
            self.labels[mask],
            self.groups[mask],
        )

    def seen(self, head: Head, emotions: Floats) -> Floats:
        """What the head sees when `emotions` (n, 6) are those of the targets."""
        codes = [self.vectors @ head.extra[side].T for side in ("target", "candidate")]
        rest = np.concatenate([self.rest, emotions], axis=1)
        return joined(codes[0][self.target], codes[1][self.candidate], rest)


@dataclass(frozen=True, slots=True)
class Spans:
    """Causes with their words: the row of the utterance, and the first and last token (n, 2) of the span."""

    rows: Ints
    bounds: Ints
    groups: Ints

    def some(self, mask: NDArray[np.bool_]) -> Spans:
        return Spans(self.rows[mask], self.bounds[mask], self.groups[mask])


def told(run: Run, dialogs: Sequence[Dialog]) -> Told:
    """Every utterance as the bot reads it: alone, said by the person."""
    vectorizer = run.vectorizer()
    said = [(number, item) for number, talk in enumerate(dialogs) for item in talk.utterances]
    found = states(vectorizer, [vectorizer.words.utterance(item.text) for _, item in said])
    return Told(tuple(dialogs), found, np.array([number for number, _ in said]))


def pairs(known: Told, emotion: Head) -> Pairs:
    """Every question of the entailment task (section 6.3)."""
    asked, rows = list(reccon.entailment(known.dialogs)), known.rows()
    target = np.array([rows[item.dialog, item.target.turn] for item in asked])
    candidate = np.array([rows[item.dialog, item.candidate.turn] for item in asked])
    return Pairs(
        known.states.vectors,
        target,
        candidate,
        np.array([_rest(item) for item in asked], np.float32),
        np.eye(len(SIX), dtype=np.float32)[[SIX.index(item.target.emotion) for item in asked]],
        six(emotion.probabilities(known.states.vectors))[target].astype(np.float32),
        np.array([item.span is not None for item in asked], np.int64),
        known.groups[target],
    )


def _rest(item: Example) -> tuple[float, ...]:
    where = place(item.target.turn - 1, item.candidate.turn - 1, item.target.speaker == item.candidate.speaker)
    return *form(item.target.text), *form(item.candidate.text), *where


def spans(known: Told, words: Words) -> Spans:
    """Every span of a cause that is read whole; what several targets share counts once."""
    rows, found = known.rows(), dict[tuple[int, tuple[int, int]], None]()
    for item in reccon.extraction(known.dialogs):
        bounds = _tokens(item, words) if item.span else None
        if bounds:
            found[rows[item.dialog, item.candidate.turn], bounds] = None
    where = np.array([row for row, _ in found])
    return Spans(where, np.array([bounds for _, bounds in found]), known.groups[where])


def _tokens(item: Example, words: Words) -> tuple[int, int] | None:
    text, span = item.candidate.text, item.span or ""
    begin = text.index(span)
    inside = [
        number
        for number, (first, last) in enumerate(places(text, words.tokenizer))
        if first >= begin and last <= begin + len(span)
    ]
    return (inside[0], inside[-1]) if inside and inside[-1] - inside[0] < LONGEST else None

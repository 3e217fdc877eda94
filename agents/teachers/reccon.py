"""RECCON (Poria et al., Cognitive Computation 2021) as ParlAI teachers: `-t agents.teachers.reccon[:NAME]`.

Why someone feels what an utterance, the target, shows. Both tasks of the paper, each of which it tries with the talk so
far and without:

    Entailment        whether an utterance is a cause of it (section 6.3; the default)
    EntailmentAlone   the same, without the talk
    Span              which words of that utterance are (section 6.2), as question answering
    SpanAlone         the same, without the talk

Examples are those of the paper's fold 1 (agents/corpora/reccon.py). Every example is an episode of its own, and its
`text` is all there is to know. The corpus lies in `reccon` below `--datapath`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from agents.corpora import reccon
from agents.corpora.reccon import Dialog, Example, Utterance
from agents.teachers.corpus import CorpusTeacher, lines, teacher_called
from agents.teachers.scoring import Scores, of_span

CAUSE, NO_CAUSE = "cause", "no cause"


def line(said: Utterance) -> str:
    """An utterance as it stands in `text`."""
    return f"{said.speaker}: {said.text}"


def about(example: Example) -> dict[str, Any]:
    """The fields that both tasks have; as EntailmentTeacher says."""
    target, candidate = example.target, example.candidate
    return {
        "emotion": target.emotion,
        "target": target.text,
        "target_turn": target.turn,
        "candidate": candidate.text,
        "candidate_turn": candidate.turn,
        "spans": [cause.span for cause in target.causes if cause.turn == candidate.turn],
        "types": list(target.types),
        "conversation": example.dialog,
    }


class EntailmentTeacher(CorpusTeacher):
    """Whether a candidate is a cause of the target's emotion (`labels`: "cause" or "no cause", `label_candidates`).

    `text` is the talk up to the target, a line each, as "A: ..." or "B: ...", and after it three lines: "emotion: ...",
    "target: ..." and "candidate: ...". Beside it:
    - `emotion`: one of six; `target`: the utterance that shows it; `target_turn`: which it is, from 1
    - `candidate`, `candidate_turn`: the utterance that may be a cause, the target itself too
    - `spans`: all words of it that are marked as a cause, none where it is no cause
    - `types`: of what kind the target's causes are (section 5)
    - `conversation`: the talk's id
    """

    reader = reccon
    classes: Sequence[str] = (CAUSE, NO_CAUSE)
    positive = (CAUSE,)
    with_talk = True

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Example]]:
        yield from ([example] for example in reccon.entailment(records))

    def example(self, place: Example) -> dict[str, Any]:
        asked = (f"target: {line(place.target)}", f"candidate: {line(place.candidate)}")
        return {
            "text": lines([*self.context(place), f"emotion: {place.target.emotion}", *asked]),
            "labels": [NO_CAUSE if place.span is None else CAUSE],
            "label_candidates": list(self.classes),
            **about(place),
        }

    def context(self, place: Example) -> list[str]:
        """The lines of the talk that are told."""
        return list(map(line, place.history)) if self.with_talk else []


class EntailmentAloneTeacher(EntailmentTeacher):
    """As EntailmentTeacher, without the talk: `text` is the last three lines."""

    with_talk = False


class SpanTeacher(EntailmentTeacher):
    """The words of the candidate that cause the target's emotion (`labels`); "no cause" where none do.

    `text` is the talk up to the target, a line each, as "A: ..." or "B: ...", and a question. A candidate with two
    spans is two examples, as the paper counts. `answer_starts` is where the words stand in `text`, [] where there are
    none. Other fields as EntailmentTeacher's. The question's wording is our own.
    """

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Example]]:
        yield from ([example] for example in reccon.extraction(records))

    def example(self, place: Example) -> dict[str, Any]:
        target, candidate = place.target, place.candidate
        question = f"What in “{candidate.text}” causes the {target.emotion} of “{target.text}”?"
        return {
            "text": lines([*self.context(place), question]),
            "labels": [NO_CAUSE if place.span is None else place.span],
            "answer_starts": [] if place.span is None else [self.start(place) + candidate.text.index(place.span)],
            **about(place),
        }

    def scores(self, answer: str, labels: Sequence[str]) -> Scores:
        """Exact match and F1 of words, of all examples and of those that have a cause."""
        return of_span(answer, labels, NO_CAUSE)

    def start(self, place: Example) -> int:
        """Where in `text` what the candidate says begins."""
        before = self.context(place)[: place.candidate.turn - 1] if self.with_talk else []
        return sum(len(told) + 1 for told in before) + len(line(place.candidate)) - len(place.candidate.text)


class SpanAloneTeacher(SpanTeacher):
    """As SpanTeacher, without the talk: `text` is the candidate, as "A: ..." or "B: ...", and the question."""

    with_talk = False

    def context(self, place: Example) -> list[str]:
        return [line(place.candidate)]


class DefaultTeacher(EntailmentTeacher):
    """What `-t agents.teachers.reccon` means."""


def __getattr__(name: str) -> Any:
    return teacher_called(name, globals())

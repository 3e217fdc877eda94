"""RECCON (Poria et al., Cognitive Computation 2021), its DailyDialog part: which spans of a talk cause an emotion.

The files are those of the release's `data/original_annotation`, one JSON object of talks. Both tasks of the paper are
made as in its fold 1: every utterance of the history, the target among it, is a cause or a negative example (sections
6.1.1 to 6.3). This gives the numbers of Table 3 for train and valid: 7,269 and 347 spans, 20,646 and 838 negatives. For
that, two causes of train that stand after their target are left out, and targets with only a latent cause, which the
paper says it ignores, give negatives. Licence: none stated.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from agents.corpora.reading import found, of_part, refuse, text_of
from agents.corpora.shown import Line, Talk

FILES = {part: f"dailydialog_{part}.json" for part in ("train", "valid", "test")}
NEUTRAL = "neutral"
EMOTIONS = (NEUTRAL, "anger", "disgust", "fear", "happiness", "sadness", "surprise")
SPELLINGS = {
    "angry": "anger",
    "excited": "happiness",
    "happy": "happiness",
    "sad": "sadness",
    "surprised": "surprise",
}
"""Twelve utterances of train are labelled with these words; Table 2 knows only the seven emotions."""

TYPES = ("no-context", "inter-personal", "self-contagion", "hybrid", "latent")


@dataclass(frozen=True, slots=True)
class Cause:
    """A span that causes an emotion, as it stands in the utterance `turn` (from 1)."""

    turn: int
    span: str


@dataclass(frozen=True, slots=True)
class Utterance:
    """One turn. Causes and types (section 5) belong to emotions; `latent` says that a cause is not in the talk."""

    turn: int
    speaker: Literal["A", "B"]
    text: str
    emotion: str
    causes: tuple[Cause, ...] = ()
    latent: bool = False
    types: tuple[str, ...] = ()
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class Dialog:
    """One talk. Its id, as tr_12, is DailyDialog's part and line (from 0); some of train were moved to other parts."""

    id: str
    utterances: tuple[Utterance, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A question of either task: is `candidate` a cause of the target's emotion, and which span of it?

    The history ends with the target. `span` is None where the candidate is no cause.
    """

    dialog: str
    history: tuple[Utterance, ...]
    candidate: Utterance
    span: str | None

    @property
    def target(self) -> Utterance:
        """The utterance whose emotion is asked about."""
        return self.history[-1]


class _Turn(
    msgspec.Struct, rename={"evidence": "expanded emotion cause evidence", "spans": "expanded emotion cause span"}
):
    turn: int
    speaker: Literal["A", "B"]
    utterance: str
    emotion: str
    evidence: list[int | Literal["b"]] = []
    spans: list[str] = []
    type: list[str] = []
    explanation: str = ""


def load(datapath: str | Path, part: str) -> tuple[Dialog, ...]:
    """The talks of one part (train, valid or test) below `datapath`. CorpusError names file, line, talk and reason."""
    folder = Path(datapath) / "reccon"
    return tuple(read(found(folder / of_part(folder, part, FILES))))


def read(path: Path) -> Iterator[Dialog]:
    """The talks of one file, in its order."""
    text = text_of(path)
    try:
        talks = json.loads(text)
    except json.JSONDecodeError as error:
        refuse(path, error.lineno, f"this is not JSON: {error.msg}")
    except RecursionError:
        refuse(path, None, "this is nested too deeply")
    if not isinstance(talks, dict):
        refuse(path, 1, f"an object of talks by id is expected, and this is {type(talks).__name__}")
    for key, talk in talks.items():
        try:
            yield _dialog(key, talk)
        except (msgspec.ValidationError, _DamagedError) as error:
            refuse(path, text.count("\n", 0, text.index(json.dumps(key))) + 1, f"talk {key}: {error}")


def extraction(dialogs: Iterable[Dialog]) -> Iterator[Example]:
    """Causal span extraction (section 6.2): an example for each span of each cause, and for each negative."""
    for dialog in dialogs:
        for target in dialog.utterances:
            if target.emotion != NEUTRAL:
                yield from _examples(dialog, target)


def entailment(dialogs: Iterable[Dialog]) -> Iterator[Example]:
    """Causal emotion entailment (section 6.3): one example for each candidate, a cause with the first of its spans."""
    asked = None
    for example in extraction(dialogs):
        this = (example.dialog, example.target.turn, example.candidate.turn)
        if this != asked:
            yield example
        asked = this


def count(datapath: str | Path, part: str) -> dict[str, int]:
    """How many dialogs, utterances, utterances with a cause, and examples of each task a part has."""
    dialogs = load(datapath, part)
    said = [utterance for dialog in dialogs for utterance in dialog.utterances]
    emotions = Counter(item.emotion for item in said)
    types = Counter(name for item in said for name in item.types)
    spans = [example.span is not None for example in extraction(dialogs)]
    pairs = [example.span is not None for example in entailment(dialogs)]
    return (
        {
            "dialogs": len(dialogs),
            "utterances": len(said),
            "with_cause": sum(bool(item.types) for item in said),
            "with_latent_cause": sum(item.latent for item in said),
            "cause_spans": sum(spans),
            "cause_pairs": sum(pairs),
            "negative_pairs": len(pairs) - sum(pairs),
        }
        | {f"emotion_{name}": emotions[name] for name in EMOTIONS}
        | {f"type_{name}": types[name] for name in TYPES}
    )


def talks(datapath: str | Path, part: str) -> Iterator[Talk]:
    """The talks of a part as they are shown."""
    for dialog in load(datapath, part):
        yield Talk(dialog.id, tuple(Line(item.speaker, item.text, _notes(item)) for item in dialog.utterances))


def _notes(item: Utterance) -> tuple[tuple[str, str], ...]:
    causes = [("cause", f"{cause.turn}: {cause.span}") for cause in item.causes]
    latent = [("cause", "not in the talk")] if item.latent else []
    return (("emotion", item.emotion), *(("type", name) for name in item.types), *causes, *latent)


def _examples(dialog: Dialog, target: Utterance) -> Iterator[Example]:
    history = dialog.utterances[: target.turn]
    for candidate in history:
        spans = [cause.span for cause in target.causes if cause.turn == candidate.turn]
        if not spans:
            yield Example(dialog.id, history, candidate, None)
        for span in spans:
            yield Example(dialog.id, history, candidate, span)


class _DamagedError(Exception):
    """The reason one talk cannot be read; `read` adds file and line."""


def _dialog(key: str, talk: Any) -> Dialog:
    rounds = msgspec.convert(talk, list[list[_Turn]])
    if len(rounds) != 1:
        raise _DamagedError(f"one list of turns is expected, and there are {len(rounds)}")
    turns = rounds[0]
    for expected, turn in enumerate(turns, 1):
        try:
            _check(expected, turn, turns)
        except _DamagedError as error:
            raise _DamagedError(f"turn {expected}: {error}") from None
    return Dialog(key, tuple(map(_utterance, turns)))


def _check(expected: int, turn: _Turn, turns: list[_Turn]) -> None:
    if turn.turn != expected:
        raise _DamagedError(f"its number is {turn.turn}")
    _one_of("emotion", turn.emotion, (*EMOTIONS, *SPELLINGS))
    for name in turn.type:
        _one_of("type", name, TYPES)
    if bool(turn.type) != (turn.emotion != NEUTRAL) or bool(turn.evidence) != bool(turn.type):
        raise _DamagedError(f"{len(turn.evidence)} causes of {len(turn.type)} types, and the emotion is {turn.emotion}")
    if len(turn.evidence) != len(turn.spans):
        raise _DamagedError(f"{len(turn.evidence)} causes, and {len(turn.spans)} spans")
    for place, span in zip(turn.evidence, turn.spans, strict=True):
        if place != "b" and not 1 <= place <= len(turns):
            raise _DamagedError(f"cause {place} is no turn of the talk (choose from 1 to {len(turns)}, or b)")
        if place != "b" and (not span or span not in turns[place - 1].utterance):
            raise _DamagedError(f"the span of cause {place} does not stand in that turn")


def _one_of(what: str, value: str, choices: Iterable[str]) -> None:
    if value not in choices:
        raise _DamagedError(f"{what} {value!r:.60} is unknown (choose from {', '.join(choices)})")


def _utterance(turn: _Turn) -> Utterance:
    """ "b", for background, marks a cause that is not in the talk."""
    causes = zip(turn.evidence, turn.spans, strict=True)
    return Utterance(
        turn.turn,
        turn.speaker,
        turn.utterance,
        SPELLINGS.get(turn.emotion, turn.emotion),
        tuple(Cause(place, span) for place, span in causes if place != "b"),
        "b" in turn.evidence,
        tuple(turn.type),
        turn.explanation,
    )

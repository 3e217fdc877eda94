"""ESConv (Liu et al., ACL 2021), read from its published JSON into typed records with every annotation it has.

`FailedESConv.json` spells speakers and strategies differently: both are brought to the release's spelling, except
`Direct Guidance`, which has no counterpart and is kept as it is. Licence: CC BY-NC 4.0, academic use.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from agents.corpora.entries import DamagedError, entries, field, text
from agents.corpora.reading import locate
from agents.corpora.shown import Line, Talk
from bot.dialog import STRATEGIES

SPEAKERS: dict[str, Literal["seeker", "supporter"]] = {
    "seeker": "seeker",
    "supporter": "supporter",
    "speaker": "seeker",
    "listener": "supporter",
}
SPELLINGS = {
    "Questions": "Question",
    "Other": "Others",
    "Approval and Reassurance": "Affirmation and Reassurance",
    "Restatement": "Restatement or Paraphrasing",
}
"""FailedESConv's spellings of the eight strategies."""

OUTSIDE = "Direct Guidance"


@dataclass(frozen=True, slots=True)
class Utterance:
    """One message. `strategy` belongs to supporters; `feedback` is the seeker's stars (1-5) for the messages before."""

    speaker: Literal["seeker", "supporter"]
    text: str
    strategy: str | None = None
    feedback: int | None = None


@dataclass(frozen=True, slots=True)
class Survey:
    """Answers from 1 to 5; None where the survey was not filled in. Intensities before and after are the seeker's."""

    initial_intensity: int | None = None
    final_intensity: int | None = None
    empathy: int | None = None
    relevance: int | None = None
    supporter_relevance: int | None = None

    @property
    def improvement(self) -> int | None:
        """How much the feeling eased: before minus after (section 3.1)."""
        if self.initial_intensity is None or self.final_intensity is None:
            return None
        return self.initial_intensity - self.final_intensity


@dataclass(frozen=True, slots=True)
class Dialog:
    """One talk with its pre-chat form, its messages, the survey and the open questions (Appendix A).

    `simulated`: no people held it, which only a study's export says.
    """

    emotion: str
    problem: str
    experience: str
    situation: str
    survey: Survey
    utterances: tuple[Utterance, ...]
    seeker_questions: tuple[str, ...] = ()
    supporter_questions: tuple[str, ...] = ()
    simulated: bool = False


def load(datapath: str | Path, part: str) -> tuple[Dialog, ...]:
    """The talks of one part (train, valid or test) below `datapath`, in the file's order."""
    return tuple(read(locate(datapath, "esconv", part, "json")))


def count(datapath: str | Path, part: str) -> dict[str, int]:
    """How many talks and messages one part has, and how many of them are the supporter's."""
    dialogs = load(datapath, part)
    return {
        "dialogs": len(dialogs),
        "utterances": sum(len(dialog.utterances) for dialog in dialogs),
        "supporter_utterances": sum(said.speaker == "supporter" for dialog in dialogs for said in dialog.utterances),
    }


def talks(datapath: str | Path, part: str) -> Iterator[Talk]:
    """The talks of one part, to be shown. They have no names in the release: they are numbered."""
    for number, talk in enumerate(read(locate(datapath, "esconv", part, "json")), 1):
        yield Talk(f"{part}:{number}", tuple(_line(said) for said in talk.utterances), tuple(_about(talk)))


def _line(said: Utterance) -> Line:
    notes = {"strategy": said.strategy, "feedback": said.feedback}
    return Line(said.speaker, said.text, tuple((name, str(value)) for name, value in notes.items() if value))


def _about(talk: Dialog) -> Iterator[tuple[str, str]]:
    form = ("emotion", talk.emotion), ("problem", talk.problem), ("experience", talk.experience)
    yield from (*form, ("situation", talk.situation))
    for name in (*Survey.__dataclass_fields__, "improvement"):
        if (answer := getattr(talk.survey, name)) is not None:
            yield name, str(answer)
    if talk.simulated:
        yield "simulated", "yes"


def read(path: Path) -> Iterator[Dialog]:
    """The talks of one JSON file. CorpusError names file, line (or talk and message) and reason."""
    return entries(path, _dialog)


def _dialog(talk: Any) -> Dialog:
    emotion, problem, experience, situation = (
        text(talk, key) for key in ("emotion_type", "problem_type", "experience_type", "situation")
    )
    messages = field(talk, "dialog", list)
    return Dialog(
        emotion,
        problem,
        experience,
        situation,
        _survey(field(talk, "survey_score", dict)),
        tuple(_utterance(number, message) for number, message in enumerate(messages, 1)),
        tuple(text(talk, key) for key in ("seeker_question1", "seeker_question2") if key in talk),
        tuple(text(talk, key) for key in ("supporter_question1", "supporter_question2") if key in talk),
        "simulated" in talk and bool(field(talk, "simulated", bool)),
    )


def _survey(scores: dict[str, Any]) -> Survey:
    seeker = field(scores, "seeker", dict)
    supporter = field(scores, "supporter", dict) if "supporter" in scores else {}
    return Survey(
        _score(seeker, "initial_emotion_intensity"),
        _score(seeker, "final_emotion_intensity"),
        _score(seeker, "empathy"),
        _score(seeker, "relevance"),
        _score(supporter, "relevance"),
    )


def _score(scores: dict[str, Any], key: str) -> int | None:
    value = scores.get(key)
    if value in (None, "", "0"):  # one supporter's survey holds a 0: the question was left open
        return None
    if str(value) not in {"1", "2", "3", "4", "5"}:
        raise DamagedError(f"{key!r} must be from 1 to 5, and is {value!r}")
    return int(value)


def _utterance(number: int, message: Any) -> Utterance:
    speaker = SPEAKERS.get(text(message, "speaker"))
    if speaker is None:
        raise DamagedError(f"message {number}: speaker must be one of {', '.join(SPEAKERS)}, is {message['speaker']!r}")
    notes = field(message, "annotation", dict)
    named = text(notes, "strategy") if notes.get("strategy") else None
    strategy = SPELLINGS.get(named, named) if named else None
    if strategy not in (None, *STRATEGIES, OUTSIDE):
        raise DamagedError(
            f"message {number}: no strategy is called {strategy!r} (choose from {', '.join(STRATEGIES)})"
        )
    return Utterance(speaker, text(message, "content"), strategy, _score(notes, "feedback"))

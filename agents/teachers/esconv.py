"""ESConv (Liu et al., ACL 2021) as ParlAI teachers: `-t agents.teachers.esconv[:NAME]`.

    parlai display_data -t agents.teachers.esconv:Strategy -dt valid --datapath DIR

Without a NAME, every supporter message is an example and an episode is a talk; Seeker is the other side of the talk.
The others make an episode of each example, with all that a model may know in its `text`:

    Pieces          the supporter's message after up to four messages, as in the paper's experiments
    StrategyToken   the same, with "[Strategy] " before each message of the supporter, as the paper's Joint model learns
    Strategy        the strategy of that message, one of eight
    Uncut, UncutStrategyToken, UncutStrategy    the same after everything that was said before

Nothing is read before the first example is asked for, and nothing is downloaded: the corpus lies in DIR/esconv.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from agents.corpora import esconv
from agents.corpora.esconv import Dialog, Utterance
from agents.teachers.corpus import CorpusTeacher, Place, heard, lines, places, teacher_called
from bot.dialog import STRATEGIES
from skills.stage import derive

PIECE = 5
"""The paper's experiments cut talks into pieces of so many messages, the last of them the supporter's to be said."""


def message(place: Place) -> dict[str, Any]:
    """The example of one message, without its `text`; fields as EsconvTeacher says."""
    talk, index = place.dialog, place.index
    before = [other for other in places(talk, "supporter") if other.index <= index]
    stage = derive([talk.utterances[other.index].strategy for other in before])
    return {
        "labels": [talk.utterances[index].text],
        "history": [f"{said.speaker}: {said.text}" for said in talk.utterances[:index]],
        "strategy": talk.utterances[index].strategy,
        "derived_stage": stage and str(stage),
        "position": index / len(talk.utterances),
        "feedback": next((said.feedback for said in talk.utterances[index:] if said.feedback), None),
        **about(talk),
    }


def about(talk: Dialog) -> dict[str, Any]:
    """The form filled in before the talk, and the survey after it."""
    survey = talk.survey
    return {
        "emotion_type": talk.emotion,
        "problem_type": talk.problem,
        "experience_type": talk.experience,
        "situation": talk.situation,
        "initial_intensity": survey.initial_intensity,
        "final_intensity": survey.final_intensity,
        "empathy": survey.empathy,
        "relevance": survey.relevance,
        "supporter_relevance": survey.supporter_relevance,
        "improvement": survey.improvement,
        "seeker_questions": list(talk.seeker_questions),
        "supporter_questions": list(talk.supporter_questions),
    }


def marked(said: Utterance) -> str:
    """A message with its strategy before it, where it has one: "[Question] How are you?"."""
    return f"[{said.strategy}] {said.text}" if said.strategy else said.text


class EsconvTeacher(CorpusTeacher):
    """The next supporter message (`labels`) after what the seeker said since the last one (`text`).

    `text` is `__SILENCE__` where the supporter begins or goes on. Beside it, in each message:
    - `history`: everything said before, a line each, as "seeker: ..." or "supporter: ..."
    - `strategy`: one of the eight
    - `derived_stage`: from the strategies up to this one (skills/stage.py), no label of the corpus; None at first
    - `position`: the share of the talk's messages that came before, from 0 to below 1
    - `feedback`: the stars (1-5) that the seeker gave next, which rate this message; None where there are none
    - `emotion_type`, `problem_type`, `experience_type`, `situation`: the form filled in before the talk
    - `initial_intensity`, `final_intensity`, `improvement` (before minus after), `empathy`, `relevance`,
      `supporter_relevance`: the survey, 1-5, None where not filled in
    - `seeker_questions`, `supporter_questions`: answers to the open questions
    """

    reader = esconv

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Place]]:
        yield from (places(talk, "supporter") for talk in records)

    def example(self, place: Place) -> dict[str, Any]:
        return {"text": lines(heard(place)), **message(place)}


class SeekerTeacher(EsconvTeacher):
    """The next seeker message after what the supporter said since the last one: the other side of EsconvTeacher.

    `strategy` is None; `derived_stage` is of the supporter's messages so far; `feedback` is the stars given with this
    message or next. Other fields as EsconvTeacher's.
    """

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Place]]:
        yield from (places(talk, "seeker") for talk in records)


class PiecesTeacher(EsconvTeacher):
    """The supporter's message after up to four messages, whoever's (`text`, a line each): the paper's pieces of five.

    A talk's opening message is no example, for nothing comes before it, and every other supporter message is, as in the
    published code. `speakers` are those of the lines of `text`. Other fields as EsconvTeacher's.
    """

    before: int | None = PIECE - 1

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Place]]:
        yield from ([place] for talk in records for place in places(talk, "supporter") if context(place, self.before))

    def example(self, place: Place) -> dict[str, Any]:
        said = context(place, self.before)
        told = {"text": lines(map(self.line, said)), "speakers": [one.speaker for one in said], **message(place)}
        return told | {"labels": [self.line(place.dialog.utterances[place.index])]}

    def line(self, said: Utterance) -> str:
        """How a message is written in `text` and `labels`."""
        return said.text


def context(place: Place, before: int | None) -> list[Utterance]:
    """The messages before a place, at most so many; all for None."""
    said = [said for said in place.dialog.utterances[: place.index] if said.text]
    return said if before is None else said[-before:]


class StrategyTokenTeacher(PiecesTeacher):
    """As PiecesTeacher, and each message of the supporter, to be said or before, begins with its strategy's token.

    "[Question] How are you?": a model says the strategy first and then keeps to it (the paper's Joint; given the token,
    Oracle). The tokens are the eight strategies, as the corpus spells them, in brackets.
    """

    def line(self, said: Utterance) -> str:
        return marked(said)


class StrategyTeacher(PiecesTeacher):
    """The strategy of the supporter's next message (`labels`), one of eight (`label_candidates`).

    `text` and other fields as PiecesTeacher's, and `message`, what was then said. A message that has none of the eight
    is no example.
    """

    classes = STRATEGIES

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Place]]:
        for episode in super().episodes(records):
            yield [place for place in episode if place.dialog.utterances[place.index].strategy in STRATEGIES]

    def example(self, place: Place) -> dict[str, Any]:
        told = super().example(place)
        return told | {
            "labels": [told["strategy"]],
            "label_candidates": list(STRATEGIES),
            "message": told["labels"][0],
        }


class UncutTeacher(PiecesTeacher):
    """As PiecesTeacher, after everything that was said before."""

    before = None


class UncutStrategyTokenTeacher(StrategyTokenTeacher):
    """As StrategyTokenTeacher, after everything that was said before."""

    before = None


class UncutStrategyTeacher(StrategyTeacher):
    """As StrategyTeacher, after everything that was said before."""

    before = None


class DefaultTeacher(EsconvTeacher):
    """What `-t agents.teachers.esconv` means."""


def __getattr__(name: str) -> Any:
    return teacher_called(name, globals())

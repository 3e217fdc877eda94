"""ESConv as a ParlAI teacher: `parlai display_data -t agents.teachers.esconv -dt valid --datapath DIR`.

Every supporter message is an example; an episode is a talk. Nothing is read before the first example is asked for, and
nothing is downloaded: the corpus lies in DIR/esconv.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from agents.border import SILENCE, FixedDialogTeacher, Message, Options, read_options
from agents.corpora.esconv import Dialog, load
from bot.errors import CorpusError
from skills.stage import derive


class Corpus:
    """One part of ESConv, read when first needed and shared by a teacher's clones."""

    def __init__(self, options: Options) -> None:
        self._options = options

    @cached_property
    def talks(self) -> tuple[Dialog, ...]:
        """The talks that have an example, in the file's order. Raises CorpusError."""
        folder, part = self._options.datapath / "esconv", self._options.part
        if not (folder / f"{part}.json").is_file():
            raise CorpusError(
                f"{folder / part}.json: ESConv is not there, and nothing is downloaded. Put its train.json, "
                f"valid.json and test.json (thu-coai/esconv, CC BY-NC 4.0) into {folder}, or name the folder above "
                "it: --datapath DIR"
            )
        return tuple(talk for talk in load(self._options.datapath, part) if places(talk))

    @cached_property
    def size(self) -> int:
        """How many examples there are."""
        return sum(len(places(talk)) for talk in self.talks)


def places(talk: Dialog) -> list[int]:
    """Where in a talk the supporter says something."""
    return [place for place, said in enumerate(talk.utterances) if said.speaker == "supporter" and said.text]


def example(talk: Dialog, entry: int) -> Message:
    """The `entry`-th supporter message of a talk, and what was said before; fields as EsconvTeacher says."""
    found = places(talk)
    place = found[entry]
    since = found[entry - 1] + 1 if entry else 0
    heard = [said.text for said in talk.utterances[since:place] if said.speaker == "seeker" and said.text]
    stage = derive([talk.utterances[index].strategy for index in found[: entry + 1]])
    return Message(
        {
            "text": "\n".join(heard) or SILENCE,
            "labels": [talk.utterances[place].text],
            "episode_done": entry == len(found) - 1,
            "history": [f"{said.speaker}: {said.text}" for said in talk.utterances[:place]],
            "strategy": talk.utterances[place].strategy,
            "derived_stage": stage and str(stage),
            "position": place / len(talk.utterances),
            "feedback": next((said.feedback for said in talk.utterances[place:] if said.feedback), None),
            **_about(talk),
        }
    )


def _about(talk: Dialog) -> dict[str, Any]:
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


class EsconvTeacher(FixedDialogTeacher):  # type: ignore[misc]  # ParlAI has no types
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

    def __init__(self, opt: Any, shared: Mapping[str, Any] | None = None) -> None:
        self.corpus: Corpus = shared["corpus"] if shared else Corpus(read_options(opt))
        self.id = "esconv"
        super().__init__(opt, shared)

    def share(self) -> dict[str, Any]:
        return {**super().share(), "corpus": self.corpus}

    def num_episodes(self) -> int:
        return len(self.corpus.talks)

    def num_examples(self) -> int:
        return self.corpus.size

    def get(self, episode_idx: int, entry_idx: int = 0) -> Message:
        return example(self.corpus.talks[episode_idx], entry_idx)


class DefaultTeacher(EsconvTeacher):
    """What `-t agents.teachers.esconv` means."""

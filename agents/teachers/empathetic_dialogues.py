"""EmpatheticDialogues (Rashkin et al., ACL 2019) as ParlAI teachers: `-t agents.teachers.empathetic_dialogues[:NAME]`.

NAME is Listener (the default), Speaker, Retrieval, Emotion or EdCut. The corpus lies below `--datapath` as ParlAI's own
`empathetic_dialogues` leaves it. Every example is an episode of its own, and its `text` is all there is to know.

How many there are in the release, and in the paper where it says so:

    Listener    40,254 train, 5,738 valid, 5,259 test, as in the paper
    Speaker     as many as the utterances with an odd utterance_idx (43,915 train)
    Retrieval   the same as Listener without the last group, which is smaller (40,200 train)
    Emotion     one for each conversation: 19,533 train, 2,770 valid, 2,547 test, as in the paper
    EdCut       as many as Emotion
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from agents.border import SILENCE, add_seed_option
from agents.corpora import empathetic
from agents.corpora.empathetic import Dialog, Utterance
from agents.metrics import ranking
from agents.teachers.corpus import CorpusTeacher, Place, lines, teacher_called
from skills.labels import EMOTIONS

WINDOW = 4
"""A reply's context are so many utterances before it, as in the published experiments."""
GROUP = ranking.HUNDRED
"""So many replies are ranked at once (P@1,100)."""


class Ranked(NamedTuple):
    """A listener's reply, and the replies that it is ranked among."""

    place: Place
    candidates: Sequence[str]


def places(dialogs: Sequence[Dialog], speaker: Literal["speaker", "listener"]) -> Iterator[Place]:
    """Every utterance of one of the two, in the file's order. The speaker has the odd utterance_idx, from 1 on."""
    for dialog in dialogs:
        yield from (Place(dialog, index) for index, said in enumerate(dialog.utterances) if said.speaker == speaker)


def context(place: Place) -> Sequence[Utterance]:
    """The utterances before a place, as far back as the window goes."""
    before: Sequence[Utterance] = place.dialog.utterances[max(0, place.index - WINDOW) : place.index]
    return before


def reply(place: Place) -> dict[str, Any]:
    """The example of one utterance; fields as ListenerTeacher says."""
    dialog, before = place.dialog, context(place)
    return {
        "text": lines(said.text for said in before),
        "labels": [dialog.utterances[place.index].text],
        "speakers": [said.speaker for said in before],
        "turn": place.index,
        **about(dialog),
    }


def about(dialog: Dialog) -> dict[str, Any]:
    """What is known of the whole conversation."""
    return {"emotion": dialog.emotion, "situation": dialog.situation, "conversation": dialog.id}


def groups(replies: Sequence[Place], seed: int) -> Iterator[Ranked]:
    """Each reply with the hundred it is ranked among; those of the last, smaller group are left out.

    A reply that has candidates in the file keeps these, and itself; the others are shuffled and cut into hundreds, the
    same ones that `attune eval retrieval` counts.
    """
    drawn = [place for place in replies if not place.dialog.utterances[place.index].candidates]
    for place in replies:
        said = place.dialog.utterances[place.index]
        if said.candidates:
            yield Ranked(place, tuple(dict.fromkeys((*said.candidates, said.text))))
    for rows in ranking.groups(len(drawn), seed) if len(drawn) >= GROUP else ():
        group = [drawn[row] for row in rows]
        texts = tuple(place.dialog.utterances[place.index].text for place in group)
        yield from (Ranked(place, texts) for place in group)


class ListenerTeacher(CorpusTeacher):
    """The listener's reply (`labels`) after up to four utterances (`text`, a line each, the oldest first).

    Every utterance with an even utterance_idx is an example: the published 40,254, 5,738 and 5,259. Beside it:
    - `speakers`: who said each line of `text`, "speaker" or "listener"
    - `turn`: how many utterances came before, those out of the window too
    - `emotion`: one of the 32; `situation`: what the speaker wrote before the talk. The listener saw neither
    - `conversation`: the conv_id
    """

    reader = empathetic

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Any]]:
        yield from ([place] for place in places(records, "listener"))

    def example(self, place: Any) -> dict[str, Any]:
        return reply(place)


class SpeakerTeacher(ListenerTeacher):
    """What the speaker says (`labels`), the opening too, given the emotion and the situation.

    `text` is a line "emotion: ...", a line "situation: ...", and up to four utterances before, a line each; `speakers`
    is of these. Other fields as ListenerTeacher's.
    """

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Any]]:
        yield from ([place] for place in places(records, "speaker"))

    def example(self, place: Any) -> dict[str, Any]:
        told = [f"emotion: {place.dialog.emotion}", f"situation: {place.dialog.situation}"]
        return reply(place) | {"text": lines([*told, *(said.text for said in context(place))])}


class RetrievalTeacher(ListenerTeacher):
    """The listener's reply among a hundred (`label_candidates`), for P@1,100 (Table 2).

    Fields as ListenerTeacher's. All replies of the part are shuffled by `--ed-seed` and cut into groups of a hundred;
    the candidates of each are the hundred of its group, its own among them, in an order drawn for it alone. Examples
    come group by group. The replies left over, fewer than a hundred, are no examples: they would be ranked among fewer,
    and the published code leaves its last group out as well. A reply said twice in a group stands there twice.

    Where the file has candidates in its ninth column (the release's own drawing), these are taken and all are examples.
    """

    @classmethod
    def add_cmdline_args(cls, parser: Any, partial_opt: Any = None) -> Any:
        """ParlAI's options of a teacher, and `--ed-seed`."""
        super().add_cmdline_args(parser, partial_opt)
        add_seed_option(parser)
        return parser

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Any]]:
        yield from ([ranked] for ranked in groups(list(places(records, "listener")), self.corpus.options.seed))

    def example(self, place: Any) -> dict[str, Any]:
        told, candidates = reply(place.place), place.candidates
        order = random.Random(f"{self.corpus.options.seed} {told['conversation']} {told['turn']}")
        return told | {"label_candidates": order.sample(candidates, len(candidates))}


class EmotionTeacher(CorpusTeacher):
    """Which of the 32 emotions (`labels`, `label_candidates`) a situation (`text`) was written for.

    One example for each conversation, as the paper counts; two conversations may share a situation. `conversation` is
    the conv_id, and `said` what the speaker opened with.
    """

    reader = empathetic
    classes = EMOTIONS

    def episodes(self, records: Sequence[Dialog]) -> Iterator[Sequence[Any]]:
        yield from ([dialog] for dialog in records)

    def example(self, place: Any) -> dict[str, Any]:
        return {
            "text": place.situation,
            "labels": [place.emotion],
            "label_candidates": list(EMOTIONS),
            "conversation": place.id,
            "said": place.utterances[0].text,
        }


class EdCutTeacher(EmotionTeacher):
    """The same without the words that give a label away: "ED-cut" (Table 9), by our own list of words.

    The words of all 32 labels are cut out of `text` (agents/corpora/empathetic.py, `cut`); `situation` has them still.
    They stand in 16 % of the situations of the training part, and the situation's own in 8 %.
    """

    def example(self, place: Any) -> dict[str, Any]:
        cut = empathetic.cut(place.situation) or SILENCE
        return super().example(place) | {"text": cut, "situation": place.situation}


class DefaultTeacher(ListenerTeacher):
    """What `-t agents.teachers.empathetic_dialogues` means."""


def __getattr__(name: str) -> Any:
    return teacher_called(name, globals())

"""CPED (Chen et al., 2022, arXiv 2205.14727): Chinese talk from television plays, with what each speaker is like.

Thirteen emotions, three sentiments and nineteen dialog acts an utterance, spelled as the files spell them (the paper
says "angry" for anger, "sad" for sadness and so on); sex, age and Big Five a speaker. The plays of the three parts
differ, so nobody speaks in two of them. All of a speaker stands beside each utterance; the release's speakers.txt lists
names alone and is not needed. Where faces are in the picture is left out. Licence: Apache-2.0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from agents.corpora.reading import of_part, one_of, refuse, table, together
from agents.corpora.shown import Line, Talk

FILES = {part: f"{part}_split.csv" for part in ("train", "valid", "test")}
TRAITS = ("Neuroticism", "Extraversion", "Openness", "Agreeableness", "Conscientiousness")
COLUMNS = (
    "TV_ID",
    "Dialogue_ID",
    "Utterance_ID",
    "Utterance",
    "Scene",
    "Sentiment",
    "Emotion",
    "DA",
    "Speaker",
    "Gender",
    "Age",
    *TRAITS,
)
SENTIMENTS = ("neutral", "positive", "negative")
EMOTIONS = (
    "happy",
    "grateful",
    "relaxed",
    "positive-other",
    "anger",
    "sadness",
    "fear",
    "depress",
    "disgust",
    "astonished",
    "worried",
    "negative-other",
    "neutral",
)
ACTS = (
    "greeting",
    "question",
    "answer",
    "statement-opinion",
    "statement-non-opinion",
    "apology",
    "command",
    "agreement",
    "disagreement",
    "acknowledge",
    "appreciation",
    "interjection",
    "conventional-closing",
    "quotation",
    "reject",
    "irony",
    "comfort",
    "thanking",
    "other",
)
GENDERS = ("female", "male", "unknown")
AGES = ("children", "teenager", "young", "middle-aged", "elderly", "unknown")
LEVELS = ("low", "high", "unknown")


@dataclass(frozen=True, slots=True)
class Speaker:
    """Someone in a play. Traits are low, high or unknown, in the order of `TRAITS`; small parts are all named 其他."""

    play: str
    name: str
    gender: str
    age: str
    traits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Utterance:
    """One utterance; a scene is where it is said."""

    speaker: Speaker
    text: str
    sentiment: str
    emotion: str
    act: str
    scene: str


@dataclass(frozen=True, slots=True)
class Dialog:
    """One talk; its id begins with its play's."""

    id: str
    utterances: tuple[Utterance, ...]


def load(datapath: str | Path, part: str) -> tuple[Dialog, ...]:
    """The talks of one part (train, valid or test) below `datapath`. CorpusError names file, line and reason."""
    folder = Path(datapath) / "cped"
    return tuple(read(folder / of_part(folder, part, FILES)))


def read(path: Path) -> Iterator[Dialog]:
    """The talks of one file, in its order."""
    known: dict[tuple[str, ...], Speaker] = {}
    rows = ((line, cells[1], cells) for line, cells in table(path, COLUMNS))
    for key, group in together(path, "dialog", rows):
        numbers = [_number(path, line, cells) for line, cells in group]
        for (before, after), (line, _) in zip(pairwise(numbers), group[1:], strict=True):
            if after <= before:
                refuse(path, line, f"utterance {after} stands after {before}")
        yield Dialog(key, tuple(_utterance(path, line, cells, known) for line, cells in group))


def count(datapath: str | Path, part: str) -> dict[str, int]:
    """How many dialogs, utterances, plays and speakers a part has; the unnamed of one play count as one speaker."""
    dialogs = load(datapath, part)
    speakers = [said.speaker for dialog in dialogs for said in dialog.utterances]
    return {
        "dialogs": len(dialogs),
        "utterances": len(speakers),
        "plays": len({speaker.play for speaker in speakers}),
        "speakers": len({(speaker.play, speaker.name) for speaker in speakers}),
    }


def talks(datapath: str | Path, part: str) -> Iterator[Talk]:
    """The talks of a part as they are shown, with what is known of each speaker."""
    for dialog in load(datapath, part):
        speakers = dict.fromkeys(said.speaker for said in dialog.utterances)
        yield Talk(
            dialog.id,
            tuple(
                Line(said.speaker.name, said.text, (("emotion", said.emotion), ("act", said.act)))
                for said in dialog.utterances
            ),
            tuple((speaker.name, _described(speaker)) for speaker in speakers),
        )


def _described(speaker: Speaker) -> str:
    traits = (f"{name.lower()} {level}" for name, level in zip(TRAITS, speaker.traits, strict=True))
    return ", ".join((speaker.gender, speaker.age, *traits))


def _number(path: Path, line: int, cells: list[str]) -> int:
    """The number at the end of an utterance's id, which begins with its dialog's, and that with its play's."""
    play, dialog, utterance = cells[:3]
    number = utterance.removeprefix(f"{dialog}_")
    if not (dialog.startswith(f"{play}_") and number.isascii() and number.isdecimal()):
        refuse(path, line, f"utterance {utterance!r:.60} is not of dialog {dialog!r:.60} of play {play!r:.60}")
    return int(number)


def _utterance(path: Path, line: int, cells: list[str], known: dict[tuple[str, ...], Speaker]) -> Utterance:
    play, _, _, text, scene, sentiment, emotion, act, *speaker = cells
    one_of(path, line, "sentiment", sentiment, SENTIMENTS)
    one_of(path, line, "emotion", emotion, EMOTIONS)
    one_of(path, line, "act", act, ACTS)
    return Utterance(
        _speaker(path, line, (play, *speaker), known), " ".join(text.split()), sentiment, emotion, act, scene
    )


def _speaker(path: Path, line: int, cells: tuple[str, ...], known: dict[tuple[str, ...], Speaker]) -> Speaker:
    """One record a speaker, however much he or she says."""
    if cells not in known:
        play, name, gender, age, *levels = cells
        one_of(path, line, "gender", gender, GENDERS)
        one_of(path, line, "age", age, AGES)
        for trait, level in zip(TRAITS, levels, strict=True):
            one_of(path, line, trait, level, LEVELS)
        known[cells] = Speaker(play, name, gender, age, tuple(levels))
    return known[cells]

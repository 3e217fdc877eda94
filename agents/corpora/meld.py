"""MELD (Poria et al., ACL 2019): talk of several people in a television series, seven emotions and three sentiments.

Utterances are numbered within their dialog from 0, but not all numbers are there: 65 of train's dialogs and two of
valid's have gaps, and dialog 60 of train is missing as a whole (the release counts 1,039, and holds 1,038). A copy of
the release from before its repair spells apostrophes and dashes as control characters, Windows' code page read as
Latin-1: they are mended. Licence: GPL-3.0.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from agents.corpora.reading import of_part, one_of, refuse, table, together
from agents.corpora.shown import Line, Talk

FILES = {"train": "train_sent_emo.csv", "valid": "dev_sent_emo.csv", "test": "test_sent_emo.csv"}
COLUMNS = (
    "Dialogue_ID",
    "Utterance_ID",
    "Season",
    "Episode",
    "Speaker",
    "Utterance",
    "Emotion",
    "Sentiment",
    "StartTime",
    "EndTime",
)
EMOTIONS = ("neutral", "joy", "surprise", "anger", "sadness", "disgust", "fear")
SENTIMENTS = ("neutral", "positive", "negative")
TIME = re.compile(r"(\d{1,2}):(\d\d):(\d\d,\d{1,3})", re.ASCII)
MENDED = {code: bytes([code]).decode("cp1252", "ignore") or chr(code) for code in range(0x80, 0xA0)}


@dataclass(frozen=True, slots=True)
class Utterance:
    """One utterance, its number in the dialog, and when it begins and ends in the episode, in seconds."""

    number: int
    speaker: str
    text: str
    emotion: str
    sentiment: str
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Dialog:
    """One scene's talk. `id` is its number in its part."""

    id: int
    season: int
    episode: int
    utterances: tuple[Utterance, ...]


def load(datapath: str | Path, part: str) -> tuple[Dialog, ...]:
    """The dialogs of one part (train, valid or test) below `datapath`. CorpusError names file, line and reason."""
    folder = Path(datapath) / "meld"
    return tuple(read(folder / of_part(folder, part, FILES)))


def read(path: Path) -> Iterator[Dialog]:
    """The dialogs of one file, in its order."""
    rows = ((line, cells[0], _row(path, line, cells)) for line, cells in table(path, COLUMNS))
    for key, group in together(path, "dialog", rows):
        for (_, (scene, before)), (line, (place, said)) in pairwise(group):
            if said.number <= before.number:
                refuse(path, line, f"utterance {said.number} stands after {before.number}")
            if place != scene:
                refuse(path, line, f"season or episode differs within dialog {key}")
        yield Dialog(int(key), *group[0][1][0], tuple(said for _, (_, said) in group))


def count(datapath: str | Path, part: str) -> dict[str, int]:
    """How many dialogs, utterances and speakers a part has, and utterances of each emotion and sentiment."""
    dialogs = load(datapath, part)
    said = [utterance for dialog in dialogs for utterance in dialog.utterances]
    emotions, sentiments = Counter(item.emotion for item in said), Counter(item.sentiment for item in said)
    return (
        {"dialogs": len(dialogs), "utterances": len(said), "speakers": len({item.speaker for item in said})}
        | {f"emotion_{name}": emotions[name] for name in EMOTIONS}
        | {f"sentiment_{name}": sentiments[name] for name in SENTIMENTS}
    )


def talks(datapath: str | Path, part: str) -> Iterator[Talk]:
    """The dialogs of a part as they are shown."""
    for dialog in load(datapath, part):
        yield Talk(
            f"{part}:{dialog.id}",
            tuple(
                Line(item.speaker, item.text, (("emotion", item.emotion), ("sentiment", item.sentiment)))
                for item in dialog.utterances
            ),
            (("season", str(dialog.season)), ("episode", str(dialog.episode))),
        )


def _row(path: Path, line: int, cells: list[str]) -> tuple[tuple[int, int], Utterance]:
    """Season and episode, and what is said there."""
    numbers = [_number(path, line, *cell) for cell in zip(COLUMNS, cells[:4], strict=False)]
    speaker, text = (cell.translate(MENDED).strip() for cell in cells[4:6])
    emotion = one_of(path, line, "emotion", cells[6], EMOTIONS)
    sentiment = one_of(path, line, "sentiment", cells[7], SENTIMENTS)
    start, end = (_seconds(path, line, cell) for cell in cells[8:])
    return (numbers[2], numbers[3]), Utterance(numbers[1], speaker, text, emotion, sentiment, start, end)


def _number(path: Path, line: int, name: str, cell: str) -> int:
    if not (cell.isascii() and cell.isdecimal()):
        refuse(path, line, f"{name} must be a whole number, and is {cell!r:.60}")
    return int(cell)


def _seconds(path: Path, line: int, cell: str) -> float:
    """The comma is a decimal comma: hours have one digit or two, and one time of train ends in two decimals."""
    found = TIME.fullmatch(cell)
    if found is None:
        refuse(path, line, f"a time is written as 0:12:43,012, and this is {cell!r:.60}")
    hours, minutes, seconds = found.groups()
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds.replace(",", "."))

"""EDOS (Welivita, Xie and Pu, EMNLP 2021), its labelled part: dialogs of film subtitles with one of 41 labels.

Four CSV files: (1) dialogs that three crowd workers labelled, (2) dialogs like those of 1, (3) dialogs that a
classifier labelled with most confidence, (4) dialogs like those of 3. Only 1 was labelled by people. A label is about
the last utterance. Who speaks is not known. Licence: CC BY 4.0.

The release divides nothing (the authors' lists of ids are not in it), so this module does, into about 80, 10 and 10 of
a hundred. Valid and test hold dialogs of file 1 alone. Where a dialog falls goes by the SHA-256 of its first utterance,
so that repeated dialogs, and longer and shorter cuttings of one dialog, stay together. Train holds the rest of file 1,
and of files 2 to 4 all that neither begins like a dialog held out nor was found by its likeness to one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from agents.corpora.intents import LABELS
from agents.corpora.reading import PARTS, drawn, of_part, one_of, refuse, table
from agents.corpora.shown import Line, Talk

FOLDER = "edos"
CROWD = "1_MTurk_groundtruth_labels_9K.csv"
COLUMNS = (
    "DialogID",
    "Dialog",
    "Agreed emotion (2/3 vote)",
    "Worker 1 answer",
    "Worker 2 answer",
    "Worker 3 answer",
)
Source = Literal["crowd", "like crowd", "classifier", "like classifier"]
OTHERS: tuple[tuple[Source, str, tuple[str, ...]], ...] = (
    ("like crowd", "2_Similar_dialogs_3K.csv", ("os_dialog_id", "os_dialog", "emotion", "cos_sim", "amt_dialog")),
    ("classifier", "3_Self-labeled_dialogs_4K.csv", ("os_dialog_id", "os_dialog", "emotion", "confidence")),
    (
        "like classifier",
        "4_Similar_self-labeled_dialogs_2K.csv",
        ("os_dialog_id", "os_dialog", "emotion", "cos_sim", "high_dialog"),
    ),
)
NONE = "-"
OWN_WORDS = " (other)"
DASHES = re.compile(r"^(?:- )+")
TENTH = 26
"""Of 256 numbers that a dialog may draw, so many are for test, and as many for valid."""


@dataclass(frozen=True, slots=True)
class Dialog:
    """One dialog.

    `emotion` is from `LABELS`; None where no two workers agreed, or agreed on a word of their own. `answers` are the
    three workers' (file 1 alone), a label or their own words, in small letters. `score` is the likeness (cosine) or
    the classifier's confidence, 0 to 1 (files 2 to 4). `id` is OpenSubtitles' dialog: 49 of file 1 are there twice,
    once cut shorter.
    """

    id: str
    utterances: tuple[str, ...]
    emotion: str | None
    source: Source
    answers: tuple[str, ...] = ()
    score: float | None = None


def load(datapath: str | Path, part: str) -> tuple[Dialog, ...]:
    """The dialogs of one part (train, valid or test) below `datapath`, file by file in order. Raises CorpusError."""
    folder = Path(datapath) / FOLDER
    of_part(folder, part, dict.fromkeys(PARTS))
    crowd = tuple(_crowd(folder / CROWD))
    found = [dialog for dialog in crowd if part_of(dialog.utterances[0]) == part]
    if part == "train":
        held = {dialog.utterances[0] for dialog in crowd} - {dialog.utterances[0] for dialog in found}
        for source, name, columns in OTHERS:
            found.extend(_others(folder / name, source, columns, held))
    return tuple(found)


def part_of(first: str) -> str:
    """Which part a crowd-labelled dialog falls into, by its first utterance."""
    number = drawn(first)
    return "test" if number < TENTH else "valid" if number < 2 * TENTH else "train"


def count(datapath: str | Path, part: str) -> dict[str, int]:
    """How many dialogs a part has, how many of them people labelled and agreed on, and how many utterances."""
    dialogs = load(datapath, part)
    crowd = [dialog for dialog in dialogs if dialog.source == "crowd"]
    return {
        "dialogs": len(dialogs),
        "crowd": len(crowd),
        "agreed": sum(dialog.emotion is not None for dialog in crowd),
        "utterances": sum(len(dialog.utterances) for dialog in dialogs),
    }


def talks(datapath: str | Path, part: str) -> Iterator[Talk]:
    """Each dialog of a part as it is shown."""
    for dialog in load(datapath, part):
        about = [("emotion", dialog.emotion or "no two agreed"), ("source", dialog.source)]
        about += [("answers", ", ".join(dialog.answers))] if dialog.answers else []
        about += [("score", f"{dialog.score:.2f}")] if dialog.score is not None else []
        yield Talk(dialog.id, tuple(Line("someone", text) for text in dialog.utterances), tuple(about))


def _crowd(path: Path) -> Iterator[Dialog]:
    for line, (key, text, agreed, *given) in table(path, COLUMNS):
        answers = tuple(_answer(path, line, answer) for answer in given)
        label = agreed if agreed == NONE else _answer(path, line, agreed)
        if label != NONE and answers.count(label) < 2:
            refuse(path, line, f"agreed emotion {agreed!r:.60} is not what two workers answered")
        yield Dialog(key, _utterances(path, line, text), label if label in LABELS else None, "crowd", answers)


def _answer(path: Path, line: int, value: str) -> str:
    """A label, or words of a worker's own, which the file marks with (Other)."""
    answer = value.strip().lower()
    if answer.endswith(OWN_WORDS):
        return answer.removesuffix(OWN_WORDS).strip()
    return one_of(path, line, "emotion", answer, LABELS)


def _others(path: Path, source: Source, columns: tuple[str, ...], held: Collection[str]) -> Iterator[Dialog]:
    """The dialogs of a file that neither begin like one that is held out, nor are there for being like one."""
    for line, (key, text, emotion, score, *like) in table(path, columns):
        utterances = _utterances(path, line, text)
        label = one_of(path, line, "emotion", emotion.lower(), LABELS)
        dialog = Dialog(key, utterances, label, source, score=_share(path, line, columns[3], score))
        begins = {utterances[0], *(_utterances(path, line, other)[0] for other in like)}
        if not begins.intersection(held):
            yield dialog


def _utterances(path: Path, line: int, text: str) -> tuple[str, ...]:
    utterances = tuple(DASHES.sub("", utterance).strip() for utterance in text.split("\n"))
    if not all(utterances):
        refuse(path, line, "an utterance is empty")
    return utterances


def _share(path: Path, line: int, column: str, value: str) -> float:
    try:
        share = float(value)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        refuse(path, line, f"{column} must be from 0 to 1, and is {value!r:.60}")
    return share

"""EmpatheticDialogues (Rashkin et al., ACL 2019), read from its published CSV files into typed records.

The files are not quoted: a comma inside a text is spelled `_comma_`, a `|` inside a candidate `_pipe_`, and a `"`
stands for itself. A row has eight columns; parts of the original release have a ninth with candidate replies. Licence:
CC BY-NC 4.0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from agents.corpora.reading import lines_of, locate, one_of, refuse, together
from agents.corpora.shown import Line, Talk
from skills.labels import EMOTIONS

HEADER = ("conv_id", "utterance_idx", "context", "prompt", "speaker_idx", "utterance", "selfeval", "tags")
FOLDER = "empatheticdialogues/empatheticdialogues"

SIMULATED = "simulated"
"""The tag of what no person said, which only a study's export has."""

FAMILIES = {
    "afraid": "afraid",
    "angry": "angr(?:y|ier|iest|ily)|anger(?:s|ed|ing)?",
    "annoyed": "annoy[a-z]*",
    "anticipating": "anticipat[a-z]*",
    "anxious": "anxious(?:ly|ness)?|anxiet(?:y|ies)",
    "apprehensive": "apprehens[a-z]*",
    "ashamed": "ashamed|sham(?:e[a-z]*|ing)",
    "caring": "caring|cares?|cared",
    "confident": "confiden(?:t|tly|ce)",
    "content": "content(?:ed|edly|ment|ly)?",
    "devastated": "devastat[a-z]*",
    "disappointed": "disappoint[a-z]*",
    "disgusted": "disgust[a-z]*",
    "embarrassed": "embarr?ass?[a-z]*",
    "excited": "excit[a-z]*",
    "faithful": "faith[a-z]*",
    "furious": "furious(?:ly)?|fury",
    "grateful": "gr(?:ate|eat)ful(?:ly|ness)?|gratitude",
    "guilty": "guilt[a-z]*",
    "hopeful": "hope[a-z]*|hoping",
    "impressed": "impress[a-z]*",
    "jealous": "jealous[a-z]*",
    "joyful": "joy(?:s|ful|fully|ous)?",
    "lonely": "lonel(?:y|ier|iness)",
    "nostalgic": "nostalg[a-z]*",
    "prepared": "prepar[a-z]*",
    "proud": "proud(?:er|est|ly)?|pride",
    "sad": "sad(?:der|dest|dened|ly|ness)?",
    "sentimental": "sentiment[a-z]*",
    "surprised": "surpris[a-z]*",
    "terrified": "terrif(?!ic)[a-z]*|terror",
    "trusting": "trust[a-z]*",
}
"""The words that give each label away, as patterns of whole words."""

TELLING = re.compile(rf"\b(?:{'|'.join(FAMILIES.values())})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Utterance:
    """One utterance. `worker` is the file's speaker_idx; the one who told the situation always begins."""

    speaker: Literal["speaker", "listener"]
    text: str
    worker: str
    selfeval: str = ""
    tags: str = ""
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dialog:
    """One conversation about one situation, with one of 32 emotion labels."""

    id: str
    emotion: str
    situation: str
    utterances: tuple[Utterance, ...]

    @property
    def simulated(self) -> bool:
        """Whether somebody in it was no person."""
        return any(said.tags == SIMULATED for said in self.utterances)


@dataclass(frozen=True, slots=True)
class _Row:
    index: int
    emotion: str
    situation: str
    utterance: Utterance


def load(datapath: str | Path, part: str) -> tuple[Dialog, ...]:
    """The conversations of one part (train, valid or test) below `datapath`, in the file's order."""
    return tuple(read(locate(datapath, FOLDER, part, "csv")))


def count(datapath: str | Path, part: str) -> dict[str, int]:
    """How many conversations, utterances and listener's replies one part has.

    The replies are the utterances with an even utterance_idx: this gives the 40,254 (train), 5,738 (valid) and 5,259
    (test) examples that are published.
    """
    dialogs = load(datapath, part)
    return {
        "dialogs": len(dialogs),
        "utterances": sum(len(dialog.utterances) for dialog in dialogs),
        "replies": sum(said.speaker == "listener" for dialog in dialogs for said in dialog.utterances),
    }


def talks(datapath: str | Path, part: str) -> Iterator[Talk]:
    """The conversations of one part, to be shown."""
    for talk in read(locate(datapath, FOLDER, part, "csv")):
        lines = (Line(said.speaker, said.text, (("tags", said.tags),) if said.tags else ()) for said in talk.utterances)
        yield Talk(talk.id, tuple(lines), (("emotion", talk.emotion), ("situation", talk.situation)))


def cut(situation: str) -> str:
    """The situation without the words of the 32 labels, all of them, so that what is missing tells nothing either.

    For "ED-cut" (Rashkin et al., Table 9), where a classifier has to do without them. Which words go is our own list,
    `FAMILIES`: it is not the paper's, and scores on it are near to the paper's at best.
    """
    return " ".join(TELLING.sub(" ", situation).split())


def read(path: Path) -> Iterator[Dialog]:
    """The conversations of one CSV file. CorpusError names file, line and reason."""
    for key, rows in together(path, "conversation", _rows(path)):
        _check(path, key, rows)
        first = rows[0][1]
        yield Dialog(key, first.emotion, first.situation, tuple(row.utterance for _, row in rows))


def _rows(path: Path) -> Iterator[tuple[int, str, _Row]]:
    for number, line in lines_of(path):
        if number > 1:
            yield number, *_row(path, number, line)
        elif tuple(line.split(",")[: len(HEADER)]) != HEADER:
            refuse(path, 1, f"the header must begin with {','.join(HEADER)}")


def _row(path: Path, number: int, line: str) -> tuple[str, _Row]:
    cells = line.split(",")
    if len(cells) not in (8, 9):
        refuse(path, number, f"{len(cells)} columns where 8 or 9 are expected")
    key, index, emotion, situation, worker, text, selfeval, tags = (cell.replace("_comma_", ",") for cell in cells[:8])
    if not (index.isascii() and index.isdecimal()):
        refuse(path, number, f"utterance_idx {index!r:.60} is no number")
    if not key:
        refuse(path, number, "conv_id is empty")
    one_of(path, number, "context", emotion, EMOTIONS)
    speaker: Literal["speaker", "listener"] = "speaker" if int(index) % 2 else "listener"
    said = Utterance(speaker, text, worker, selfeval, tags, _candidates("".join(cells[8:])))
    return key, _Row(int(index), emotion, situation, said)


def _candidates(cell: str) -> tuple[str, ...]:
    if not cell:
        return ()
    return tuple(text.replace("_comma_", ",").replace("_pipe_", "|") for text in cell.split("|"))


def _check(path: Path, key: str, rows: list[tuple[int, _Row]]) -> None:
    for expected, (line, row) in enumerate(rows, 1):
        if row.index != expected:
            refuse(path, line, f"utterance {expected} of {key} is missing: found {row.index}")
        if (row.emotion, row.situation) != (rows[0][1].emotion, rows[0][1].situation):
            refuse(path, line, f"context or prompt differs from the first row of {key}")

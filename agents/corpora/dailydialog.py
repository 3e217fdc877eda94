"""DailyDialog (Li et al., IJCNLP 2017): talks of two people by turns, each turn with a dialog act and an emotion.

A part is three files, `dialogues_PART.txt`, `dialogues_act_PART.txt` and `dialogues_emotion_PART.txt`, whose lines
belong together: one talk a line. The numbers of acts and emotions are named in the release's readme.txt. Texts are
published in tokens ("I ' m fine , thanks ."); they are joined again as people write them. Licence: CC BY-NC-SA 4.0.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.corpora.reading import lines_of, of_part, one_of, refuse
from agents.corpora.shown import Line, Talk

END = "__eou__"
FOLDERS = {"train": "train", "valid": "validation", "test": "test"}
ACTS = {"1": "inform", "2": "question", "3": "directive", "4": "commissive"}
EMOTIONS = {
    "0": "no emotion",
    "1": "anger",
    "2": "disgust",
    "3": "fear",
    "4": "happiness",
    "5": "sadness",
    "6": "surprise",
}
FAULT = ("train", 7852, 12, 11)
"""The release's one fault: part, line (from 1), utterances and labels. Which utterance was left out cannot be known,
so the talk is kept and none of its utterances has labels."""

APART = (
    (re.compile(r"(?<!\s)\s*([’'])\s*(?=(?:s|m|t|d|re|ve|ll)\b)", re.IGNORECASE), r"\1"),
    (re.compile(r"(?<!\s)\s+(?=[.,!?;:])"), ""),
)
"""What stands apart in the published texts, and how it is written."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """One turn. Act and emotion are None only in the talk named by `FAULT`."""

    text: str
    act: str | None
    emotion: str | None


@dataclass(frozen=True, slots=True)
class Dialog:
    """One talk; `line` is where it stands in its files, from 1. Two people take turns, the first speaks first."""

    line: int
    utterances: tuple[Utterance, ...]


def load(datapath: str | Path, part: str) -> tuple[Dialog, ...]:
    """The talks of one part (train, valid or test) below `datapath`. CorpusError names file, line and reason."""
    root = Path(datapath) / "dailydialog"
    name = of_part(root, part, FOLDERS)
    texts, acts, emotions = (root / name / f"dialogues_{kind}{name}.txt" for kind in ("", "act_", "emotion_"))
    said = [_turns(texts, number, line) for number, line in lines_of(texts)]
    labels = zip(
        _labels(acts, "act", ACTS, part, said), _labels(emotions, "emotion", EMOTIONS, part, said), strict=True
    )
    return tuple(
        Dialog(number, tuple(map(Utterance, turns, *labelled)))
        for number, (turns, labelled) in enumerate(zip(said, labels, strict=True), 1)
    )


def count(datapath: str | Path, part: str) -> dict[str, int]:
    """How many dialogs, utterances and labelled utterances a part has, and utterances of each act and emotion."""
    dialogs = load(datapath, part)
    said = [utterance for dialog in dialogs for utterance in dialog.utterances]
    acts, emotions = Counter(item.act for item in said), Counter(item.emotion for item in said)
    return (
        {"dialogs": len(dialogs), "utterances": len(said), "labelled": len(said) - acts[None]}
        | {f"act_{name}": acts[name] for name in ACTS.values()}
        | {f"emotion_{name}".replace(" ", "_"): emotions[name] for name in EMOTIONS.values()}
    )


def talks(datapath: str | Path, part: str) -> Iterator[Talk]:
    """The talks of a part as they are shown."""
    for dialog in load(datapath, part):
        yield Talk(
            f"{part}:{dialog.line}",
            tuple(
                Line("AB"[place % 2], item.text, (("act", item.act or "none"), ("emotion", item.emotion or "none")))
                for place, item in enumerate(dialog.utterances)
            ),
        )


def _turns(path: Path, number: int, line: str) -> list[str]:
    *turns, rest = line.split(END)
    if rest.strip() or not turns:
        refuse(path, number, f"a talk must end in {END}")
    return [joined(turn) for turn in turns]


def _labels(
    path: Path, what: str, names: Mapping[str, str], part: str, said: Sequence[Sequence[str]]
) -> Iterator[Sequence[str | None]]:
    lines = list(lines_of(path))
    if len(lines) != len(said):
        refuse(path, None, f"{len(lines)} lines of labels where there are {len(said)} talks")
    for (number, line), turns in zip(lines, said, strict=True):
        labels = [names[one_of(path, number, what, value, names)] for value in line.split()]
        if (part, number, len(turns), len(labels)) == FAULT:
            yield [None] * len(turns)
        elif len(labels) != len(turns):
            refuse(path, number, f"{len(labels)} labels where the talk has {len(turns)} utterances")
        else:
            yield labels


def joined(text: str) -> str:
    """The text as it is written, without the spaces between tokens."""
    for apart, together in APART:
        text = apart.sub(together, text)
    return " ".join(text.split())

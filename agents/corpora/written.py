"""The written corpus: dialogues of a person and a supporter, written for this project (`agents/corpora/written`)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from agents.corpora.reading import refuse, text_of
from skills.labels import ACTS

FOLDER = Path(__file__).with_name("written")
STRATEGIES = (
    "Question",
    "Restatement or Paraphrasing",
    "Reflection of feelings",
    "Normalising",
    "Affirmation and Reassurance",
    "Providing Suggestions",
    "Information",
    "Others",
)
"""ESConv's eight (Liu et al. 2021, Table 1) but for Self-disclosure: a program has nothing to disclose."""
HEAD = re.compile(r"## problem=([^;]+); emotion=([^;]+); intensity=([1-5])>([1-5]); person=([^;]+); course=(.+)")
REPLY = re.compile(r"S \[([^\]]+)\]: (\S.*)")
MESSAGE = re.compile(r"P(?: \[([^\]]+)\])?: (\S.*)")


@dataclass(frozen=True, slots=True)
class Utterance:
    """One message; a supporter's has a strategy, a person's dialogue acts where they were labelled, first the one that

    most wants an answer.
    """

    speaker: Literal["person", "supporter"]
    text: str
    strategy: str = ""
    acts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dialog:
    """A dialogue, the person first, in turns. `intensity` is how strong the feeling was before and after, 1 to 5."""

    problem: str
    emotion: str
    intensity: tuple[int, int]
    person: str
    course: str
    utterances: tuple[Utterance, ...]


def load(folder: Path = FOLDER, kinds: Collection[str] = ()) -> list[Dialog]:
    """Every dialogue, file by file, or those of some kinds: `seek` is that of seek_01.txt.

    CorpusError names file, line and reason.
    """
    paths = [path for path in sorted(folder.glob("*.txt")) if not kinds or path.stem.rpartition("_")[0] in kinds]
    if not paths:
        refuse(folder, None, "there are no dialogues here")
    return [dialog for path in paths for dialog in _read(path)]


def _read(path: Path) -> Iterator[Dialog]:
    rows = enumerate(text_of(path).split("\n"), 1)
    block: list[tuple[int, str]] = []
    for number, row in (*rows, (0, "")):
        if row:
            block.append((number, row))
        elif block:
            yield _dialog(path, block)
            block = []


def _dialog(path: Path, block: list[tuple[int, str]]) -> Dialog:
    (first, row), *rest = block
    head = HEAD.fullmatch(row)
    if head is None:
        form = "problem=...; emotion=...; intensity=A>B; person=...; course=..."
        refuse(path, first, f"a dialogue begins with `## {form}`")
    said = [_utterance(path, number, row, "PS"[place % 2]) for place, (number, row) in enumerate(rest)]
    if not said or len(said) % 2:
        refuse(path, block[-1][0], "a dialogue ends with a reply (S)")
    problem, emotion, before, after, person, course = head.groups()
    return Dialog(problem, emotion, (int(before), int(after)), person, course, tuple(said))


def _utterance(path: Path, number: int, row: str, who: str) -> Utterance:
    if who == "P":
        said = MESSAGE.fullmatch(row)
        if said is None:
            refuse(path, number, "a message of the person (`P: ...` or `P [act, act]: ...`) is expected")
        acts = tuple(said[1].split(", ")) if said[1] else ()
        if unknown := [act for act in acts if act not in ACTS]:
            refuse(path, number, f"{unknown[0]!r} is no act (there are: {', '.join(ACTS)})")
        return Utterance("person", said[2].strip(), acts=acts)
    found = REPLY.fullmatch(row)
    if found is None:
        refuse(path, number, "a reply (`S [strategy]: ...`) is expected")
    if found[1] not in STRATEGIES:
        refuse(path, number, f"{found[1]!r} is no strategy (there are: {', '.join(STRATEGIES)})")
    return Utterance("supporter", found[2].strip(), found[1])

"""The written corpus: dialogues of a person and a supporter, written for this project (`agents/corpora/written`).

It comes with the project, so no data folder is asked for. One trouble in 25 is the part `valid`, with every dialogue
about it; all others are `train`, and there is no `test` yet.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from agents.corpora.reading import PARTS, of_part, refuse, text_of
from agents.corpora.shown import Line, Talk
from bot.errors import CorpusMissing
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
HELD_OUT = 25
"""One of so many troubles is kept from training."""
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

    @property
    def id(self) -> str:
        """Of the words that it begins with: the same in every run."""
        said = "\n".join(one.text for one in self.utterances[:2])
        return hashlib.sha256(said.encode()).hexdigest()[:10]

    @property
    def part(self) -> str:
        """By the trouble's name alone: dialogues about the same are in the same part."""
        return "train" if zlib.crc32(self.problem.lower().strip().encode()) % HELD_OUT else "valid"


def load(_: str | Path, part: str) -> tuple[Dialog, ...]:
    """The dialogues of one part, wherever the data folder is. CorpusError names file, line and reason."""
    of_part(FOLDER, part, {name: name for name in PARTS})
    found = tuple(dialog for dialog in read() if dialog.part == part)
    if not found:
        raise CorpusMissing(f"{FOLDER}: the part {part!r} has not been written")
    return found


def count(datapath: str | Path, part: str) -> dict[str, int]:
    """How many dialogues, messages and labels a part has."""
    found = load(datapath, part)
    said = [one for dialog in found for one in dialog.utterances]
    return {
        "dialogs": len(found),
        "problems": len({dialog.problem for dialog in found}),
        "messages": sum(one.speaker == "person" for one in said),
        "with_acts": sum(bool(one.acts) for one in said),
        "replies": sum(one.speaker == "supporter" for one in said),
    }


def talks(datapath: str | Path, part: str) -> Iterator[Talk]:
    """The dialogues of a part as they are shown."""
    for found in load(datapath, part):
        before, after = found.intensity
        lines = tuple(Line(said.speaker, said.text, tuple(_notes(said))) for said in found.utterances)
        about = {
            "problem": found.problem,
            "emotion": f"{found.emotion}, {before} to {after}",
            "person": found.person,
            "course": found.course,
        }
        yield Talk(found.id, lines, tuple(about.items()))


def _notes(said: Utterance) -> Iterator[tuple[str, str]]:
    if said.strategy:
        yield "strategy", said.strategy
    for act in said.acts:
        yield "act", act


def read(folder: Path = FOLDER, kinds: Collection[str] = ()) -> list[Dialog]:
    """Every dialogue, file by file, or those of some kinds: `seek` is that of seek_01.txt.

    CorpusError names file, line and reason.
    """
    paths = [path for path in sorted(folder.glob("*.txt")) if not kinds or path.stem.rpartition("_")[0] in kinds]
    if not paths:
        refuse(folder, None, "there are no dialogues here")
    return [dialog for path in paths for dialog in _dialogs(path)]


def _dialogs(path: Path) -> Iterator[Dialog]:
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

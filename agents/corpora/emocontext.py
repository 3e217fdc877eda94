"""EmoContext (Chatterjee et al., SemEval-2019 task 3): a user's turn, a bot's answer, the user's next turn.

The label is the emotion of the third turn: happy, sad, angry or others. A line is id, three turns and label, with tabs
between and no quoting; some copies have a line of column names above. The task's Test1 is `dev.txt`, its Test2 is
`test.txt`; the files called `...withoutlabels.txt` are not read. Licence: none stated; given for research.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agents.corpora.reading import lines_of, of_part, one_of, refuse
from agents.corpora.shown import Line, Talk

FOLDER = "emocontext"
FILES = {"train": "train.txt", "valid": "dev.txt", "test": "test.txt"}
HEADER = ["id", "turn1", "turn2", "turn3", "label"]
LABELS = ("others", "happy", "sad", "angry")
ROLES = ("user", "bot", "user")


@dataclass(frozen=True, slots=True)
class Dialog:
    """Three turns, the second of them the bot's, and the emotion of the third, from `LABELS`."""

    id: str
    turns: tuple[str, str, str]
    emotion: str


def load(datapath: str | Path, part: str) -> tuple[Dialog, ...]:
    """The dialogs of one part (train, valid or test) below `datapath`, in the file's order. Raises CorpusError."""
    folder = Path(datapath) / FOLDER
    path = folder / of_part(folder, part, FILES)
    rows = ((line, content.split("\t")) for line, content in lines_of(path))
    return tuple(_dialog(path, line, cells) for line, cells in rows if line > 1 or cells != HEADER)


def count(datapath: str | Path, part: str) -> dict[str, int]:
    """How many dialogs a part has."""
    return {"dialogs": len(load(datapath, part))}


def talks(datapath: str | Path, part: str) -> Iterator[Talk]:
    """Each dialog of a part as it is shown."""
    for dialog in load(datapath, part):
        lines = tuple(Line(role, turn) for role, turn in zip(ROLES, dialog.turns, strict=True))
        yield Talk(dialog.id, lines, (("emotion", dialog.emotion),))


def _dialog(path: Path, line: int, cells: list[str]) -> Dialog:
    if len(cells) == 6 and cells[0] == "0":  # the release's first dialog has a tab inside its first turn
        cells = ["0", f"{cells[1]} {cells[2]}", *cells[3:]]
    if len(cells) != len(HEADER):
        hint = " (a file without labels?)" if len(cells) == len(HEADER) - 1 else ""
        refuse(path, line, f"{len(cells)} columns where {len(HEADER)} are expected: {', '.join(HEADER)}{hint}")
    key, first, second, third, label = (cell.strip() for cell in cells)
    if not (key and first and second and third):
        refuse(path, line, "the id or a turn is empty")
    return Dialog(key, (first, second, third), one_of(path, line, "label", label, LABELS))

"""DailyDialog (Li et al., IJCNLP 2017), the texts: one talk a line, its two people by turns.

Texts are published in tokens ("I ' m fine , thanks ."); they are joined again as people
write them. Licence: CC BY-NC-SA 4.0.
"""

from __future__ import annotations

import re
from pathlib import Path

from agents.corpora.reading import refuse, text_of

END = "__eou__"
FOLDERS = {"train": "train", "valid": "validation", "test": "test"}
APART = (
    (re.compile(r"\s*([’'])\s*(?=(?:s|m|t|d|re|ve|ll)\b)", re.IGNORECASE), r"\1"),
    (re.compile(r"\s+(?=[.,!?;:])"), ""),
)
"""What stands apart in the published texts, and how it is written."""


def load(datapath: str | Path, part: str) -> tuple[tuple[str, ...], ...]:
    """The talks of one part (train, valid or test) below `datapath`, each its turns in order."""
    if part not in FOLDERS:
        refuse(Path(datapath) / "dailydialog", None, f"there is no part {part!r} (choose from {', '.join(FOLDERS)})")
    folder = FOLDERS[part]
    path = Path(datapath) / "dailydialog" / folder / f"dialogues_{folder}.txt"
    if not path.is_file():
        refuse(path, None, "there is no such file (is --datapath the folder that holds the corpora?)")
    return tuple(_talk(path, number, line) for number, line in enumerate(text_of(path).splitlines(), 1) if line.strip())


def _talk(path: Path, number: int, line: str) -> tuple[str, ...]:
    *turns, rest = line.split(END)
    if rest.strip() or not turns:
        refuse(path, number, f"a talk must end in {END}")
    return tuple(joined(turn) for turn in turns)


def joined(text: str) -> str:
    """The text as it is written, without the spaces between tokens."""
    for apart, together in APART:
        text = apart.sub(together, text)
    return " ".join(text.split())

"""EPITOME (Sharma et al., EMNLP 2020), its public part: replies to posts, each rated for three kinds of empathy.

One CSV file a kind, with the same rows in the same order. The publisher divides nothing: this module does, by the
SHA-256 of the post's id, into about 75, 5 and 20 of a hundred for train, valid and test. People in distress wrote these
posts: none is ever shown. Licence: none stated; given for research.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from agents.corpora.reading import PARTS, drawn, of_part, refuse, table

KINDS = ("emotional-reactions", "interpretations", "explorations")
HEADER = ["sp_id", "rp_id", "seeker_post", "response_post", "level", "rationales"]
LEVELS = ("0", "1", "2")
FIFTH = 51
"""Of 256 numbers that a post's id may draw, so many hold its rows out."""

TWENTIETH = 13
"""So many more are for choosing between models (valid)."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A post, a reply to it, and the level of each of `KINDS` in the reply: 0 none, 1 weak, 2 strong."""

    post: str
    said: str
    reply: str
    levels: tuple[int, ...]

    @property
    def held_out(self) -> bool:
        """Whether this row is for measuring: all replies to one post are on the same side."""
        return self.part == "test"

    @property
    def part(self) -> str:
        """Where this row belongs: train, valid or test."""
        number = drawn(self.post)
        return "test" if number < FIFTH else "valid" if number < FIFTH + TWENTIETH else "train"


def load(datapath: str | Path, part: str | None = None) -> tuple[Rated, ...]:
    """The rows of one part (train, valid or test) below `datapath`; all, where none is named. Raises CorpusError."""
    folder = Path(datapath) / "epitome"
    if part is not None:
        of_part(folder, part, dict.fromkeys(PARTS))
    files = [_rows(folder / f"{kind}-reddit.csv") for kind in KINDS]
    for kind, rows in zip(KINDS[1:], files[1:], strict=True):
        if [row[:2] for row in rows] != [row[:2] for row in files[0]]:
            refuse(folder / f"{kind}-reddit.csv", None, f"its rows are not those of {KINDS[0]}-reddit.csv")
    rated = (
        Rated(first[0], first[2], first[3], tuple(int(row[4]) for row in (first, *others)))
        for first, *others in zip(*files, strict=True)
    )
    return tuple(row for row in rated if part in (None, row.part))


def count(datapath: str | Path, part: str) -> dict[str, int]:
    """How many replies a part has, and to how many posts."""
    rows = load(datapath, part)
    return {"replies": len(rows), "posts": len({row.post for row in rows})}


def _rows(path: Path) -> list[list[str]]:
    rows = []
    for line, row in table(path, HEADER):
        if row[4] not in LEVELS:  # what stands there is not shown: it may be a piece of a post
            refuse(path, line, f"level must be one of {', '.join(LEVELS)}")
        rows.append(row)
    return rows

"""EPITOME (Sharma et al., EMNLP 2020), its public part: replies to posts, each rated for three kinds of empathy.

One CSV file a kind, with the same rows in the same order. The publisher divides nothing: which rows are held out goes
by the post's id. People in distress wrote these posts: none is ever shown. Licence: none stated; given for research.
"""

from __future__ import annotations

import csv
import hashlib
import io
from dataclasses import dataclass
from pathlib import Path

from agents.corpora.reading import refuse, text_of

KINDS = ("emotional-reactions", "interpretations", "explorations")
HEADER = ["sp_id", "rp_id", "seeker_post", "response_post", "level", "rationales"]
FIFTH = 51
"""Of 256 first bytes of an id's hash, so many hold a row out."""


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
        return hashlib.sha256(self.post.encode()).digest()[0] < FIFTH


def load(datapath: str | Path) -> tuple[Rated, ...]:
    """All rows below `datapath`. CorpusError names file, line and reason."""
    folder = Path(datapath) / "epitome"
    files = [_rows(folder / f"{kind}-reddit.csv") for kind in KINDS]
    for kind, rows in zip(KINDS[1:], files[1:], strict=True):
        if [row[:2] for row in rows] != [row[:2] for row in files[0]]:
            refuse(folder / f"{kind}-reddit.csv", None, f"its rows are not those of {KINDS[0]}-reddit.csv")
    return tuple(
        Rated(first[0], first[2], first[3], tuple(int(row[4]) for row in (first, *others)))
        for first, *others in zip(*files, strict=True)
    )


def _rows(path: Path) -> list[list[str]]:
    if not path.is_file():
        refuse(path, None, "there is no such file (is --datapath the folder that holds the corpora?)")
    reader = csv.reader(io.StringIO(text_of(path), newline=""), strict=True)
    rows: list[list[str]] = []
    try:
        for row in reader:
            if not rows and row != HEADER:
                refuse(path, 1, f"the header must be {','.join(HEADER)}")
            if len(row) != len(HEADER):
                refuse(path, reader.line_num, f"{len(row)} columns where {len(HEADER)} are expected")
            if rows and row[4] not in ("0", "1", "2"):
                refuse(path, reader.line_num, f"level must be 0, 1 or 2, and is {row[4]!r}")
            rows.append(row)
    except csv.Error as error:
        refuse(path, reader.line_num, f"this is not CSV: {error}")
    return rows[1:]

"""Several files of one study as one: what each adds to those before it, every line counted once.

A file may be a copy of another, or an earlier state of it. A judgement is known by all that it holds, its time among
it. An interruption holds nothing; it is known by what stands before it in its file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from bot.errors import StudyError
from worlds.judgement import Judgement, Line, Opening
from worlds.record import named, read


@dataclass(frozen=True, slots=True)
class Share:
    """What one file adds: `lines` that no file before it has. `again`: how many it has that one of them has too."""

    path: Path
    lines: tuple[Line, ...]
    again: int

    @property
    def talks(self) -> int:
        """Talks in which something was judged."""
        return len({(line.person, line.talk) for line in self.lines if isinstance(line, Judgement)})

    @property
    def judged(self) -> int:
        """Turns that somebody was asked about."""
        return sum(isinstance(line, Judgement) and line.answer != "same" for line in self.lines)


def pool(paths: Sequence[Path]) -> tuple[Opening, list[Share]]:
    """The study that these files hold, and each one's share, in order.

    StudyError names the file, and the line where there is one, that is damaged or belongs to another study.
    """
    first: Opening | None = None
    shares: list[Share] = []
    counted: set[bytes] = set()
    for path in paths:
        opening, lines = read(path)
        first = first or opening
        if opening != first:
            raise StudyError(
                f"{path}, line 1: holds {named(opening)}, and {paths[0]} holds {named(first)} (a study is its two bot "
                "files and its seed): a table is of one study"
            )
        keys = list(_keys(lines))
        new = tuple(line for key, line in zip(keys, lines, strict=True) if key not in counted)
        shares.append(Share(path, new, len(lines) - len(new)))
        counted.update(keys)
    if first is None:
        raise StudyError("no file of a study is named")
    return first, shares


def _keys(lines: Iterable[Line]) -> Iterable[bytes]:
    before = hashlib.sha256()
    for line in lines:
        row = msgspec.json.encode(line)
        before.update(row)
        yield row if isinstance(line, Judgement) else before.digest()

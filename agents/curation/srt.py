"""Subtitles in SubRip's form: blocks of a number, a time line and one or two rows of text, an empty line between.

A broken time line leaves open what was said when, so the whole file is refused.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from agents.corpora.reading import refuse
from agents.curation.lines import Line, milliseconds, timed
from bot.errors import ConfigError

ARROW = "-->"
SPEAKER = ("-", "–", "—", "‐", ">>")
SENTENCES = re.compile(r"(?<=[^.][.!?…])[\"”’)]*\s+(?=[\"“‘(]*[A-Z0-9])")


def read(file: IO[bytes], path: Path, encoding: str) -> Iterator[Line]:
    """The sentences of one file, as they come. CorpusError names file, line and reason; `path` is only its name."""
    rows = io.TextIOWrapper(file, encoding="utf-8-sig" if encoding == "utf-8" else encoding)
    number, block = 0, list[str]()
    try:
        for number, row in enumerate(rows, 1):
            if row.strip():
                block.append(row.strip())
            elif block:
                yield from _lines(block, path, number - len(block))
                block = []
        if block:
            yield from _lines(block, path, number + 1 - len(block))
    except UnicodeError:
        refuse(path, number + 1, f"from here on it is not {encoding} (name its encoding: --encoding latin-1)")
    finally:
        rows.detach()


def known(encoding: str) -> str:
    """The encoding by its usual name. ConfigError where Python knows none of that name."""
    try:
        "".encode(encoding)
        return codecs.lookup(encoding).name
    except LookupError as error:
        raise ConfigError(f"--encoding {encoding}: {error} (utf-8, latin-1 and cp1252 are some)") from error


def _lines(block: list[str], path: Path, first: int) -> Iterator[Line]:
    """A block's sentences: the first has its beginning, the last its end, as in OpenSubtitles' XML."""
    place = 0 if ARROW in block[0] else 1
    if not block[0].isdecimal() and place:
        refuse(path, first, f"a block must begin with its number, and this one with {block[0]!r:.40}")
    if len(block) <= place or ARROW not in block[place]:
        refuse(path, first + place, f"here a time line is expected, as 00:01:02,345 {ARROW} 00:01:04,000")
    begin, _, finish = block[place].partition(ARROW)
    start, end = _time(begin, path, first + place), _time(finish, path, first + place)
    rows, whole = block[place + 1 :], timed("", start, end)
    parts = rows if any(row.startswith(SPEAKER) for row in rows) else SENTENCES.split(" ".join(rows))
    for number, text in enumerate(parts):
        yield Line(text, whole.start if number == 0 else None, whole.end if number == len(parts) - 1 else None)


def _time(written: str, path: Path, line: int) -> int | None:
    """Milliseconds; None for a negative time, which a shift of the whole file leaves at its beginning."""
    words = written.split()
    if words and words[0].startswith("-") and milliseconds(words[0][1:]) is not None:
        return None
    found = milliseconds(words[0]) if words else None
    if found is None:
        refuse(path, line, f"{written.strip()!r:.40} is no time (00:01:02,345 is one)")
    return found

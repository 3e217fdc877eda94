"""Which files are subtitles, and how each kind is opened."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from agents.corpora.reading import refuse
from agents.curation import opus, srt
from agents.curation.lines import Line

ENDINGS = (".xml", ".xml.gz", ".srt")


def subtitles(folder: Path) -> list[str]:
    """The subtitle files below `folder`, as paths below it, sorted. CorpusError where there is none."""
    found = sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.name.lower().endswith(ENDINGS)
    )
    if not found:
        refuse(folder, None, f"there is no subtitle file below it ({', '.join(ENDINGS)})")
    return found


def read(path: Path, encoding: str = "utf-8") -> Iterator[Line]:
    """The lines of one file. `encoding` is that of SubRip files; XML declares its own. Raises CorpusError."""
    empty = True
    try:
        with _opened(path) as file:
            reading = srt.read(file, path, encoding) if path.name.lower().endswith(".srt") else opus.read(file, path)
            for line in reading:
                empty = False
                yield line
    except (OSError, EOFError, zlib.error) as error:
        refuse(path, None, f"it cannot be read: {error}")
    if empty:
        refuse(path, None, "there is no line in it")


def _opened(path: Path) -> IO[bytes]:
    return cast(IO[bytes], gzip.open(path)) if path.suffix.lower() == ".gz" else path.open("rb")

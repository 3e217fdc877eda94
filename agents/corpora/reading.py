"""What the corpus readers share: finding a part below a data folder, reading its lines or table, refusing damage.

Every refusal is a CorpusError that names file, line and reason, and the choices where there are any.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NoReturn, TypeVar

from bot.errors import CorpusError, CorpusMissing

PARTS = ("train", "valid", "test")
T = TypeVar("T")


def refuse(path: Path, line: int | None, reason: str) -> NoReturn:
    """Raise CorpusError naming file, line and reason."""
    raise CorpusError(f"{path}{'' if line is None else f', line {line}'}: {reason}")


def locate(datapath: str | Path, folder: str, part: str, ending: str) -> Path:
    """The file of one part, `datapath/folder/part.ending`; CorpusError names the part or file that is not there."""
    folder_of = Path(datapath) / folder
    return found(folder_of / of_part(folder_of, part, {name: f"{name}.{ending}" for name in PARTS}))


def of_part(place: Path, part: str, choices: Mapping[str, T]) -> T:
    """What belongs to a part (a file name, say); CorpusError names the parts there are. `place` is for the message."""
    if part not in choices:
        refuse(place, None, f"there is no part {part!r} (choose from {', '.join(choices)})")
    return choices[part]


def found(path: Path) -> Path:
    """The path, if a file is there; CorpusMissing if nothing is."""
    if path.is_dir():
        refuse(path, None, "this is a folder, and a file is expected")
    if not path.is_file():
        raise CorpusMissing(f"{path}: there is no such file (is --datapath the folder that holds the corpora?)")
    return path


def text_of(path: Path) -> str:
    """The whole file as UTF-8, without a byte order mark; CorpusError names the line of the first byte that is not."""
    data = found(path).read_bytes()
    try:
        text = data.decode("utf8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        refuse(path, data.count(b"\n", 0, error.start) + 1, f"byte {error.start} is not UTF-8")
    if not text.strip():
        refuse(path, None, "the file is empty")
    return text


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """Each line and its number from 1. Only a line feed ends one: `str.splitlines` would cut texts at U+2028 too."""
    lines = text_of(path).split("\n")
    if not lines[-1]:
        del lines[-1]
    for number, line in enumerate(lines, 1):
        yield number, line.removesuffix("\r")


def table(path: Path, columns: Sequence[str], delimiter: str = ",") -> Iterator[tuple[int, list[str]]]:
    """The cells under `columns`, in that order, of each row of a CSV file, and the line on which the row begins.

    The first row names the columns; others may stand among them. Quoting is strict: after the quote that ends a cell
    nothing but the delimiter may follow.
    """
    reader = csv.reader(io.StringIO(text_of(path), newline=""), delimiter=delimiter, strict=True)
    line, header, places = 1, list[str](), list[int]()
    try:
        for row in reader:
            if not header:
                header, places = row, _places(path, row, columns)
            elif len(row) != len(header):
                refuse(path, line, f"{len(row)} columns where {len(header)} are expected")
            else:
                yield line, [row[place] for place in places]
            line = reader.line_num + 1
    except csv.Error as error:
        refuse(path, line, f"this is not CSV: {error}")


def together(path: Path, what: str, rows: Iterable[tuple[int, str, T]]) -> Iterator[tuple[str, list[tuple[int, T]]]]:
    """Rows of one key, each with its line, from rows of line, key and content; they must stand one after another."""
    done: set[str] = set()
    for key, group in groupby(rows, key=itemgetter(1)):
        members = [(line, row) for line, _, row in group]
        if key in done:
            refuse(path, members[0][0], f"{what} {key!r:.60} was finished further up")
        done.add(key)
        yield key, members


def _places(path: Path, header: Sequence[str], columns: Sequence[str]) -> list[int]:
    for name in columns:
        if header.count(name) != 1:
            reason = "is missing" if name not in header else "is there more than once"
            # The row that is there is not shown: without a header it would be somebody's text.
            refuse(path, 1, f"column {name!r} {reason} (the first row must name {', '.join(columns)})")
    return [header.index(name) for name in columns]


def one_of(path: Path, line: int | None, what: str, value: str, choices: Collection[str]) -> str:
    """The value, if it is among the choices."""
    if value not in choices:
        refuse(path, line, f"{what} {value!r:.60} is unknown (choose from {', '.join(choices)})")
    return value


def numbered(path: Path, line: int | None, what: str, value: str, names: Sequence[str]) -> str:
    """The name that a number from 0 stands for."""
    if not (value.isascii() and value.isdecimal() and int(value) < len(names)):
        refuse(path, line, f"{what} must be a number from 0 to {len(names) - 1}, and is {value!r:.60}")
    return names[int(value)]


def drawn(key: str) -> int:
    """A number from 0 to 255 that a key always draws: for dividing what its publisher does not divide."""
    return hashlib.sha256(key.encode()).digest()[0]

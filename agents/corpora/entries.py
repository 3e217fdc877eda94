"""Corpora that are one JSON list: each of its entries is read, or refused with file, line, entry and reason."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from agents.corpora.reading import refuse, text_of

T = TypeVar("T")


class DamagedError(Exception):
    """The reason one entry cannot be read; `entries` adds file and line."""


def entries(path: Path, made: Callable[[Any], T]) -> Iterator[T]:
    """What `made` makes of each talk of a file. CorpusError names file, line, talk and the reason of a DamagedError."""
    text = text_of(path)
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        refuse(path, error.lineno, f"this is not JSON: {error.msg}")
    except RecursionError:
        refuse(path, None, "this is nested too deeply")
    if not isinstance(found, list):
        refuse(path, 1, f"a list of talks is expected, and this is {type(found).__name__}")
    for number, talk in enumerate(found, 1):
        try:
            yield made(talk)
        except DamagedError as error:
            refuse(path, _line_of(text, number), f"talk {number}: {error}")


def field(record: Any, key: str, kind: type) -> Any:
    """What a record has under a key. Raises DamagedError where that is missing or of another kind."""
    if not isinstance(record, dict) or key not in record:
        raise DamagedError(f"{key!r} is missing")
    if not isinstance(record[key], kind):
        raise DamagedError(f"{key!r} must be {kind.__name__}, and is {record[key]!r:.60}")
    return record[key]


def text(record: Any, key: str) -> str:
    """A text, without white space around it."""
    return str(field(record, key, str)).strip()


def _line_of(text: str, number: int) -> int:
    """The line on which talk `number` begins: the decoder is walked once more, only when something is wrong."""
    decoder, place = json.JSONDecoder(), text.index("[") + 1
    while True:
        place += len(text[place:]) - len(text[place:].lstrip(" \t\r\n,"))
        if number == 1:
            return text.count("\n", 0, place) + 1
        place, number = decoder.raw_decode(text, place)[1], number - 1

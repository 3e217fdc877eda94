"""Word vectors for the embedding scores: from a text file of word2vec, GloVe or fastText, or the encoder's own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from bot.errors import CorpusError


@dataclass(frozen=True, slots=True)
class Vectors:
    """Vectors (d,) by word, and where they come from. `comparable` is false where no paper used the like of them."""

    words: Mapping[str, NDArray[np.float64]]
    source: str
    comparable: bool = True


def read(path: Path, words: Collection[str]) -> Vectors:
    """The vectors of `words`, read line by line, so that a file larger than the memory will do.

    A line is a word and its d numbers with one space between; a first line of two whole numbers is a header (word2vec,
    fastText). A word of GloVe may hold spaces: the last d are the numbers, d as the header or the first line says.
    CorpusError names the line that has fewer, or whose numbers cannot be read (looked at for wanted words only).
    """
    found: dict[str, NDArray[np.float64]] = {}
    width = 0
    if not path.is_file():
        raise CorpusError(f"{path}: there is no such file of word vectors")
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            parts = _decoded(path, number, line).split(" ")
            if number == 1 and len(parts) == 2 and all(part.isdecimal() for part in parts):
                width = int(parts[1])
                continue
            width = width or len(parts) - 1
            if not width or len(parts) <= width:
                _refuse(path, number, f"{len(parts) - 1} numbers where {width or 1} are expected")
            word = " ".join(parts[:-width])
            if word in words and word not in found:
                found[word] = _numbers(path, number, parts[-width:])
    return Vectors(found, path.name)


def packaged(words: Collection[str]) -> Vectors:
    """The packaged encoder's table (384,), the mean of a word's pieces. Marked as not comparable with papers."""
    from skills.encoder import shared_text_encoder
    from skills.models.served import PUBLISHED
    from skills.sizes import SMALL

    encoder = shared_text_encoder(PUBLISHED, SMALL).text_encoder
    table = encoder.model.words.astype(np.float64)
    pieces = {word: encoder.words.ids(word) for word in words}
    rows = {word: table[ids].mean(axis=0) for word, ids in pieces.items() if ids}
    return Vectors(rows, "token embeddings of all-MiniLM-L6-v2", comparable=False)


def _decoded(path: Path, number: int, line: bytes) -> str:
    try:
        return line.decode("utf8").rstrip(" \r\n")
    except UnicodeDecodeError as error:
        _refuse(path, number, f"byte {error.start} of the line is not UTF-8")


def _numbers(path: Path, number: int, parts: list[str]) -> NDArray[np.float64]:
    try:
        values = np.array(parts, dtype=np.float64)
    except ValueError as error:
        _refuse(path, number, str(error))
    if not np.isfinite(values).all():
        _refuse(path, number, "a number is not finite")
    return values


def _refuse(path: Path, number: int, reason: str) -> NoReturn:
    raise CorpusError(f"{path}, line {number}: {reason}")

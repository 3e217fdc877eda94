"""Cutting a reply into messages that a channel takes: between sentences, code fences whole."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

FENCE = re.compile(r"^```[^\n]*\n.*?(?:^```[ \t]*(?:\n|\Z)|\Z)", re.DOTALL | re.MULTILINE)
SENTENCE = re.compile(
    r"""[^\S\n]*(?:(?=[.!?…]{2})|\S).*?(?:(?<![.!?…])[.!?…]++["'”’»)\]]*+(?=\s|\Z)|[。！？]+|\n+|\Z)\s*""", re.DOTALL
)
"""A row of marks is read once, from its first: read from each of them, a long one would take its square."""
WORD = re.compile(r"\S+\s*")
INDENTED = re.compile(r"\s*\S+\s*")
"""The same with what stands before the first."""


def size(text: str) -> int:
    """Length in UTF-16 code units: the strictest way in which a channel counts."""
    return len(text) + sum(char > "\uffff" for char in text)


def split(text: str, limit: int) -> list[str]:
    """`text` in pieces of at most `limit` UTF-16 units, in each of them something to see.

    A piece ends between sentences, where it can; else between words; inside a word only when the word alone is too
    long. A code fence that fits is never cut; one that does not is closed at the cut and opened again after it.
    """
    if size(text) <= limit:
        return [text] if visible(text) else []
    pieces = _pack(_units(text, limit), limit)
    return [piece.strip() for piece in pieces if visible(piece)]


def visible(text: str) -> bool:
    """Whether there is anything to see: not spaces alone, nor what only formats text or stands for no letter.

    A channel refuses a message without, and with it the rest of an answer would be lost.
    """
    return any(unicodedata.category(letter)[0] not in "CZ" for letter in text)


def _pack(units: Iterable[str], limit: int) -> Iterator[str]:
    """Join units, each within the limit but for white space at its end, into as few pieces as go in order."""
    piece = ""
    for unit in units:
        if piece and size((piece + unit).rstrip()) > limit:
            yield piece
            piece = ""
        piece += unit
    yield piece


def _units(text: str, limit: int) -> Iterator[str]:
    """What is kept together: a fence, or a sentence."""
    place = 0
    for fence in FENCE.finditer(text):
        yield from _sentences(text[place : fence.start()], limit)
        yield from _fences(fence[0], limit)
        place = fence.end()
    yield from _sentences(text[place:], limit)


def _sentences(text: str, limit: int) -> Iterator[str]:
    for sentence in SENTENCE.findall(text):
        yield from [sentence] if size(sentence.rstrip()) <= limit else _words(sentence, limit)


def _words(sentence: str, limit: int, of: re.Pattern[str] = WORD) -> Iterator[str]:
    for word in of.findall(sentence):
        yield from [word] if size(word.rstrip()) <= limit else _chunks(word, limit)


def _chunks(word: str, limit: int) -> Iterator[str]:
    """A word without end, cut where the limit falls; no character is cut, as each is one code point here."""
    chunk, used = "", 0
    for char in word:
        if used + size(char) > limit:
            yield chunk
            chunk, used = "", 0
        chunk, used = chunk + char, used + size(char)
    yield chunk


def _fences(fence: str, limit: int) -> Iterator[str]:
    """A fence whole, or as several fences with the same first line."""
    if size(fence.rstrip()) <= limit:
        yield fence
        return
    head, _, body = fence.partition("\n")
    room = limit - size(head) - len("\n\n```")
    if room < limit // 2:  # a first line so long is no code fence
        yield from _sentences(fence, limit)
        return
    lines = re.sub(r"^```[ \t]*\n?\Z", "", body, flags=re.MULTILINE).splitlines(keepends=True)
    short = (part for line in lines for part in ([line] if size(line) <= room else _words(line, room, INDENTED)))
    for piece in _pack(short, room):
        yield f"{head}\n{piece.rstrip()}\n```\n"

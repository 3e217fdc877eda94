"""Sentences: those of a text, and where the last whole one ends of a text that somebody may still be writing."""

from __future__ import annotations

import re
from itertools import pairwise

END = re.compile(r"[.!?。！？][\"'”’)\]]*(?=\s|\Z)")
VOWELS = frozenset("aeiouy")
NEAR = 40
"""So many characters round an end are looked at: a text of many doubtful ends is read no slower."""


def whole_sentences(text: str) -> str:
    """`text` up to the end of its last whole sentence, or nothing.

    A doubtful end is none: the text is then cut at the one before.
    """
    ends = (end for end in reversed(list(END.finditer(text))) if _ends(text, end))
    return text[: end.end()].strip() if (end := next(ends, None)) else ""


def sentences(text: str) -> list[str]:
    """The sentences of a text in order; the last may be unfinished."""
    ends = [end.end() for end in END.finditer(text) if _ends(text, end)]
    cut = [text[start:end].strip() for start, end in pairwise([0, *ends, len(text)])]
    return [sentence for sentence in cut if sentence]


def _ends(text: str, end: re.Match[str]) -> bool:
    """Whether a sentence ends there: no small letter goes on, no quote is open, and what stands before is a word.

    No word is a number, which may go on after its point, and an abbreviation: it has a point inside ("e.g.") or no
    vowel ("Dr."), or is a single letter other than "I".
    """
    after = text[end.end() : end.end() + NEAR].lstrip()
    said = text[: end.end()]
    if after[:1].islower() or said.count('"') % 2 or said.count("“") > said.count("”"):
        return False
    if end[0][0] != ".":
        return True
    word = "".join(text[max(end.start() - NEAR, 0) : end.start()].rsplit(maxsplit=1)[-1:]).lstrip("\"'“‘([")
    spoken = not word.isascii() or not VOWELS.isdisjoint(word.lower())
    return spoken and "." not in word and (len(word) > 1 or word == "I")

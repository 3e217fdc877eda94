"""Which words are names: the lists of this folder, and the encoder's vocabulary, which knows most other words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

ENDINGS = (
    *("ed", "ing", "ly", "ful", "less", "ish", "able", "ible", "ness", "broken", "ous", "some", "ive", "ic", "ical"),
    *("er", "est", "ment", "tion", "like", "free", "sick", "struck", "stricken", "ean", "ian", "ese", "ist", "ism"),
)
"""What a word that the vocabulary lacks may end in, and few names do."""


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def read(name: str) -> frozenset[str]:
    """The words of one of the lists."""
    lines = (Path(__file__).parent / name).read_text(encoding="utf8").splitlines()
    return words(" ".join(line for line in lines if not line.startswith("#")))


@cache
def given() -> frozenset[str]:
    """Given names that are nothing else, folded."""
    return read("given_names.txt")


@cache
def twofold() -> frozenset[str]:
    """Names that are words, too."""
    return read("names_that_are_words.txt")


@cache
def vocabulary() -> frozenset[str]:
    from skills.models.encoder import folder

    return frozenset((folder() / "vocab.txt").read_text(encoding="utf8").splitlines())


def is_word(word: str) -> bool:
    """Whether this is, or looks like, a word of English."""
    folded = word.casefold().replace("’", "'").partition("'")[0]
    return folded in vocabulary() or folded.endswith(ENDINGS) or all(part in vocabulary() for part in folded.split("-"))

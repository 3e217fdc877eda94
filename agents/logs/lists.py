"""Which words are names: the lists of this folder, and the encoder's vocabulary, which knows most other words."""

from __future__ import annotations

import unicodedata
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


def folded(word: str) -> str:
    """In small letters without accents."""
    apart = unicodedata.normalize("NFD", word.casefold())
    return unicodedata.normalize("NFC", "".join(char for char in apart if unicodedata.category(char) != "Mn"))


@cache
def given() -> frozenset[str]:
    """Given names that are nothing else, folded."""
    return frozenset(map(folded, read("given_names.txt")))


def is_given(word: str) -> bool:
    """Whether a word is a given name, or made with one: "Anna-Lena", "marias"."""
    plain = folded(word)
    if plain in given() or any(part in given() for part in plain.split("-")):
        return True
    return plain.endswith("s") and plain[:-1] in given() and not is_word(plain)


@cache
def twofold() -> frozenset[str]:
    """Names that are words, too."""
    return read("names_that_are_words.txt")


@cache
def vocabulary() -> frozenset[str]:
    from skills.models.package import folder

    return frozenset((folder() / "vocab.txt").read_text(encoding="utf8").splitlines())


def is_word(word: str) -> bool:
    """Whether this is, or looks like, a word of English."""
    plain = word.casefold().replace("’", "'").partition("'")[0]
    return plain in vocabulary() or plain.endswith(ENDINGS) or all(part in vocabulary() for part in plain.split("-"))

"""Typed spans of what a person said, turned to `you`: a shallow grammar over a closed vocabulary.

Every word of a span is listed here. So names, insults, means, numbers of the body and sexual words never come back: the
lists do not hold them, and a clause with an unlisted word gives nothing.
"""

from __future__ import annotations


def listed(words: str) -> frozenset[str]:
    """The words of a list as a set."""
    return frozenset(words.split())


def phrased(phrases: str) -> tuple[tuple[str, ...], ...]:
    """Phrases, with commas between them, as their words."""
    return tuple(tuple(phrase.split()) for phrase in phrases.split(","))

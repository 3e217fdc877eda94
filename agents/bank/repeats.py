"""Replies that were said before, word for word or nearly so."""

from __future__ import annotations

import re

from agents.bank.filters import Filter
from agents.bank.sources import Said

WORD = re.compile(r"[a-z0-9']+")
_LIGHT = """
a am an and are as at be been but did do does for from had has have is it its just of on or so such that the there they
this to very was were what will with would you your i im thats well i'd i'm i've it's that's you're you've
can must really sure too much sound sounds like hear oh wow yes yeah also definitely pretty quite
"""
LIGHT = frozenset(_LIGHT.split())
"""Words that can come or go without another thing being said."""


def said_before() -> Filter:
    """A filter that remembers every reply it is asked about: the same words again."""
    seen: set[tuple[str, ...]] = set()

    def duplicate(said: Said) -> str | None:
        """Said before, word for word."""
        return _again(tuple(_words(said.text)), seen, "word for word")

    return duplicate


def nearly_said_before() -> Filter:
    """... or the same words that matter, in any order, as a question or not."""
    seen: set[tuple[str, ...]] = set()

    def near_duplicate(said: Said) -> str | None:
        """Said before in the same words that matter."""
        return _again(heavy(said.text), seen, "nearly")

    return near_duplicate


def heavy(text: str) -> tuple[str, ...]:
    """The words that matter, sorted, and whether it asks; all words where none of them does."""
    words = _words(text)
    return (*sorted(set(words) - LIGHT or set(words)), "?" * text.rstrip().endswith("?"))


def _again(key: tuple[str, ...], seen: set[tuple[str, ...]], reason: str) -> str | None:
    if key in seen:
        return reason
    seen.add(key)
    return None


def _words(text: str) -> list[str]:
    return WORD.findall(text.casefold().replace("’", "'"))

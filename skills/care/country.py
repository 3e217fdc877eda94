"""The country that somebody names, or is said to be in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from skills.care.plain import sentences
from skills.crisis_resources import Directory

LONGEST_PLACE = 400
"""Characters of a turn in which a country is looked for."""

_PLACE = re.compile(
    r"(?:^|\b(?:im|i am|were|we are|i live|living|live|based|from|im from|here|over|staying) )(?:in|from) (?:the )?"
    r"([a-z]+(?: [a-z]+){0,2})"
)
_INSIDE = re.compile(r"\bin (?!us\b)(?:the )?(?=([a-z]+(?: [a-z]+){0,2}))")
"""A place that is named in passing ("over here in England, love"): it counts while nothing better is known.

Who has no faith in us says no country.
"""


def named(lines: Directory, texts: Sequence[str], *, known: str | None) -> str | None:
    """The country that the last of `texts` names, or, while none is `known`, one of those before it."""
    said, *before = [" ".join(sentences(text[:LONGEST_PLACE])) for text in reversed(texts)]
    by_itself = sentences(texts[-1][:LONGEST_PLACE])  # "alone. canada."
    lately = before if known is None else ()
    # A word by itself may be a name: "Sydney" is somebody, "in Sydney" is a place.
    places = [found[1] for text in (said, *lately) for found in _PLACE.finditer(text)]
    if known is None:
        places += [found[1] for text in (said, *lately) for found in _INSIDE.finditer(text)]
    codes = [lines.country_named(_first(name, size)) for name in (said, *by_itself) for size in (3, 2, 1)]
    codes += [lines.country_of(_first(place, size)) for place in places for size in (3, 2, 1)]
    return next(filter(None, codes), None)


def _first(words: str, count: int) -> str:
    return " ".join(words.split()[:count])

"""Spans of text as answers: exact match and token F1, as SQuAD scores them (Rajpurkar et al. 2016, section 6.1).

Both compare normal forms: lower case, without ASCII punctuation, without the articles a, an and the, one space between
words. Where there are several right answers, the best counts. An answer of no words is right where no words are the
right answer, and shares nothing with others (Rajpurkar et al. 2018, SQuAD 2.0).
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence

from agents.metrics import checks

_ARTICLE = re.compile(r"\b(a|an|the)\b")
_MARKS = str.maketrans("", "", string.punctuation)


def normal(text: str) -> str:
    """The form in which answers are compared."""
    return " ".join(_ARTICLE.sub(" ", text.lower().translate(_MARKS)).split())


def exact(guesses: Sequence[str], references: Sequence[Sequence[str]]) -> list[float]:
    """Whether each answer is one of its references, 0 or 1. ValueError where there are none, or lengths differ."""
    checks.replies(guesses, references)
    return [float(normal(guess) in map(normal, several)) for guess, several in zip(guesses, references, strict=True)]


def token_f1(guesses: Sequence[str], references: Sequence[Sequence[str]]) -> list[float]:
    """F1 of the words of each answer and its best reference, each word as often as in both, 0 to 1."""
    checks.replies(guesses, references)
    return [
        max(_shared(normal(guess).split(), normal(one).split()) for one in several)
        for guess, several in zip(guesses, references, strict=True)
    ]


def _shared(guess: Sequence[str], reference: Sequence[str]) -> float:
    if not guess or not reference:
        return float(guess == reference)
    return 2 * (Counter(guess) & Counter(reference)).total() / (len(guess) + len(reference))

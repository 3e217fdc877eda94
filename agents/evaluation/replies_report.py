"""Figures of whole talks that nothing else counts: how replies begin, what is said again, how long they are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agents.evaluation import policy_violations
from agents.evaluation.care_report import Count, count
from agents.evaluation.policy_violations import spoken
from agents.evaluation.replay import Played
from agents.evaluation.talk_report import Talk, Violation, violation
from agents.metrics.intervals import Floats, Interval, Rows, interval, ratio

WORDS = 3
SHOWN = 10
SORRY = re.compile(r"\bsorry to hear\b", re.IGNORECASE)
LENGTHS = {"up to 5": (0, 5), "6 to 20": (6, 20), "above 20": (21, 10**9)}
"""Words of the person's turn."""


@dataclass(frozen=True, slots=True)
class Habits:
    """`top` is the commonest beginning of a reply, `openers` the commonest ones with their counts.

    `sorry`: talks in which "sorry to hear" was said more than once; `most_sorry` is the most in any talk.
    `replies_again`: whole replies that were said earlier in the talk.
    `length`: the rank correlation of a reply's words with those of the turn it answers; `words` by that turn's length.
    """

    talks: int
    replies: int
    top: Count
    openers: dict[str, int]
    sorry: Count
    most_sorry: int
    replies_again: Violation
    early_by_label: Violation
    early_by_text: Violation
    length: Interval
    words: dict[str, Interval]


def habits(talks: Sequence[Talk]) -> Habits:
    begun = Counter(opener(talk[place].reply) for talk in talks for place in spoken(talk))
    (_, top), *_ = begun.most_common(1) or [("", 0)]
    sorries = [sum(len(SORRY.findall(turn.reply)) for turn in talk) for talk in talks]
    return Habits(
        talks=len(talks),
        replies=begun.total(),
        top=count([True] * top + [False] * (begun.total() - top)),
        openers=dict(begun.most_common(SHOWN)),
        sorry=count(said > 1 for said in sorries),
        most_sorry=max(sorries, default=0),
        replies_again=violation(talks, policy_violations.repeats),
        early_by_label=violation(talks, policy_violations.early_by_label),
        early_by_text=violation(talks, policy_violations.early_by_text),
        length=length(talks),
        words=words(talks),
    )


def opener(text: str) -> str:
    """The first three words, without case and the marks around them."""
    words = (word.strip(".,!?;:…\"'()“”‘’—-").lower() for word in text.split())
    return " ".join(list(filter(None, words))[:WORDS])


def length(talks: Sequence[Talk]) -> Interval:
    """Spearman's rank correlation of both lengths in words; the interval is over talks."""
    pairs = [np.array(sizes(talk), float).reshape(-1, 2) for talk in talks]

    def correlation(rows: Rows) -> float:
        both = np.concatenate([pairs[row] for row in rows]) if len(rows) else np.zeros((0, 2))
        return spearman(both[:, 0], both[:, 1])

    return interval(len(pairs), correlation)


def words(talks: Sequence[Talk]) -> dict[str, Interval]:
    """Mean words of the replies to turns of each length."""
    pairs = [sizes(talk) for talk in talks]

    def mean(low: int, high: int) -> Interval:
        kept = [[reply for said, reply in talk if low <= said <= high] for talk in pairs]
        return ratio([sum(replies) for replies in kept], [len(replies) for replies in kept])

    return {name: mean(*bounds) for name, bounds in LENGTHS.items()}


def sizes(talk: Sequence[Played]) -> list[tuple[int, int]]:
    """Words of each turn and of the reply to it, the guard's left out."""
    return [(len(talk[place].said.split()), len(talk[place].reply.split())) for place in spoken(talk)]


def spearman(left: Floats, right: Floats) -> float:
    """The correlation of ranks, equal values sharing theirs; NaN where one side is all alike."""
    a, b = ranks(left), ranks(right)
    if len(a) < 2 or np.ptp(a) == 0 or np.ptp(b) == 0:
        return float("nan")
    return float(np.corrcoef(a, b)[0, 1])


def ranks(values: Floats) -> Floats:
    _, groups, sizes_ = np.unique(values, return_inverse=True, return_counts=True)
    middle = np.cumsum(sizes_) - (sizes_ - 1) / 2
    found: Floats = middle[groups]
    return found

"""What is found in a text: danger of a kind at a level, and all that one reading of it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from skills.care.patterns import Level

_ORDER = (
    "medical",
    "method_request",
    "third_party",
    "suicide",
    "abuse",
    "psychosis",  # voices that command violence need other words than anger does
    "violence",
    "self_harm",
    "third_party_abuse",
)


@dataclass(frozen=True, slots=True)
class Finding:
    """Danger of a kind at a level."""

    kind: str
    level: Level
    sure: bool = True
    """False where only the danger classifier heard it, or only a pattern that the classifier, which reads the talk,

    says nothing to.
    """


@dataclass(frozen=True, slots=True)
class Reading:
    """What one text shows: the gravest finding, the weak signs in it, and whether danger is denied."""

    finding: Finding | None
    signs: frozenset[int]
    means: bool
    soon: bool
    denied: bool
    foreign: bool = False
    again: bool = False
    """Whether the danger classifier hears danger, but no more than stands already."""
    calm: bool = False
    """Whether the danger classifier, which reads the talk, hears nothing in it."""
    loud: bool = False
    """Whether it hears something."""
    half: str = ""
    """The kind that it half hears, below what it would ask about by itself: one that can be asked about."""
    asks: str = ""
    """What is asked or told in a crisis beside danger: one of `skills.care.crisis_acts.ACTS`."""
    misheard: bool = False
    """Whether it sounds like somebody's answer who is in no danger, in a talk that sounds wholly calm."""

    def level_of(self, kind: str) -> int:
        return self.finding.level if self.finding and self.finding.kind == kind else 0


def gravest(found: Sequence[Finding]) -> Finding | None:
    """The highest level; among equals what is sure, and then the kind whose answer is most urgent."""
    return max(found, key=lambda item: (item.level, item.sure, -_rank(item.kind)), default=None)


def _rank(kind: str) -> int:
    return _ORDER.index(kind) if kind in _ORDER else len(_ORDER)

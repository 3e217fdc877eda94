"""How much is found: recall by kind on planted lines, and how often lines with nothing to hide are left alone.

The lines were written before the rules, by the same hand. One half was there to work with, and the other was set aside
by a hash of each line and only measured at the end.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.evaluation.care_report import Count, count
from agents.logs.patterns import Hit
from agents.logs.pseudonyms import find

HALVES = {"tuned": "the half that the rules were made with", "aside": "the half that was set aside"}
KINDS = ("introduced", "mentioned", "mail", "phone", "handle", "link", "account", "postcode", "born")
NAMES = ("introduced", "mentioned")


@dataclass(frozen=True, slots=True)
class Line:
    """A line and what is to be hidden in it: kind and words. None of it belongs to anybody."""

    text: str
    secrets: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """`hidden`: of the secrets of a kind, those of which no letter is left; `named`: that have their own placeholder.

    `right`: of the placeholders in planted lines, those that stand on a secret. `untouched`: of the lines with nothing
    to hide, those without a placeholder.
    """

    hidden: dict[str, Count]
    named: dict[str, Count]
    right: Count
    untouched: Count


def read(half: str) -> tuple[Line, ...]:
    """The lines of one half."""
    path = Path(__file__).parent / "planted" / f"{half}.jsonl"
    rows = map(json.loads, path.read_text(encoding="utf8").splitlines())
    return tuple(Line(row["text"], tuple((kind, words) for kind, words in row["secrets"])) for row in rows)


def measure(lines: Sequence[Line]) -> Found:
    """The figures of some lines, each by itself."""
    found = [(line, find(line.text)) for line in lines]
    secrets = [(kind, line.text, place(line, words), hits) for line, hits in found for kind, words in line.secrets]
    places = [(line, hit) for line, hits in found if line.secrets for hit in hits]
    by_kind = {kind: [secret for secret in secrets if secret[0] == kind] for kind in KINDS} | {"all": secrets}
    return Found(
        hidden={kind: count(covered(*of[1:]) for of in group) for kind, group in by_kind.items()},
        named={kind: count(called(of[0], of[2], of[3]) for of in group) for kind, group in by_kind.items()},
        right=count(any(touches(hit, place(line, words)) for _, words in line.secrets) for line, hit in places),
        untouched=count(not hits for line, hits in found if not line.secrets),
    )


def place(line: Line, words: str) -> tuple[int, int]:
    start = line.text.index(words)
    return start, start + len(words)


def covered(text: str, where: tuple[int, int], hits: Sequence[Hit]) -> bool:
    """Whether no letter or figure is left."""
    open_ = [at for at in range(*where) if not any(hit.start <= at < hit.end for hit in hits)]
    return not any(text[at].isalnum() for at in open_)


def called(kind: str, where: tuple[int, int], hits: Sequence[Hit]) -> bool:
    """Whether some of it has the placeholder of its own kind."""
    return any(touches(hit, where) and hit.kind == ("name" if kind in NAMES else kind) for hit in hits)


def touches(hit: Hit, where: tuple[int, int]) -> bool:
    return hit.start < where[1] and where[0] < hit.end

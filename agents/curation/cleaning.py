"""Lines as they stand in the file -> lines as they were said: every rule in its order, each with its count."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from agents.curation import rules
from agents.curation.lines import Line

Rule = Callable[[str], str]
BEFORE: tuple[Rule, ...] = (rules.encoding, rules.markup, rules.songs, rules.credits, rules.sounds)
"""Before speakers are told apart ..."""
AFTER: tuple[Rule, ...] = (rules.letters, rules.spacing, rules.wordless, rules.foreign)
"""... and after."""

HYPHEN = re.compile(r"^\s*(?:[-–—‐]|>>)+\s*(?=[^\s\d-])")
WITHIN = re.compile(r"(?<=[.!?…\"])\s+(?:[-–—‐]|>>)\s*(?=[A-Z\"'“‘.…])")
LABEL = re.compile(r"^\s*[A-Z][A-Z0-9 .'’&-]{1,24}:\s+(?=\S)")
REPEATED = 3
"""A line of at least so many words that says what the line before said is a copy; a shorter one is said twice."""


def clean(lines: Iterable[Line], counts: Counter[str]) -> Iterator[Line]:
    """The lines that are left, cleaned. `counts` takes, for each rule, the lines that it changed or left out."""
    last = ""
    for line in lines:
        text = _apply(BEFORE, line.text, counts)
        if not text:
            continue
        for part in _speakers(Line(text, line.start, line.end, line.opens), counts):
            said = _apply(AFTER, part.text, counts)
            key = said.casefold()
            if key and key == last and len(key.split()) >= REPEATED:
                counts["repeated"] += 1
            elif said:
                yield Line(said, part.start, part.end, part.opens)
                last = key


def _apply(chain: tuple[Rule, ...], text: str, counts: Counter[str]) -> str:
    for rule in chain:
        cleaner = rule(text)
        if cleaner != text:
            counts[rule.__name__] += 1
        if not cleaner.strip():
            return ""
        text = cleaner
    return text


def _speakers(line: Line, counts: Counter[str]) -> Iterator[Line]:
    """`- Who? - Me.` as two lines, the first with the beginning, the last with the end; names before a colon go."""
    begins = HYPHEN.match(line.text)
    parts = WITHIN.split(line.text) if begins else [line.text]
    counts["hyphens"] += begins is not None
    for number, part in enumerate(parts):
        bare = HYPHEN.sub("", part, count=1) if begins else part
        said = LABEL.sub("", bare, count=1)
        counts["labels"] += said != bare
        yield Line(
            said,
            line.start if number == 0 else None,
            line.end if number == len(parts) - 1 else None,
            line.opens or begins is not None or said != bare,
        )

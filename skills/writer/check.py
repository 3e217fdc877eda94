"""Check: whether a draft is whole and could be said at all, by its form alone; what it means, others judge."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from skills.writer.prompt import PERSON, SUPPORTER, Line

Fault = Literal["empty", "tag", "unfinished", "too long", "foreign", "repeats itself", "echo", "said before"]
LONGEST = 45
"""Words."""
ECHO = 0.8
"""A draft that shares so much with what was just said, in its order, says nothing of its own."""
END = re.compile(r"""[.!?\u2026)]["'\u201d\u2019)]*$""")
TAG = re.compile(rf"[\[\]<>]|\b(?:{PERSON}|{SUPPORTER}):")
WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")
LATIN_ENDS = 0x250
RUN = 4
"""So many words in a row that stand twice in one draft are a loop."""


def fault(draft: str, talk: Sequence[Line]) -> Fault | None:
    """What is wrong with a draft of the next reply, None where nothing is. `talk` ends with the person's message."""
    words, told = _words(draft), _words(talk[-1].text)
    faults: dict[Fault, bool] = {
        "empty": not words,
        "tag": bool(TAG.search(draft)),
        "unfinished": not END.search(draft),
        "too long": len(words) > LONGEST,
        "foreign": _foreign(draft) and not any(_foreign(line.text) for line in talk),
        "repeats itself": _loops(words),
        "echo": len(told) >= RUN and _shared(words, told) >= ECHO * max(len(words), len(told)),
        "said before": any(words == _words(line.text) for line in talk if line.supporter),
    }
    return next((name for name, found in faults.items() if found), None)


def _words(text: str) -> list[str]:
    return [word.lower().replace("\u2019", "'") for word in WORD.findall(text)]


def _foreign(text: str) -> bool:
    """Whether a letter is of another script than English."""
    return any(character.isalpha() and ord(character) >= LATIN_ENDS for character in text)


def _loops(words: Sequence[str]) -> bool:
    runs = [tuple(words[start : start + RUN]) for start in range(len(words) - RUN + 1)]
    return len(set(runs)) < len(runs)


def _shared(words: Sequence[str], before: Sequence[str]) -> int:
    """How many words both have in the same order (the longest common subsequence)."""
    lengths = [0] * (len(before) + 1)
    for word in words:
        last = 0
        for place, other in enumerate(before, 1):
            longest = last + 1 if word == other else max(lengths[place], lengths[place - 1])
            last, lengths[place] = lengths[place], longest
    return lengths[-1]

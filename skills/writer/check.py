"""Check: whether a draft is whole and could be said at all, by its form alone; what it means, others judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bot.sentences import whole_sentences
from skills.models.tidy import NEXT_SPEAKER, words
from skills.writer.prompt import Line

Fault = Literal["empty", "tag", "unfinished", "too long", "foreign", "repeats itself", "echo", "said before"]
LONGEST = 45
"""Words."""
ECHO = 0.8
"""A draft that shares so much with what was just said, in its order, says nothing of its own."""
TAGS = frozenset("[]<>")
LATIN_ENDS = 0x250
RUN = 4
"""So many words in a row that stand twice in one draft are a loop."""


def fault(draft: str, talk: Sequence[Line], longest: int = LONGEST) -> Fault | None:
    """What is wrong with a draft of the next reply, None where nothing is. `talk` ends with the person's message.

    `longest` is in words.
    """
    said, told = words(draft), words(talk[-1].text)
    faults: dict[Fault, bool] = {
        "empty": not said,
        "tag": not TAGS.isdisjoint(draft) or bool(NEXT_SPEAKER.search(draft)),
        "unfinished": whole_sentences(draft) != draft.strip(),
        "too long": len(said) > longest,
        "foreign": _foreign(draft) and not any(_foreign(line.text) for line in talk),
        "repeats itself": _loops(said),
        "echo": len(told) >= RUN and _shared(said, told) >= ECHO * max(len(said), len(told)),
        "said before": any(said == words(line.text) for line in talk if line.supporter),
    }
    return next((name for name, found in faults.items() if found), None)


def _foreign(text: str) -> bool:
    """Whether a letter is of another script than English."""
    return any(character.isalpha() and ord(character) >= LATIN_ENDS for character in text)


def _loops(said: Sequence[str]) -> bool:
    runs = [tuple(said[start : start + RUN]) for start in range(len(said) - RUN + 1)]
    return len(set(runs)) < len(runs)


def _shared(said: Sequence[str], before: Sequence[str]) -> int:
    """How many words both have in the same order (the longest common subsequence)."""
    lengths = [0] * (len(before) + 1)
    for word in said:
        last = 0
        for place, other in enumerate(before, 1):
            longest = last + 1 if word == other else max(lengths[place], lengths[place - 1])
            last, lengths[place] = lengths[place], longest
    return lengths[-1]

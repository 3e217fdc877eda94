"""Does the next line go on the turn before it, or does another speaker begin? A linear model on two adjacent lines.

Xie & Pu (2021, section 3) train a support vector machine for this. Here it is logistic regression on hashed features
(Weinberger et al. 2009): punctuation, capitals, persons, lengths, and the words on both sides of the boundary. Times
are not among them: no corpus that we may learn from has both times and speakers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from skills.models import tensors

NAME = "turns"
BUCKETS = 1 << 15
WORD = re.compile(r"[a-z]+(?:'[a-z]+)*|\d+")
MARKS = {".": ".", "!": "!", "?": "?", ",": ",", ";": ",", ":": ":", "…": "…", "-": "-", "–": "-", "—": "-"}
CLOSING = "\"'”’)]» "
FIRST = frozenset(
    {"i", "i'm", "i've", "i'll", "i'd", "me", "my", "mine", "myself", "we", "we're", "we've", "we'll", "us", "our"}
)
SECOND = frozenset({"you", "you're", "you've", "you'll", "you'd", "your", "yours", "yourself"})


@dataclass(frozen=True, slots=True)
class Boundary:
    """Weights of hashed features. `new` is the probability that another speaker begins."""

    weights: Sequence[float]
    bias: float

    def score(self, before: str, after: str) -> float:
        """The log odds that `after` is said by another speaker than `before`."""
        weights = self.weights
        return self.bias + sum(weights[bucket] for bucket in buckets(before, after))

    def new(self, before: str, after: str) -> bool:
        """Whether another speaker begins with `after`, more likely than not."""
        return self.score(before, after) > 0


def load() -> Boundary:
    """The shipped model. WeightsError when it is missing or altered."""
    from safetensors.numpy import load_file

    held = load_file(tensors.find(NAME))
    return Boundary(held["weights"].astype(float).tolist(), float(held["bias"][0]))


def buckets(before: str, after: str) -> list[int]:
    """The features of one boundary as places in a table of `BUCKETS`, each at most once."""
    return list({crc32(name.encode()) % BUCKETS for name in features(before, after)})


def features(before: str, after: str) -> list[str]:
    """What is seen at the boundary between two adjacent lines, a name for each."""
    mark, case = ending(before), opening(after)
    left, right = words(before), words(after)
    last, first = left[-1] if left else "", right[0] if right else ""
    asks = ending(after) == "?"
    return [
        f"mark {mark}",
        f"case {case}",
        f"mark case {mark} {case}",
        f"asks {mark} {asks}",
        f"persons {persons(left)} {persons(right)} {mark == '?'}",
        f"long {_few(len(left))} {mark}",
        f"after long {_few(len(right))} {asks}",
        f"longs {_few(len(left))} {_few(len(right))}",
        f"last {last}",
        f"last two {' '.join(left[-2:])}",
        f"begin {left[0] if left else ''} {mark}",
        f"begin two {' '.join(left[:2])}",
        f"first {first}",
        f"first {first} {mark}",
        f"first two {' '.join(right[:2])}",
        f"first three {' '.join(right[:3])}",
        f"firsts {left[0] if left else ''} {first}",
        f"over {last} {first}",
        f"shared {min(len(_matter(left) & _matter(right)), 3)}",
        f"whole {' '.join(left) if len(left) < 4 else ''}",
        f"after whole {' '.join(right) if len(right) < 4 else ''}",
        *(f"left {word}" for word in left),
        *(f"right {word}" for word in right),
    ]


def words(text: str) -> list[str]:
    """The words in small letters, apostrophes made straight."""
    return WORD.findall(text.lower().replace("’", "'"))


def ending(text: str) -> str:
    """The mark at a line's end, quotes and brackets aside; empty where there is none."""
    bare = text.rstrip(CLOSING)
    return "…" if bare.endswith("..") else MARKS.get(bare[-1:], "")


def opening(text: str) -> str:
    """How a line begins: upper, lower, three dots (a sentence that goes on), or something else."""
    bare = text.lstrip("\"'“‘([« ")
    if bare.startswith(("...", "…")):
        return "dots"
    if not bare[:1].isalpha():
        return "other"
    return "upper" if bare[0].isupper() else "lower"


def persons(said: Sequence[str]) -> str:
    """Which persons a line speaks of: 1, 2, both or none."""
    return f"{'1' if FIRST.intersection(said) else ''}{'2' if SECOND.intersection(said) else ''}"


def _matter(said: Sequence[str]) -> set[str]:
    return {word for word in said if len(word) > 3}


def _few(count: int) -> int:
    """A length in words, coarser as it grows."""
    return count if count < 5 else 5 + (count > 7) + (count > 11) + (count > 16)

"""Who said what, and what came back: every message carries the mark of its conversation and its number there."""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import monotonic

from bot.step import NOT_KEPT

MARK = re.compile(r"\[(\d+)\.(\d+)\]")
Mark = tuple[int, int]
"""The person, and the number of their message."""


@cache
def sentences() -> tuple[str, ...]:
    return tuple(Path(__file__).with_name("sentences.txt").read_text(encoding="utf8").splitlines())


def marks(text: str) -> list[Mark]:
    """The marks in a text, in their order."""
    return [(int(person), int(number)) for person, number in MARK.findall(text)]


@dataclass(slots=True)
class Ledger:
    """The book of a measurement. A reply with marks answers what they name.

    One without marks answers the oldest open message, unless the bot `echoes`: then it is something besides. `last` is
    when the last one came.
    """

    echoes: bool = False
    clock: Callable[[], float] = monotonic
    said: dict[Mark, float] = field(default_factory=dict)
    seconds: dict[Mark, float] = field(default_factory=dict)
    heard: Counter[Mark] = field(default_factory=Counter)
    crossed: int = 0
    besides: int = 0
    last: float = 0.0
    _next: Counter[int] = field(default_factory=Counter)
    _open: defaultdict[int, deque[Mark]] = field(default_factory=lambda: defaultdict(deque))
    _replies: defaultdict[int, list[tuple[float, str]]] = field(default_factory=lambda: defaultdict(list))

    def note(self, person: int) -> Mark:
        """The person says something now."""
        mark = (person, self._next[person])
        self._next[person] += 1
        self.said[mark] = self.clock()
        self._open[person].append(mark)
        return mark

    def say(self, person: int) -> str:
        """The person's next message."""
        mark = self.note(person)
        lines = sentences()
        return f"{lines[(person * 31 + mark[1] * 7) % len(lines)]} [{person}.{mark[1]}]"

    def hear(self, person: int, text: str) -> None:
        """What the bot sent to that person."""
        self.last = self.clock()
        self._replies[person].append((self.last, text))
        answered = marks(text) or ([] if self.echoes else list(self._open[person])[:1])
        if not answered:
            self.besides += 1
        for mark in answered:
            if mark[0] != person:
                self.crossed += 1
                continue
            self.heard[mark] += 1
            if mark in self._open[person]:
                self._open[person].remove(mark)
                self.seconds[mark] = self.last - self.said[mark]

    def match(self, turns: Iterable[tuple[int, str]]) -> None:
        """Tell replies without marks apart by the persons' turns (person, text), in their order.

        What waited together is one turn and has one reply: the first turn the first, and so on.
        """
        replies = {person: iter(heard) for person, heard in self._replies.items()}
        self._open.clear()
        self.seconds.clear()
        for person, text in turns:
            reply = next(replies.get(person, iter(())), None)
            for mark in marks(text):
                if reply is None:
                    self._open[person].append(mark)
                elif mark in self.said:
                    self.seconds[mark] = reply[0] - self.said[mark]

    def cross(self, replies: Iterable[tuple[int, str]]) -> None:
        """Count replies without marks that the store (person, text) has in other people's conversations only."""
        known = set(replies)
        texts = {text for _, text in known}
        heard = [(person, text) for person, said in self._replies.items() for _, text in said]
        self.crossed += sum(text in texts and (person, text) not in known for person, text in heard)

    def waits(self, person: int) -> bool:
        """Whether the person still waits for an answer."""
        return bool(self._open[person])

    def waiting(self) -> int:
        """How many messages have no answer yet."""
        return sum(map(len, self._open.values()))

    @property
    def doubled(self) -> int:
        return sum(times - 1 for times in self.heard.values() if times > 1)


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of the messages in a database: counts of turns that are not there, elsewhere, or there again.

    `wordless` turns are there without their words, because the guard stopped them: each is one message that isn't lost.
    """

    turns: int
    lost: int
    crossed: int
    doubled: int
    wordless: int = 0


def kept(said: Iterable[Mark], turns: Iterable[tuple[int, str]]) -> Kept:
    """Hold what people said against the persons' turns (person, text) of the database."""
    found: Counter[Mark] = Counter()
    crossed = count = wordless = 0
    for person, text in turns:
        count += 1
        wordless += text == NOT_KEPT
        for mark in marks(text):
            found[mark] += 1
            crossed += mark[0] != person
    lost = sum(mark not in found for mark in said)
    return Kept(count, max(0, lost - wordless), crossed, sum(times - 1 for times in found.values()), wordless)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of the values do not exceed; not a number when there are none."""
    ordered = sorted(values)
    return ordered[max(0, -int(-len(ordered) * share // 1) - 1)] if ordered else float("nan")

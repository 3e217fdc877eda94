"""Spending: how many tokens a person, and everybody together, may cost in a day (by UTC).

It is held in memory by an id and a number, as messages are counted (`bot.limits`): without words, and from nothing
after a start. A bot file that is read again while people talk counts on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache

from bot.errors import Withheld

EVERYBODY = ""
PEOPLE = 50_000
"""So many are counted at once; of more, who was counted first goes."""


def today() -> date:
    return datetime.now(UTC).date()


@dataclass(frozen=True, slots=True)
class Limits:
    """Tokens that may be spent in a day, of one person and of all; 0 is no limit."""

    person: int = 0
    all: int = 0


@dataclass(slots=True)
class Bill:
    """What was `spent` in the end, in tokens."""

    spent: int = 0


class Spending:
    """Tokens by person on one day."""

    def __init__(self, clock: Callable[[], date] = today) -> None:
        self._clock, self._day = clock, clock()
        self._spent: dict[str, int] = {}

    @contextmanager
    def reserved(self, person: str, tokens: int, limits: Limits) -> Iterator[Bill]:
        """A block in which up to `tokens` are spent: taken before, so that turns at once can't go over.

        Raises Withheld, and takes nothing, where a limit would be passed.
        """
        for key, limit, whose in ((person, limits.person, "this person's"), (EVERYBODY, limits.all, "everybody's")):
            if 0 < limit < self.spent(key) + tokens:
                raise Withheld(f"{whose} tokens for today are used up ({self.spent(key)} of {limit})")
        bill, day = Bill(), self._day
        self._add(person, tokens)
        try:
            yield bill
        finally:
            if self._today() == day:  # else what was reserved went with its day
                self._add(person, bill.spent - tokens)

    def spent(self, key: str) -> int:
        """Of a person today; of everybody under the empty key."""
        self._today()
        return self._spent.get(key, 0)

    def _today(self) -> date:
        if (now := self._clock()) != self._day:
            self._day, self._spent = now, {}
        return self._day

    def _add(self, person: str, tokens: int) -> None:
        for key in (EVERYBODY, person):
            self._spent[key] = self._spent.get(key, 0) + tokens
        while len(self._spent) > PEOPLE:
            del self._spent[next(key for key in self._spent if key != EVERYBODY)]


@cache
def spending(server: str, model: str) -> Spending:
    """What a model of a server has cost in this process."""
    return Spending()

"""Circuit breaker: a server that failed several times in a row is left alone for a while (Nygard 2007, section 5.2).

So nobody waits for it in vain: the bot answers by itself at once. After the rest one turn tries it; if that fails too,
it rests again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic

from bot.errors import Withheld


@dataclass(slots=True)
class Trial:
    """Whether a server `worked`; None as long as nothing is known, as when the person goes away."""

    worked: bool | None = None


class Breaker:
    """Opens after `failures` in a row, for `rest` seconds."""

    def __init__(self, failures: int, rest: float, clock: Callable[[], float] = monotonic) -> None:
        self._failures, self._rest, self._clock = failures, rest, clock
        self._row, self._until, self._trying = 0, 0.0, False

    @contextmanager
    def trying(self) -> Iterator[Trial]:
        """A block that asks the server; an error in it is a failure, unless it says that nothing is broken.

        Raises Withheld while the server rests, and while another turn tries whether it works again.
        """
        self._enter()
        trial = Trial()
        try:
            yield trial
        except Withheld:
            raise
        except Exception:
            trial.worked = False
            raise
        finally:
            self._leave(trial.worked)

    def _enter(self) -> None:
        if self._row < self._failures:
            return
        left = self._until - self._clock()
        if left > 0 or self._trying:
            when = f"in {left:.0f} s" if left > 0 else "by another turn just now"
            raise Withheld(f"its server failed {self._row} times in a row, and is tried again {when}")
        self._trying = True

    def _leave(self, worked: bool | None) -> None:
        self._trying = False
        if worked:
            self._row = 0
        elif worked is False:
            self._row += 1
            self._until = self._clock() + self._rest

"""How long a pattern takes over a text made to cost it much, beside an ordinary one of that length: as a ratio.

What is timed is the thread's own time, so that a busy machine does not matter much; what does not end is stopped.
"""

from __future__ import annotations

import re
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from agents.logs.names import NEAR
from skills.acts.plain import said
from skills.care.plain import fold, sentences
from tests.patterns.attacks import Attack, attacks
from tests.patterns.found import Found

LENGTH = 10_000
"""Characters of a message."""
Read = Callable[[str], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Reader:
    """What the patterns at `places` meet of a text. Beyond `length` there is only more of the same, or nothing."""

    places: tuple[str, ...]
    read: Read
    length: int = LENGTH


NAMES = "agents/logs/names.py"
ROUND_A_NAME = (
    *(f"{NAMES}:{name}" for name in ("_greeted", "_in_full", "_is_strange", "_told", "_BEGINS", "_GREETS")),
    "agents/logs/twofold.py",
)
READERS = (
    Reader(("skills/care/plain.py",), lambda text: [fold(text)]),
    Reader(("skills/care/detect.py", "skills/care/theirs.py"), sentences, 600),
    Reader(("skills/care/", "skills/safety.py"), lambda text: [" ".join(sentences(text))]),
    Reader(("skills/acts/", "skills/telling/", "skills/memory.py"), lambda text: [said(text).text], 4000),
    Reader(("skills/models/tidy.py", "agents/curation/opus.py"), lambda text: [" ".join(text.split())]),
    Reader(("skills/reply_gate.py",), lambda text: [text[:4000].lower()], 4000),
    Reader(ROUND_A_NAME, lambda text: [text[:NEAR]], NEAR),
    Reader(("",), lambda text: [text]),
)
"""The first whose place fits."""
ORDINARY = (
    "My sister called me last night and I didn't know what to say to her. She had been crying for hours, and I just "
    "sat there. Work has been hard too; my boss wants the report by Friday and I keep falling behind. Should I tell "
    "him? I feel tired, a bit lonely, and honestly I don't know how to go on like this. It may be nothing. "
)
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
"""One look at each word: whatever a pattern is quicker at than that costs nothing that anybody could notice."""


@dataclass(frozen=True, slots=True)
class Worst:
    """The attack that costs a pattern most, in times of what an ordinary text costs it."""

    ratio: float
    place: str
    attack: Attack


def worst(found: Found, *, most: float, every: int = 1) -> Worst:
    """Over every `every`-th attack, up to the first that takes more than `most` times as long."""
    reader = next(reader for reader in READERS if found.place.startswith(reader.places))
    length = min(LENGTH, reader.length)
    ordinary = list(reader.read((ORDINARY * (length // len(ORDINARY) + 1))[:length]))
    usual = _usual(found.regex, ordinary)
    limit, slowest = max(2 * most * usual, 0.02), (0.0, Attack("", " "))
    for attack in attacks(found.regex)[::every]:
        texts = list(reader.read(attack.text(length)))
        took = _seconds(found.regex, texts, limit)
        if took > most * usual / 2:  # whatever else ran meanwhile, the quicker of several is the pattern's own
            took = min(took, *(_seconds(found.regex, texts, limit) for _ in range(2)))
        if took > most * usual:  # a machine that is busier now than it was takes longer over an ordinary text too
            usual = max(usual, _usual(found.regex, ordinary))
            took = min(took, *(_seconds(found.regex, texts, limit) for _ in range(2)))
        slowest = max(slowest, (took, attack), key=lambda one: one[0])
        if slowest[0] > most * usual:
            break
    return Worst(slowest[0] / usual, found.place, slowest[1])


def _usual(regex: re.Pattern[str], texts: Sequence[str]) -> float:
    """What an ordinary text costs: a pattern, or a look at each word where that is more."""
    return max(min(_seconds(each, texts) for _ in range(3)) for each in (regex, WORD))


class _TooLong(Exception):
    pass


def _stop(*_: object) -> None:
    raise _TooLong


def spent(do: Callable[[], object], limit: float = 60.0) -> float:
    """The thread's seconds for `do`, or `limit` where it was stopped: `re` lets itself be interrupted."""
    before = signal.signal(signal.SIGVTALRM, _stop)
    started = time.thread_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, limit)
    try:
        do()
    except _TooLong:
        return max(limit, time.thread_time() - started)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return time.thread_time() - started


def _seconds(regex: re.Pattern[str], texts: Sequence[str], limit: float = 10.0) -> float:
    """For all matches in each text."""

    def look() -> None:
        for text in texts:
            deque(regex.finditer(text), maxlen=0)

    return spent(look, limit)

"""People talk while others throw what is made to hold up the bot: what do they wait, beside the time before it?"""

from __future__ import annotations

import asyncio
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

from bot.testing.load.channels import SECRET, OnThePage
from bot.testing.load.kill import alive
from bot.testing.load.ledger import Kept, Ledger, Mark, kept, percentile
from bot.testing.load.machine import MIB, Program, attune
from bot.testing.load.telegram import HERE, bot_file, database, turns_of
from bot.turns import SET_ASIDE, TROUBLE

WEB = "\n[doors.web]\nlongest = 12000\nneighbours = 100000\nsettle = 1\n"
HELD = ("now hold the lock", "now hold the lock tightly")
"""The skill of `holding.py` gets done with neither: the one can be broken off, the other only be ended."""
THROWERS = 1_000_000
"""The numbers of those who throw begin here; each throws once, in a conversation of its own."""


@dataclass(slots=True)
class Book(Ledger):
    """A ledger that knows who was told that it did not work. What is thrown has no mark; poison begins at `begun`."""

    begun: float = float("inf")
    sorry: dict[str, Counter[int]] = field(default_factory=lambda: {SET_ASIDE: Counter(), TROUBLE: Counter()})

    def hear(self, person: int, text: str) -> None:
        Ledger.hear(self, person, text)
        if text in self.sorry:
            self.sorry[text][person] += 1

    def thrown(self) -> list[Mark]:
        return [mark for mark in self.said if mark[0] >= THROWERS]

    def others(self, *, during: bool) -> list[Mark]:
        """What was said by those who throw nothing, before the poison or during it."""
        return [mark for mark, at in self.said.items() if mark[0] < THROWERS and (at >= self.begun) is during]

    def times(self, marks: Iterable[Mark]) -> list[float]:
        """How long their answers took, in seconds; of those that have none nothing."""
        return [self.seconds[mark] for mark in marks if mark in self.seconds]

    def fate(self, marks: Sequence[Mark]) -> str:
        """How many were set aside, answered with trouble, not answered."""
        people = {person for person, _ in marks}
        told = [sum(self.sorry[words][person] for person in people) for words in (SET_ASIDE, TROUBLE)]
        return ", ".join(f"{count:,}" for count in (*told, sum(mark not in self.seconds for mark in marks)))


@dataclass(frozen=True, slots=True)
class Poisoned:
    """`kept` is what the store has of the messages of those who threw nothing; it was thrown for `lasted` seconds."""

    book: Book
    kept: Kept
    lasted: float
    program: Program

    def rows(self) -> dict[str, str]:
        book, thrown = self.book, self.book.thrown()
        before, during = book.others(during=False), book.others(during=True)
        calm, poisoned = book.times(before), book.times(during)
        ratios = (percentile(poisoned, share) / percentile(calm, share) for share in (0.5, 0.95))
        return {
            "poison thrown, in": f"{len(thrown):,}, {self.lasted:.0f} s",
            "of it set aside, in trouble, unanswered": book.fate(thrown),
            "its reply p50, p95, longest": _shown(book.times(thrown)),
            "others' messages before, during": f"{len(before):,}, {len(during):,}",
            "others' reply p50, p95, longest before": _shown(calm),
            "others' reply p50, p95, longest during": _shown(poisoned),
            "ratio of p50, p95": ", ".join(f"{ratio:.1f}" for ratio in ratios),
            "others set aside, in trouble, unanswered": book.fate([*before, *during]),
            "others lost, crossed, doubled in the store": f"{self.kept.lost}, {self.kept.crossed}, {self.kept.doubled}",
            "memory, all its processes": f"{self.program.peak / MIB:,.0f} MiB",
            "errors logged": f"{self.program.errors():,}",
        }


class OnMeasuredPage(OnThePage):
    """Pages of the bot that is measured, with one message after the other."""

    def __init__(self, book: Book, file: Path) -> None:
        super().__init__(book)
        self._book, self._file = book, file

    def command(self, folder: Path) -> tuple[list[str], dict[str, str]]:
        where = ["--bot", str(self._file), "--database", database(folder), "--port", str(self.port)]
        return attune("web", *where), SECRET

    async def talk(self, people: int, every: float, seed: int) -> None:
        """Everybody writes for ever, each some seconds after the answer."""
        async with asyncio.TaskGroup() as group:
            for person in range(1, people + 1):
                group.create_task(self._talk(person, every, Random(seed + person)))

    async def throw(self, what: Sequence[str], at_once: int, patience: float) -> None:
        """Throw everything, so many of it waiting for an answer at any time."""
        numbered = iter(enumerate(what, THROWERS))
        async with asyncio.TaskGroup() as group:
            for _ in range(at_once):
                group.create_task(self._throw(numbered, patience))

    async def _talk(self, person: int, every: float, random: Random) -> None:
        while True:
            await asyncio.sleep(random.uniform(0, 2 * every))
            await self.say(person, self._book.say(person))
            await self._answered(person)

    async def _throw(self, numbered: Iterator[tuple[int, str]], patience: float) -> None:
        for person, text in numbered:
            self._book.note(person)
            await self.say(person, text)
            await self._answered(person, patience)
            self.leave(person)

    async def _answered(self, person: int, patience: float = float("inf")) -> None:
        end = monotonic() + patience
        while self._book.waits(person) and monotonic() < end:
            await asyncio.sleep(0.01)


async def poison_load(
    folder: Path, what: Sequence[str], *, bot: str, people: int, every: float, seconds: float, limit: float, seed: int
) -> Poisoned:
    """People talk for so many seconds, and then on while everything is thrown, two at a time."""
    book = Book()
    file = measured(bot, folder, limit)
    async with OnMeasuredPage(book, file) as pages, alive(pages, folder) as program:
        talking = asyncio.create_task(pages.talk(people, every, seed))
        await asyncio.sleep(seconds)
        book.begun = monotonic()
        await pages.throw(what, at_once=2, patience=60 + 12 * limit)
        lasted = monotonic() - book.begun
        await _last_words(talking, book, people)
        await program.end()
        turns = await turns_of("web", folder, pages.person)
    others = [(person, text) for person, text in turns if person < THROWERS]
    stored = kept([*book.others(during=False), *book.others(during=True)], others)
    return Poisoned(book, stored, lasted, program)


async def _last_words(talking: asyncio.Task[None], book: Book, people: int) -> None:
    """Nobody begins anything any more; wait for what is under way."""
    end = monotonic() + 60
    talking.cancel()
    await asyncio.wait([talking])
    while any(map(book.waits, range(1, people + 1))) and monotonic() < end:
        await asyncio.sleep(0.05)


def measured(bot: str, folder: Path, limit: float) -> Path:
    """The bot file in `folder`, for whom nobody says too much; `holding` is one whose skill holds on to some words."""
    if bot == "holding":
        shutil.copy(HERE / "holding.py", folder)
        bot = str(HERE / "holding.toml")
    made = bot_file(bot, folder, paced=False)
    text = made.read_text(encoding="utf8").partition("[doors.telegram]")[0]
    made.write_text(f"turn_limit = {limit}\n{text}{WEB}", encoding="utf8")
    return made


def _shown(times: Sequence[float]) -> str:
    shares = (f"{percentile(times, share):.2f}" for share in (0.5, 0.95, 1.0))
    return f"{', '.join(shares)} s"

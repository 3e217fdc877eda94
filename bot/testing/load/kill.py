"""The bot is killed outright again and again while people talk; then it is counted what became of their messages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic

from bot.errors import BotError
from bot.store import Store
from bot.testing.load.channels import Channel, Opened
from bot.testing.load.ledger import Kept, Ledger, kept, marks
from bot.testing.load.machine import Program, running
from bot.testing.load.telegram import START_PATIENCE, database, turns_of

SETTLES = 0.1
"""Seconds in which the server reads what the dead process had still written to the line."""


@dataclass(frozen=True, slots=True)
class Killed:
    """`unmarked` counts the answers that the channel had taken, but the dead process had not noted as sent."""

    channel: str
    times: int
    ledger: Ledger
    kept: Kept
    unmarked: int
    errors: int

    def rows(self) -> dict[str, str]:
        ledger = self.ledger
        return {
            "killed": f"{self.times:,} times",
            "messages": f"{len(ledger.said):,}",
            "turns of people in the store": f"{self.kept.turns:,}",
            "lost, crossed, doubled turns": f"{self.kept.lost}, {self.kept.crossed}, {self.kept.doubled}",
            f"unanswered on {self.channel}": f"{ledger.waiting():,}",
            "crossed replies": f"{ledger.crossed:,}",
            "doubled replies": f"{ledger.doubled:,}",
            "accepted, but not yet marked, at a kill": f"{self.unmarked:,}",
            "errors logged": f"{self.errors:,}",
        }


async def kill_load(
    folder: Path, opened: Opened, *, times: int, people: int, every: float, longest: float = 1.2, seed: int = 1
) -> Killed:
    """Kill the bot so many times, each within `longest` seconds of its first call, and let the last one finish."""
    ledger, random, over = Ledger(echoes=True), Random(seed), asyncio.Event()
    everybody, unmarked = range(1, people + 1), 0
    async with opened(ledger) as channel, asyncio.TaskGroup() as group:
        async with alive(channel, folder) as program:
            await _meet(channel, ledger, everybody)
            for person in everybody:
                group.create_task(_talk(channel, ledger, person, _pauses(every, seed + person), over))
            await _kill(program, random.uniform(0, longest))
        unmarked += await _unmarked(channel.name, ledger, folder)
        for _ in range(times - 1):
            async with alive(channel, folder) as program:
                await _kill(program, random.uniform(0, longest))
            unmarked += await _unmarked(channel.name, ledger, folder)
        over.set()
        async with alive(channel, folder) as program:
            await _answered(ledger)
            await program.end()
        stored = kept(ledger.said, await turns_of(channel.name, folder, channel.person))
    return Killed(channel.name, times, ledger, stored, unmarked, program.errors())


async def _meet(channel: Channel, ledger: Ledger, everybody: Iterable[int]) -> None:
    """Everybody is answered once: from then on they are known."""
    await channel.hears()
    for person in everybody:
        await channel.say(person, ledger.say(person))
    await _answered(ledger)


async def _kill(program: Program, after: float) -> None:
    await asyncio.sleep(after)
    if program.process.returncode is not None:
        raise BotError(f"the bot ended by itself:\n{program.said()}")
    program.process.kill()
    await program.process.wait()
    await asyncio.sleep(SETTLES)


@asynccontextmanager
async def alive(channel: Channel, folder: Path) -> AsyncIterator[Program]:
    """The bot, from its first call on; what it does then - sending what was left, listening - is all under fire."""
    command, env = channel.command(folder)
    calls, end = channel.calls, monotonic() + START_PATIENCE
    async with running(command, folder / "bot.log", env) as program:
        while channel.calls == calls:
            if program.process.returncode is not None or monotonic() > end:
                raise BotError(f"the bot did not start:\n{program.said()}")
            await asyncio.sleep(0.01)
        yield program


async def _talk(channel: Channel, ledger: Ledger, person: int, pauses: Iterator[float], over: asyncio.Event) -> None:
    while not over.is_set():
        await channel.say(person, ledger.say(person))
        with suppress(TimeoutError):
            async with asyncio.timeout(next(pauses)):
                await over.wait()


def _pauses(every: float, seed: int) -> Iterator[float]:
    random = Random(seed)
    while True:
        yield random.uniform(0, 2 * every)


async def _unmarked(channel: str, ledger: Ledger, folder: Path) -> int:
    """How many answers people have, of which the store does not know that they were sent."""
    async with Store.open(database(folder)) as store:
        unsent = await store.unsent(f"{channel}:")
    return sum(any(mark in ledger.heard for mark in marks(outgoing.text)) for outgoing in unsent)


async def _answered(ledger: Ledger, patience: float = 60.0) -> None:
    """Wait for all answers, for as long as no silence between them lasts longer than `patience` seconds."""
    begun = monotonic()
    while ledger.waiting() and monotonic() < max(begun, ledger.last) + patience:
        await asyncio.sleep(0.05)
    await asyncio.sleep(1.0)  # a second answer to the same message would come by now

"""Turns over replicas of Ray Serve on this machine: one against several, and with replicas killed meanwhile."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from os import getloadavg
from pathlib import Path
from random import Random
from time import monotonic

from bot.cluster.engine import ClusterEngine
from bot.cluster.private import TOKEN
from bot.config import Config, read
from bot.errors import BotError
from bot.ports import bind
from bot.sessions import Sessions
from bot.store import Store
from bot.testing.load.ledger import Kept, Ledger, kept
from bot.testing.load.machine import Program, attune, family, running
from bot.testing.load.sessions import name, pace
from bot.turns import SET_ASIDE, TROUBLE

HERE = Path(__file__).parent
REPLICA = "ray::ServeRepli"
"""What the kernel calls a replica's process: of its title the first fifteen bytes."""
SECRET = secrets.token_hex(32)
"""One for all clusters that this process begins: Ray reads its token once."""
BEGINS = 90.0
"""Seconds in which Ray begins."""
FILE = """turn_limit = {limit}
[guard]
off = "a measurement: it judges nothing"
[[skills]]
use = "./busy.py:busy"
milliseconds = {work}
waits = {waits}
[cluster]
address = "127.0.0.1:{port}"
engines = [{replicas}, {replicas}]
cpus = 0.1
"""


@dataclass(frozen=True, slots=True)
class Kills:
    """So many `times`, some `every` seconds."""

    times: int
    every: float
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Killed:
    """What became of everybody's messages while replicas were killed so many `times`; `sorry` were answered by that."""

    times: int
    ledger: Ledger
    kept: Kept
    sorry: int

    def rows(self) -> dict[str, str]:
        return {
            "replicas killed": f"{self.times}",
            "messages": f"{len(self.ledger.said):,}",
            "turns of people in the store": f"{self.kept.turns:,}",
            "lost, crossed, doubled turns": f"{self.kept.lost}, {self.kept.crossed}, {self.kept.doubled}",
            "unanswered": f"{self.ledger.waiting()}",
            "crossed, doubled replies": f"{self.ledger.crossed}, {self.ledger.doubled}",
            "answered by what the bot says when a turn failed": f"{self.sorry}",
        }


async def replicas_load(
    folder: Path, *, replicas: int, people: int, messages: int, work: float, waits: bool = False
) -> dict[str, str]:
    """Everybody says so many messages, each as soon as the one before is answered; first to one replica."""
    does = f"{work:g} ms, {'which wait' if waits else 'of a processor'}"
    rows = {
        "load of the machine before": f"{getloadavg()[0]:.1f} on {os.cpu_count()} processors",
        "people at once": f"{people:,}",
        "turns": f"{people * messages:,}",
        "a turn takes": does,
    }
    paces: dict[int, float] = {}
    async with ray(folder) as (program, port):
        for count in (1, replicas):
            engine = await _engine(bot_file(folder, port, count, work, waits=waits), program, count)
            await pace(engine, folder / f"warm{count}.db", people, 1)
            found = await pace(engine, folder / f"{count}.db", people, messages)
            engine.close()
            paces[count] = found.per_second
            rows |= {
                f"turns a second, {count} replica{'s' if count > 1 else ''}": f"{found.per_second:.1f}",
                f"waited with {count}, p95": f"{found.p95:.2f} s",
                f"turns that the store lacks with {count}": f"{found.lost}",
            }
    return rows | {"ratio": f"{paces[replicas] / paces[1]:.2f}"}


async def replicas_kill(folder: Path, *, replicas: int, people: int, work: float, how: Kills) -> Killed:
    """Kill one replica after the other (SIGKILL) while everybody talks."""
    ledger, over, sorry = Ledger(echoes=True), asyncio.Event(), 0
    async with ray(folder) as (program, port):
        engine = await _engine(bot_file(folder, port, replicas, work), program, replicas)
        async with (
            Store.open(f"sqlite+aiosqlite:///{folder / 'talk.db'}") as store,
            Sessions(engine, store) as sessions,
        ):

            async def talk(person: int) -> int:
                failed = 0
                while not over.is_set():
                    number = ledger.say(person)
                    answer = await sessions.say(name(person), number)
                    ledger.hear(person, answer.text)
                    failed += answer.text in (SET_ASIDE, TROUBLE)
                return failed

            talks = asyncio.gather(*map(talk, range(1, people + 1)))
            await _kill(program, how)
            over.set()
            sorry = sum(await talks)
            turns = [
                (person, text)
                for person in range(1, people + 1)
                for text in (await store.load(name(person))).conversation.said("user")
            ]
        engine.close()
    return Killed(how.times, ledger, kept(ledger.said, turns), sorry)


@asynccontextmanager
async def ray(folder: Path) -> AsyncIterator[tuple[Program, int]]:
    """Ray on this machine, at a port of its own; it ends with the block."""
    token, port = folder / "token", _free()
    token.write_text(SECRET, encoding="utf8")
    token.chmod(0o600)
    os.environ[TOKEN] = str(token)
    command = attune("cluster", "start", "--port", str(port), "--cpus", "8", "--folder", str(folder / "ray"))
    async with running(command, folder / "ray.log") as program:
        try:
            await _until(lambda: "Ray runtime started" in program.log.read_text(encoding="utf8"), program)
            yield program, port
        finally:
            _leave()
            everybody = family(program.process.pid)
            await program.end()
            for pid in everybody:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def bot_file(folder: Path, port: int, replicas: int, work: float, *, waits: bool = False) -> Config:
    """The bot that is measured: it is busy over each turn for `work` milliseconds, or waits for so long."""
    shutil.copy(HERE / "busy.py", folder)
    file = folder / "measured.toml"
    written = FILE.format(limit=10, work=float(work), waits=str(waits).lower(), port=port, replicas=replicas)
    file.write_text(written, encoding="utf8")
    return read(file)


async def _engine(config: Config, program: Program, replicas: int) -> ClusterEngine:
    """The engine, once all its replicas run and those of the one before are gone."""
    from bot.cluster import joined

    await asyncio.to_thread(joined.deploy, config)
    await _until(lambda: len(list(_replicas(program))) == replicas, program)
    return await asyncio.to_thread(joined.joined, config)


async def _kill(program: Program, how: Kills) -> None:
    random = Random(how.seed)
    for _ in range(how.times):
        await asyncio.sleep(random.uniform(0.5, 1.5) * how.every)
        await _until(lambda: any(_replicas(program)), program)
        os.kill(random.choice(list(_replicas(program))), signal.SIGKILL)


def _replicas(program: Program) -> Iterator[int]:
    """The processes of replicas."""
    for pid in family(program.process.pid):
        with suppress(OSError):
            if Path(f"/proc/{pid}/comm").read_text(encoding="utf8").startswith(REPLICA):
                yield pid


async def _until(true: Callable[[], bool], program: Program) -> None:
    end = monotonic() + BEGINS
    while not true():
        if program.process.returncode is not None or monotonic() > end:
            raise BotError(f"Ray did not get there:\n{program.said()}")
        await asyncio.sleep(0.1)


def _leave() -> None:
    """This process is no part of the cluster any more."""
    from bot.cluster import serving

    serving.leave()


def _free() -> int:
    with bind("cluster.port", "127.0.0.1", 0) as socket:
        port: int = socket.getsockname()[1]
    return port

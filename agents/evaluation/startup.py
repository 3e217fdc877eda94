"""How long the program takes to start, and how much memory it comes to, measured from outside like a person would.

Nothing heavy is imported here: a child's peak memory begins with its parent's, so the parent must be small.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter

from bot.errors import BotError

ATTUNE = (sys.executable, "-m", "attune")
FIRST_PROMPT, PROMPT = b"1-5> ", b"> "
LINE = "I had an argument with my brother last night and I keep going over it."
PATIENCE = 120.0
"""Seconds after which a program that shows no prompt is given up."""
KIB = 1 if sys.platform == "darwin" else 1024
"""getrusage counts bytes on macOS and kibibytes elsewhere."""


@dataclass(frozen=True, slots=True)
class Startup:
    """Seconds from the command to the first prompt, and the peak of resident memory (10^6 bytes) after one reply."""

    ready_s: float
    peak_mb: float


def startup(bot: str, runs: int = 3) -> Startup:
    """Medians over `runs` starts. The first after an update also fills caches."""
    found = [start(bot) for _ in range(runs)]
    return Startup(median(one.ready_s for one in found), median(one.peak_mb for one in found))


def start(bot: str) -> Startup:
    """Start `attune chat` on a terminal of its own, wait for its prompt, say one thing, and end it.

    Raises BotError with what the program said when it ends before its prompt.
    """
    with TemporaryDirectory() as folder:
        database = str(Path(folder) / "talk.db")
        began = perf_counter()
        with closing(Terminal([*ATTUNE, "chat", "--new", "--bot", bot, "--database", database])) as terminal:
            terminal.wait_for(FIRST_PROMPT)
            ready = perf_counter() - began
            terminal.type("\n")
            terminal.wait_for(PROMPT)
            terminal.type(f"{LINE}\n")
            terminal.wait_for(PROMPT)
        return Startup(ready, terminal.peak_mb)


def help_seconds(runs: int = 5) -> float:
    """Median seconds of `attune --help`."""
    return median(_timed([*ATTUNE, "--help"]) for _ in range(runs))


def _timed(command: Sequence[str]) -> float:
    began = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - began


class Terminal:
    """A program on a pseudo-terminal. `peak_mb` is known once it is closed."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command, self.peak_mb = tuple(command), 0.0
        self._master, slave = os.openpty()
        environment = {**os.environ, "TERM": "dumb"}
        self._process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment)
        os.close(slave)
        self._seen = b""

    def wait_for(self, prompt: bytes) -> None:
        """Read until `prompt` appears; BotError when the program ends or stays silent before."""
        end = monotonic() + PATIENCE
        while prompt not in self._seen:
            more = self._read(end - monotonic())
            if not more:
                said = self._seen.decode("utf8", "replace").strip()[-500:]
                raise BotError(f"{' '.join(self.command[2:])}: no prompt {prompt.decode()!r} came; it said: {said}")
            self._seen += more
        self._seen = self._seen.partition(prompt)[2]

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def close(self) -> None:
        os.kill(self._process.pid, signal.SIGKILL)  # Popen.kill would reap a dead child, and its usage with it
        _, status, usage = os.wait4(self._process.pid, 0)
        self._process.returncode = os.waitstatus_to_exitcode(status)
        os.close(self._master)
        self.peak_mb = usage.ru_maxrss * KIB / 1e6

    def _read(self, seconds: float) -> bytes:
        """What the program writes next; nothing when it has ended or the time is up."""
        ready, _, _ = select.select([self._master], [], [], max(seconds, 0))
        try:
            return os.read(self._master, 65536) if ready else b""
        except OSError:  # Linux's way of saying that the other side was closed
            return b""

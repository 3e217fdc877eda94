"""How long the corpora take to be read and counted, and how much memory, each in a process of its own.

Nothing heavy is imported here: a child's peak memory begins with its parent's, so the parent must be small.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from agents.evaluation.startup import ATTUNE, KIB
from bot.errors import BotError


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds from start to end of a process, those it computed, and the peak of its resident memory (10^6 bytes).

    What it computed holds on a busy machine as well.
    """

    name: str
    seconds: float
    cpu_seconds: float
    peak_mb: float


def costs(names: Sequence[str], datapath: Path) -> Iterator[Cost]:
    """`attune data check` of each corpus, and at last of all together in one process."""
    for name in names:
        yield cost(name, (*ATTUNE, "data", "check", name, "--datapath", str(datapath)))
    yield cost("all", (*ATTUNE, "data", "check", "--all", "--datapath", str(datapath)))


def cost(name: str, command: Sequence[str]) -> Cost:
    """Run one command. BotError with what it said when it fails."""
    began = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        said = process.stderr.read() if process.stderr else ""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise BotError(f"{name}: {said.strip()[-500:]}")
    return Cost(name, perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * KIB / 1e6)

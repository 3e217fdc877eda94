"""How fast subtitles are curated and how much memory it takes, on lines made for it.

Nothing heavy is imported here: a child's peak memory begins with its parent's, so this process must be small.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from agents.curation import files, made
from agents.curation.labelling import NONE
from bot.errors import BotError

KIB = 1 if sys.platform == "darwin" else 1024
"""getrusage counts bytes on macOS and kibibytes elsewhere."""
TOP = 5000
"""Dialogs to choose: what is chosen is held in memory, so their number must not grow with the lines."""
SAMPLE = 20
"""Files on which the stages are timed apart, in one process."""


@dataclass(frozen=True, slots=True)
class Timed:
    """One whole run: seconds, processor seconds, and the peak of its largest process in 10^6 bytes."""

    name: str
    seconds: float
    cpu: float
    peak_mb: float


@dataclass(frozen=True, slots=True)
class Bench:
    """`stages` are processor microseconds a line; `runs` whole commands, with their start."""

    lines: int
    workers: int
    stages: dict[str, float]
    runs: tuple[Timed, ...]


def measure(lines: int, seed: int, labeller: str, workers: int) -> Bench:
    """Whole runs first, while this process is small: without a labeller and, unless it is "none", with it."""
    with TemporaryDirectory() as folder:
        source = Path(folder) / "subtitles"
        made.write(source, lines, seed)
        runs = tuple(
            _run(source, Path(folder) / f"out{number}", name, workers)
            for number, name in enumerate(dict.fromkeys((NONE, labeller)))
        )
        return Bench(lines, workers, _stages(source), runs)


def _run(source: Path, out: Path, labeller: str, workers: int) -> Timed:
    command = [sys.executable, "-m", "attune", "curate", "run", str(source), "--out", str(out)]
    command += ["--labeller", labeller, "--workers", str(workers), "--top", str(TOP)]
    began = perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise BotError(f"{' '.join(command[2:])} ended with exit code {process.returncode}")
    seconds = perf_counter() - began
    return Timed(labeller, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * KIB / 1e6)


def _stages(source: Path) -> dict[str, float]:
    """Each stage by what a sample of files takes longer with it than without it."""
    from agents.curation import boundary, shard
    from agents.curation.cleaning import clean
    from agents.curation.shard import Tally, Tools

    sample = [source / name for name in files.subtitles(source)[:SAMPLE]]
    tools = Tools(boundary.load(), None, "utf-8")
    total = sum(1 for path in sample for _ in files.read(path))
    steps: dict[str, Callable[[Path], Iterator[Any]]] = {
        "reading": files.read,
        "cleaning": lambda path: clean(files.read(path), Tally().rules),
        "turns and dialogs": lambda path: shard.segmented(files.read(path), tools, Tally()),
    }
    found, before = dict[str, float](), 0.0
    for name, step in steps.items():
        now = min(_drained(step, sample) for _ in range(5)) / total * 1e6
        found[name], before = now - before, now
    return found


def _drained(step: Callable[[Path], Iterator[Any]], sample: list[Path]) -> float:
    began = process_time()
    for path in sample:
        deque(step(path), maxlen=0)
    return process_time() - began


def shown(found: Bench) -> str:
    """The figures as two tables."""
    rows = [f"| {name} | {value:.1f} |" for name, value in found.stages.items()]
    runs = [
        f"| {found.lines:,} | {run.name} | {run.seconds:.1f} | {found.lines / run.seconds:,.0f} |"
        f" {found.lines / run.cpu:,.0f} | {run.peak_mb:.0f} |"
        for run in found.runs
    ]
    return "\n".join(
        [
            "| stage | processor microseconds a line |", "|---|---|", *rows, "",
            f"| lines | labeller ({found.workers} processes) | seconds | lines a second |"
            " lines a processor second | peak, MB |",
            "|---|---|---|---|---|---|", *runs,
        ]
    )  # fmt: skip

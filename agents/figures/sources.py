"""Which command makes which figures, and how it is asked for them."""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path

from agents.figures import inputs
from agents.figures.record import Record
from agents.figures.tables import read
from agents.statistics import empathetic, esconv
from bot.errors import FiguresError

GUARD = ("encoder", "danger heads", "guard code", "crisis lines")
SMALL_GUARD = ("small encoder", "small danger heads", "guard code", "crisis lines")
"""The crisis talks of the larger encoder take twenty minutes: too long for figures that may never be out of date."""

FEELING = ("encoder", "feeling heads")
GENERATED = {"ed": 24, "esconv": 12, "meed2": 24}
"""The papers' tables of generators, and how many replies are asked of each."""


@dataclass(frozen=True, slots=True)
class Source:
    """`command` prints tables as Markdown; `tables` names those that are kept, all where it is empty.

    `inputs` are the groups it depends on. One that needs no `corpora` takes a minute or two: its figures may never be
    older than what they measure. `split` and `seed` are said in the page, and given to a command that has corpora.
    """

    command: tuple[str, ...]
    inputs: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    corpora: bool = False
    split: str = ""
    seed: int | None = None

    @property
    def shown(self) -> str:
        """The command as a reader types it."""
        return shlex.join(("attune", *self._arguments("DIR")))

    def arguments(self, datapath: Path | None) -> tuple[str, ...]:
        """What the command is called with. FiguresError where it needs a folder of corpora."""
        if self.corpora and datapath is None:
            raise FiguresError(f"`{self.shown}` reads corpora: name their folder with --datapath")
        return (*self._arguments(str(datapath)), "--markdown")

    def _arguments(self, datapath: str) -> tuple[str, ...]:
        return (*self.command, "--datapath", datapath, "--split", self.split) if self.corpora else self.command


def _stats(name: str, tables: Sequence[str]) -> dict[str, Source]:
    return {
        f"{name}-{table}": Source(("stats", name, "--only", table), corpora=True, split="train") for table in tables
    }


SOURCES = {
    "care": Source(("eval", "care"), (*GUARD, "care sets"), split="held-out"),
    "care-free": Source(("eval", "care", "--bot", "free"), (*GUARD, "care sets"), split="held-out"),
    "crisis": Source(("eval", "crisis", "--bot", "small"), (*SMALL_GUARD, "crisis sets")),
    "crisis-talks": Source(("eval", "marks", "docs/votes/crisis_more.jsonl")),
    "false-positive-rate": Source(
        ("eval", "care"), GUARD, ("ESConv's supporters", "ordinary talk"), corpora=True, split="valid"
    ),
    "reply-speed": Source(("bench", "reply")),
    "replicas": Source(("load", "replicas")),
    "replicas-waiting": Source(("load", "replicas", "--waits", "--work", "100", "--messages", "6")),
    "replicas-kill": Source(("load", "replicas", "--kills", "30")),
    "encoder-speed": Source(("bench", "encoder"), ("encoder",)),
    "heads": Source(("eval", "heads"), ("tensors",), corpora=True, split="valid"),
    "talk": Source(("eval", "talk"), ("tensors", "replies"), corpora=True, split="valid"),
    "replies": Source(
        ("eval", "replies"), ("tensors", "replies", "reply sets"), corpora=True, split="valid", seed=7
    ),
    "retrieval": Source(("eval", "retrieval"), ("encoder",), corpora=True, split="valid", seed=0),
    **{
        f"generators-{table}": Source(
            ("eval", "generate", "--table", table, "--count", str(count)),
            tables=("generator", "order", "replies"), corpora=True, split="valid", seed=7,
        )
        for table, count in GENERATED.items()
    },
    "retrieval-base": Source(
        ("eval", "retrieval", "--corpus", "empathetic"), ("encoder",), corpora=True, split="valid", seed=0
    ),
    "understanding": Source(("eval", "understanding"), ("tensors",), corpora=True, split="valid"),
    "emotion": Source(("eval", "understanding", "--task", "emotion"), FEELING, corpora=True, split="valid"),
    "emotion-small": Source(
        ("eval", "understanding", "--task", "emotion", "--size", "small"), FEELING, corpora=True, split="valid"
    ),
    "cause": Source(
        ("eval", "understanding", "--task", "cause"), (*FEELING, "cause heads"), corpora=True, split="valid"
    ),
    **_stats("empathetic", empathetic.NAMES),
    **_stats("esconv", esconv.NAMES),
}  # fmt: skip


def measure(name: str, datapath: Path | None) -> Record:
    """Run the command of these figures and keep what it prints. FiguresError where there is none, or it fails."""
    if name not in SOURCES:
        raise FiguresError(f"no command makes {name!r} again in one go: choose from {', '.join(SOURCES)}")
    source = SOURCES[name]
    before = {group: inputs.checksum(group) for group in source.inputs}
    done = subprocess.run(
        [sys.executable, "-m", "attune", *source.arguments(datapath)], stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        raise FiguresError(f"`{source.shown}` ended with {done.returncode}, and said why above")
    tables = [table for table in read(done.stdout) if not source.tables or table.name in source.tables]
    if not tables:
        raise FiguresError(f"`{source.shown}` printed no table")
    return Record(
        command=source.shown,
        tables=tuple(tables),
        machine=f"{os.cpu_count()} cores",
        split=source.split,
        seed=source.seed,
        commit_date=committed(),
        versions={"Python": platform.python_version(), "ONNX Runtime": version("onnxruntime")},
        inputs=before,
    )


def committed() -> date | None:
    """The day of the commit that is checked out; None outside a checkout."""
    command = ["git", "log", "-1", "--format=%cs"]
    try:
        done = subprocess.run(command, cwd=inputs.ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return date.fromisoformat(done.stdout.strip())

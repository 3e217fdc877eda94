from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from bot.testing.load import machine
from bot.testing.load.machine import MIB, attune, family, running

HOLDS = """
import subprocess, sys, time
held = bytearray(64 * 1024**2)
hold = "import time; held = bytearray(64 * 1024**2); print('held', flush=True); time.sleep(60)"
child = subprocess.Popen([sys.executable, "-c", hold])
time.sleep(60)
"""


async def test_memory_is_added_up_over_a_program_and_its_children(tmp_path: Path) -> None:
    async with running([sys.executable, "-c", HOLDS], tmp_path / "log") as program:
        while "held" not in program.said():
            await asyncio.sleep(0.02)
        children = family(program.process.pid)
        program.look()
        assert len(children) == 2
        assert 128 * MIB < program.peak < 256 * MIB
    assert program.process.returncode == -9
    while alive(children[1]):
        await asyncio.sleep(0.02)


def alive(pid: int) -> bool:
    """Whether the process does anything any more; a dead one may still wait to be noticed."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def test_what_the_host_takes_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = iter([(10, 1000), (35, 1100)])
    monkeypatch.setattr(machine, "jiffies", lambda: next(seen))
    async with running([sys.executable, "-c", ""], tmp_path / "log") as program:
        assert program.taken() == 0.25


def test_time_is_added_up_over_all_its_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    # user nice system idle iowait irq softirq steal; a guest's time is in user's already
    monkeypatch.setattr(Path, "read_text", lambda _: "cpu  10 1 2 80 3 0 1 7 5 5\ncpu0 5 1 1 40 1 0 1 3 2 2\n")
    assert machine.jiffies() == (7, 104)


async def test_a_program_is_asked_to_end_and_says_how_it_did(tmp_path: Path) -> None:
    wait = "import time; print('2030 ERROR no', flush=True); time.sleep(60)"
    async with running([sys.executable, "-c", wait], tmp_path / "log") as program:
        while not program.said():
            await asyncio.sleep(0.02)
        assert await program.end() == -15
    assert program.errors() == 1


def test_the_program_is_this_one() -> None:
    assert attune("check", "x.toml") == [sys.executable, "-m", "attune", "check", "x.toml"]

"""What systemd is told, and when the process ends."""

from __future__ import annotations

import asyncio
import logging
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.run import watchdog
from bot.run.watchdog import interval, notify, watch

STANDS_STILL = """
import asyncio, re, sys
from bot.run import watchdog

watchdog.STANDSTILL = 0.3

async def main():
    task = asyncio.create_task(watchdog.watch(lambda: True, lambda: None))
    await asyncio.sleep(0.1)
    if sys.argv[1] == "still":
        re.match(r"(a+)+$", "a" * 60 + "!")
    task.cancel()
    await asyncio.wait([task])
    await asyncio.sleep(0.5)

asyncio.run(main())
"""


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield listening


def heard(systemd: socket.socket) -> list[bytes]:
    found: list[bytes] = []
    while True:
        try:
            found.append(systemd.recv(99))
        except BlockingIOError:
            return found


def test_where_nobody_listens_nobody_is_told(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not notify("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", "@attune-nobody")
    assert not notify("READY=1")
    assert caplog.messages == ["systemd cannot be told READY=1: ConnectionRefusedError"]


def test_a_socket_without_a_file_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("\0attune-test-watchdog")
        monkeypatch.setenv("NOTIFY_SOCKET", "@attune-test-watchdog")
        assert notify("READY=1")
        assert listening.recv(99) == b"READY=1"


@pytest.mark.parametrize(("told", "seconds"), [("", 5.0), ("3000000", 1.0), ("60000000", 5.0), ("0", 5.0), ("x", 5.0)])
def test_three_signs_in_the_time_that_systemd_waits(told: str, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", told)
    assert interval() == seconds


async def test_it_is_fed_only_while_there_is_an_engine_and_ends_the_process_when_there_is_none_for_long(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "30000")
    ready, ended = True, asyncio.Event()
    watching = asyncio.create_task(watch(lambda: ready, ended.set, patience=0.5))
    await asyncio.sleep(0.2)
    assert heard(systemd)[:2] == [b"READY=1", b"WATCHDOG=1"]  # its queue is full by now, and nothing waits for it
    ready = False
    await asyncio.sleep(0.1)
    heard(systemd)
    await asyncio.wait_for(ended.wait(), 20)
    assert heard(systemd) == []
    await watching
    assert [record.levelno for record in caplog.records if record.levelno > logging.WARNING] == [logging.CRITICAL]


@pytest.mark.parametrize(("how", "code"), [("turns", 0), ("still", 1)])
def test_a_loop_that_stands_still_ends_the_process_and_says_where(how: str, code: int) -> None:
    root = Path(watchdog.__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", STANDS_STILL, how], cwd=root, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == code
    assert ('File "<string>"' in done.stderr) is bool(code)

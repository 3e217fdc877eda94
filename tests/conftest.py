"""Every test runs offline, with one torch thread, and keeps its conversations in a folder of its own."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

os.environ.setdefault("OMP_NUM_THREADS", "1")  # two OpenMP threads on a busy machine are many times slower than one
os.environ["HF_HUB_OFFLINE"] = "1"

settings.register_profile("attune", deadline=None)  # a busy machine is no failure
settings.load_profile("attune")
LOCAL = ("127.0.0.1", "::1", "localhost")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests' own place for conversations: nobody's real ones are read or written."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("ATTUNE_DATABASE", raising=False)


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection to anything but this machine is an error."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if isinstance(address, tuple) and address[0] not in LOCAL:
            raise OSError(f"a test tried to reach {address[0]}: tests run offline")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)

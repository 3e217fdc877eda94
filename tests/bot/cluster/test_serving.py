"""A Ray of its own, on the loopback: what is deployed answers, is killed, and keeps no words. Skipped without Ray."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.testing.load.ledger import sentences
from bot.testing.load.replicas import Kills, replicas_kill, replicas_load

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: make ray"),
    pytest.mark.filterwarnings("default"),  # Ray warns of itself
]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short path: Ray's sockets stand below it, and theirs may not be longer than 107 characters."""
    with tempfile.TemporaryDirectory() as made:
        yield Path(made)


async def test_replicas_that_are_killed_lose_and_double_nothing(folder: Path) -> None:
    found = await replicas_kill(folder, replicas=2, people=8, work=5, how=Kills(3, 3.0))
    assert (found.kept.lost, found.kept.crossed, found.kept.doubled) == (0, 0, 0)
    assert (found.ledger.waiting(), found.ledger.crossed, found.ledger.doubled) == (0, 0, 0)
    assert found.kept.turns > 8
    written = [path for path in (folder / "ray").rglob("*") if path.is_file()]
    said = [line.encode() for line in sentences()]
    assert len(written) > 10
    assert [path.name for path in written if any(line in path.read_bytes() for line in said)] == []


async def test_one_replica_and_two_answer_everybody(folder: Path) -> None:
    found = await replicas_load(folder, replicas=2, people=6, messages=3, work=5)
    assert (found["turns that the store lacks with 1"], found["turns that the store lacks with 2"]) == ("0", "0")

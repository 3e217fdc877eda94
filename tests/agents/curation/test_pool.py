"""Pieces of work by this process, by several, and by workers of Ray: the same comes out."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

from agents.curation.pool import Worker, each
from bot.errors import BotError, CorpusError
from bot.testing.load.replicas import ray


@dataclass(frozen=True)
class Copies:
    """Writes each piece's name into a file of that name; `bad` is damaged, and `odd` nobody expects."""

    out: Path

    def begin(self) -> Callable[[str], None]:
        def do(piece: str) -> None:
            if piece == "bad":
                raise CorpusError("bad: line 3: it is damaged")
            if piece == "odd":
                raise KeyError("what somebody wrote")
            (self.out / piece).write_text(piece)

        return do


PIECES = [f"{number:03}" for number in range(25)]


@pytest.mark.parametrize("workers", [1, 2])
def test_every_piece_is_done(workers: int, tmp_path: Path) -> None:
    each(Copies(tmp_path), iter(PIECES), workers)
    assert sorted(path.name for path in tmp_path.iterdir()) == PIECES


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_wrong_with_a_piece_ends_it(workers: int, tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="line 3"):
        each(Copies(tmp_path), ["000", "bad"], workers)


def test_a_worker_of_rays_raises_nothing_and_tells_no_words(tmp_path: Path) -> None:
    worker = Worker(Copies(tmp_path))
    assert [worker.do(piece) for piece in ("000", "bad", "001")] == ["", "bad: line 3: it is damaged", ""]
    odd = worker.do("odd")
    assert odd.startswith("KeyError at ")
    assert "somebody" not in odd
    assert sorted(path.name for path in tmp_path.iterdir()) == ["000", "001"]


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: make ray")
@pytest.mark.filterwarnings("default")  # Ray warns of itself
async def test_workers_of_ray_do_the_same(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with ray(Path(folder)) as (_, port):
            each(Copies(tmp_path), iter(PIECES), 2, f"127.0.0.1:{port}")
        assert sorted(path.name for path in tmp_path.iterdir()) == PIECES
        async with ray(Path(folder)) as (_, port):
            with pytest.raises(BotError, match="line 3"):
                each(Copies(tmp_path), ["bad"], 2, f"127.0.0.1:{port}")

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from agents.evaluation.bench import bench
from agents.evaluation.searching import BEST, Kept, answering_from, contexts, search
from bot.config import settings
from bot.registry import find
from skills.search import nearest
from skills.search.bank import Candidate, write
from skills.search.vectors import mapped
from tests.agents.evaluation.test_many import data

WIDTH, ROWS = 16, 2000


def directions(number: int, seed: int) -> NDArray[np.float32]:
    rows = np.random.default_rng(seed).normal(size=(number, WIDTH)).astype(np.float32)
    unit: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit


def made(folder: Path) -> Path:
    texts = [f"reply {number}" for number in range(ROWS)]
    (folder / "v").write_bytes(directions(ROWS, 0).astype(np.float16).tobytes())
    kept = Kept("me", texts, mapped(folder / "v", ROWS, WIDTH))
    assert np.array_equal(kept.replies(["reply 7", "reply 2"]), directions(ROWS, 0)[[7, 2]].astype(np.float16))
    list(write(folder / "bank", [Candidate(text) for text in texts], kept, small=0))
    return folder / "bank"


def test_recall_is_whole_where_every_row_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bank, queries = made(tmp_path), directions(30, 1)
    monkeypatch.setattr(nearest, "AGAIN", ROWS // BEST)
    monkeypatch.setattr(nearest.Cells.__init__, "__defaults__", (10**6,))
    found = search(bank, "me", queries)
    assert (found.candidates, found.queries) == (ROWS, 30)
    assert found.recall.value == 1.0
    assert found.ratio.value == pytest.approx(found.exact_ms.value / found.cells_ms.value)
    monkeypatch.setattr(nearest.Cells.__init__, "__defaults__", (1,))
    assert search(bank, "me", queries).recall.value < 0.7


def test_contexts_end_before_a_listeners_reply(tmp_path: Path) -> None:
    train = data(tmp_path) / "empatheticdialogues/empatheticdialogues/train.csv"
    train.rename(train.with_name("valid.csv"))
    found = contexts(tmp_path, 9)
    assert sorted(map(len, found)) == [1, 3]
    assert all(not talk[-1][0] for talk in found)


@pytest.mark.slow
def test_the_command_measures_a_small_bank(tmp_path: Path) -> None:
    train = data(tmp_path) / "empatheticdialogues/empatheticdialogues/train.csv"
    train.with_name("valid.csv").write_text(train.read_text())
    given = ["--candidates", "1000", "--datapath", str(tmp_path), "--folder", str(tmp_path / "kept"), "--replies", "2"]
    done = CliRunner().invoke(bench, ["retrieve", *given], catch_exceptions=False)
    assert "1,000 candidates, 2 contexts" in done.output
    assert "recall of the best 10" in done.output
    assert "peak resident, MB" in done.output


def test_the_default_bot_answers_from_a_bank_beside_its_file(tmp_path: Path) -> None:
    config = answering_from(tmp_path / "bank")
    (use,) = (use for use in config.skills if use.use == "retrieve.corpus")
    spec = find(use.use, "skill", config.beside)
    assert settings(spec, use, config.path) == {"bank": str(tmp_path.resolve() / "bank")}
    assert not any(use.use == "retrieve" for use in config.skills)

from __future__ import annotations

import json
from collections.abc import Sequence
from time import process_time

import numpy as np
import pytest
from click.testing import CliRunner

from agents.evaluation import encoding
from agents.evaluation.bench import bench
from agents.matching import Floats


class Slow:
    """A pass costs the same for one text as for many; vectors lean a little to one side."""

    def __init__(self, lean: float) -> None:
        self.lean = lean

    def texts(self, texts: Sequence[str], bot: bool = False) -> Floats:
        until = process_time() + 0.001
        while process_time() < until:
            pass
        return np.array([[1, self.lean]] * len(texts), np.float32)


def test_the_waiting_texts_are_64_different_ones() -> None:
    assert len(set(encoding.waiting())) == 64


def test_a_batch_is_timed_against_one_at_a_time_and_precisions_are_compared() -> None:
    found = encoding.encoding(Slow(0.0), Slow(0.75), 2)
    assert (found.waiting, found.repeats) == (64, 2)
    assert found.ratio.value > 20
    assert found.ratio.value == pytest.approx(found.together.value / found.alone.value, rel=0.2)
    assert found.cosine == pytest.approx(0.8)
    assert found.cosine_mean == pytest.approx(0.8)


def test_the_vectors_are_those_of_pytorch() -> None:
    done = CliRunner().invoke(bench, ["encoder", "--size", "small", "--repeats", "1", "--json"], catch_exceptions=False)
    found = json.loads(done.stdout)
    assert found["encoding"]["waiting"] == 64
    assert found["encoding"]["cosine"] >= 0.99999


def test_a_page_gets_the_figures_beside_the_aims() -> None:
    done = CliRunner().invoke(
        bench, ["encoder", "--size", "small", "--repeats", "1", "--markdown"], catch_exceptions=False
    )
    rows = [[cell.strip() for cell in line.split("|")] for line in done.stdout.splitlines() if line.startswith("| ")]
    assert [row[1] for row in rows[1:3]] == ["texts a second, one at a time", "texts a second, 64 waiting in one call"]
    assert ["", "cosine to full precision, least", "1.00000", ">= 0.999", ""] in rows

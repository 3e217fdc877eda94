"""The nearest rows, found by the whole product and among cells."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from bot.errors import CorpusError, MissingPackage
from skills.search.nearest import AGAIN, Cells, Exact, build, faiss
from skills.search.vectors import Halves, mapped

WIDTH = 16


def stored(path: Path, rows: NDArray[np.float32]) -> Halves:
    path.write_bytes(rows.astype(np.float16).tobytes())
    return mapped(path, *rows.shape)


def directions(number: int, seed: int = 0) -> NDArray[np.float32]:
    rows = np.random.default_rng(seed).normal(size=(number, WIDTH)).astype(np.float32)
    unit: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with 3,000 vectors and their index."""
    folder = tmp_path_factory.mktemp("large")
    stored(folder / "v", directions(3000))
    build(folder / "i", folder / "v", 3000, WIDTH)
    return folder


def test_the_product_with_all_rows_worked_out_by_hand(tmp_path: Path) -> None:
    rows = np.array([[1, 0], [0, 1], [0.5, 0.5], [0, 1]], np.float32)
    scores, places = Exact(stored(tmp_path / "v", rows))(np.array([[0, 1], [1, 0]], np.float32), 3)
    assert places.tolist() == [[1, 3, 2], [0, 2, 1]], "of equal ones the earlier is first"
    assert scores.tolist() == [[1, 1, 0.5], [1, 0.5, 0]]


def test_of_equal_ones_at_the_end_of_what_is_wanted_the_earlier_is_kept(tmp_path: Path) -> None:
    rows = np.zeros((7, 3), np.float32)
    rows[5:] = 1 / 64
    assert Exact(stored(tmp_path / "v", rows))(np.ones((1, 3), np.float32), 1)[1].tolist() == [[5]]


SIXTY_FOURTHS = st.integers(-64, 64).map(lambda number: number / 64)
"""Products and sums of these are exact: no order of adding them changes a last digit."""


@given(arrays(np.float32, (7, 3), elements=SIXTY_FOURTHS), st.integers(1, 9))
@settings(max_examples=50)
def test_the_best_are_what_sorting_gives(
    tmp_path_factory: pytest.TempPathFactory, rows: NDArray[np.float32], k: int
) -> None:
    vector = np.array([[0.5, -0.25, 1]], np.float32)
    scores, places = Exact(stored(tmp_path_factory.mktemp("v") / "v", rows))(vector, k)
    every = rows @ vector[0]
    assert places[0].tolist() == sorted(range(7), key=lambda row: (-every[row], row))[:k]
    assert scores[0].tolist() == [every[row] for row in places[0]]


def test_all_cells_looked_into_and_all_rows_compared_again_give_what_the_product_gives(large: Path) -> None:
    vectors, count = directions(50, seed=1), 3000 // AGAIN
    whole = Exact(mapped(large / "v", 3000, WIDTH))(vectors, count)
    scores, places = Cells(large / "i", large / "v", 3000, WIDTH, probed=10**6)(vectors, count)
    assert (places == whole[1]).all()
    assert scores == pytest.approx(whole[0], abs=1e-6)


def test_one_bit_a_number_and_a_second_comparison_find_nearly_all_of_the_best(large: Path) -> None:
    vectors = directions(50, seed=1)
    _, wanted = Exact(mapped(large / "v", 3000, WIDTH))(vectors, 10)
    scores, places = Cells(large / "i", large / "v", 3000, WIDTH, probed=10**6)(vectors, 10)
    shared = [len(set(a) & set(b)) for a, b in zip(wanted.tolist(), places.tolist(), strict=True)]
    assert sum(shared) >= 470, "16 bits a row is little: at 384 it is more than 490"
    assert (np.diff(scores, axis=1) <= 0).all()


def test_more_cells_find_more(large: Path) -> None:
    vectors = directions(200, seed=2)
    _, wanted = Exact(mapped(large / "v", 3000, WIDTH))(vectors, 10)

    def recall(probed: int) -> float:
        _, places = Cells(large / "i", large / "v", 3000, WIDTH, probed)(vectors, 10)
        return float(np.mean([len(set(a) & set(b)) / 10 for a, b in zip(wanted, places, strict=True)]))

    assert recall(1) < recall(8) < recall(64)
    assert recall(64) > 0.9


def test_fewer_rows_than_wanted_are_filled_up_with_nothing(large: Path) -> None:
    scores, places = Cells(large / "i", large / "v", 3000, WIDTH, probed=1)(directions(1, seed=3), 400)
    found = int((places >= 0).sum())
    assert 0 < found < 400
    assert (places[0, found:] == -1).all()
    assert np.isneginf(scores[0, found:]).all()
    assert len(set(places[0, :found].tolist())) == found


def test_the_index_is_the_same_whenever_it_is_made(large: Path, tmp_path: Path) -> None:
    build(tmp_path / "i", large / "v", 3000, WIDTH)
    assert (tmp_path / "i").read_bytes() == (large / "i").read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["i"]


def test_a_damaged_index_is_named(large: Path, tmp_path: Path) -> None:
    whole = (large / "i").read_bytes()
    for name, data in {"empty": b"", "cut": whole[: len(whole) // 2], "other": b"not an index at all"}.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(CorpusError, match=f"{name}: this is no whole index"):
            Cells(tmp_path / name, large / "v", 3000, WIDTH)
    with pytest.raises(CorpusError, match="3000 rows of 16 where 2999 of 16 are expected"):
        Cells(large / "i", large / "v", 2999, WIDTH)


def test_without_faiss_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "faiss", None)
    with pytest.raises(MissingPackage, match=r"pip install 'attune-bot\[search\]'"):
        faiss()


def test_torch_and_faiss_work_in_one_process(large: Path) -> None:
    import torch

    cells, vectors = Cells(large / "i", large / "v", 3000, WIDTH), directions(5, seed=4)
    before = cells(vectors, 5)[1]
    product = torch.ones(300, 300) @ torch.ones(300, 300)
    assert product.max() == 300
    assert (cells(vectors, 5)[1] == before).all()

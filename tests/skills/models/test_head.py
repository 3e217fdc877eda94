import json
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from bot.errors import WeightsError
from skills.models import head, tensors
from skills.models.files import digest
from skills.models.head import Head


def write(folder: Path, labels: tuple[str, ...] = ("yes", "no")) -> None:
    held = {
        "0.weight": np.array([[1, 0], [0, 1], [1, 1]], np.float16),
        "0.bias": np.array([0, -1, 0], np.float16),
        "1.weight": np.array([[1, 1, 0], [0, 0, 1]], np.float16),
        "1.bias": np.array([0, 0.5], np.float16),
        "balance": np.array([0.25, -0.25], np.float16),
    }
    path = folder / "small.safetensors"
    save_file(held, path, {"head": json.dumps({"labels": labels, "temperature": 2.0})})
    (folder / tensors.PINS).write_text(json.dumps({"small": digest(path)}), encoding="utf8")


def test_a_head_is_read_back_and_computes_its_layers(tmp_path: Path) -> None:
    write(tmp_path)
    small = head.load("small", ("yes", "no"), tmp_path)
    # hidden: (2, 3 - 1, 5) -> scores (4, 5.5); and with a negative input the ReLU holds at zero
    assert small.scores(np.array([2.0, 3.0])).tolist() == [4.0, 5.5]
    assert small.scores(np.array([-2.0, 3.0])).tolist() == [2.0, 1.5]
    assert small.extra["balance"].tolist() == [0.25, -0.25]
    odds = small.probabilities(np.array([2.0, 3.0]))
    assert odds[1] / odds[0] == pytest.approx(np.exp(1.5 / 2))
    assert odds.sum() == pytest.approx(1)


def test_a_batch_is_computed_row_by_row(tmp_path: Path) -> None:
    write(tmp_path)
    small = head.load("small", None, tmp_path)
    rows = np.array([[2.0, 3.0], [-2.0, 3.0]])
    assert small.probabilities(rows)[1] == pytest.approx(small.probabilities(rows[1]))


def test_other_labels_are_refused(tmp_path: Path) -> None:
    write(tmp_path)
    with pytest.raises(WeightsError, match="was trained for yes, no; up, down are expected"):
        head.load("small", ("up", "down"), tmp_path)


def test_a_head_for_other_vectors_is_refused(tmp_path: Path) -> None:
    write(tmp_path)
    assert head.load("small", None, tmp_path, {head.INPUT: 2}).labels == ("yes", "no")
    with pytest.raises(WeightsError, match=r"small\.safetensors: '0\.weight' reads 2 numbers; 768 are given"):
        head.load("small", None, tmp_path, {head.INPUT: 768})
    with pytest.raises(WeightsError, match="'target' reads 0 numbers; 2 are given"):
        head.load("small", None, tmp_path, {"target": 2})


def test_a_head_on_another_scale_gives_the_same() -> None:
    plain = Head(((np.array([[2.0, 1.0]]), np.array([0.5])),), ("x",), 1.0, {})
    vector = np.array([0.3, -0.7])
    assert plain.on_scale(20).scores(vector) == pytest.approx(plain.scores(20 * vector))


def test_softmax_takes_large_scores() -> None:
    assert head.softmax(np.array([1000.0, 1000.0, -1000.0])).tolist() == [0.5, 0.5, 0.0]

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from agents.evaluation.understanding import empathy
from agents.evaluation.understanding.empathy import WORDS, Read, of
from agents.training.common.run import Run
from agents.training.heads.empathy import train
from tests.agents.rated import write

TRUTH = np.array([[0, 1, 2]] * 6 + [[2, 0, 0]] * 4)


def log_shares(levels: np.ndarray, sure: float) -> np.ndarray:
    """Scores (n, 3, 3) of one who is so sure of these levels."""
    return np.log(np.where(np.arange(3) == levels[..., None], sure, (1 - sure) / 2))


def read() -> Read:
    """Ours is right on all but one of ten, and says 0.8; words are right on the first six alone."""
    ours = TRUTH.copy()
    ours[9] = (TRUTH[9] + 1) % 3
    words = np.tile(TRUTH[0], (10, 1))
    scores = log_shares(ours, 0.8)
    common = np.tile([0, 1, 2], (10, 1))
    even = np.log(np.full((10, 3, 3), 1 / 3))
    before, attentive = log_shares(ours, 0.98), log_shares(TRUTH, 0.98)
    return Read(scores, before, attentive, log_shares(words, 0.6), even, common)


def test_figures_by_hand() -> None:
    rows = {row.measure: row for row in of(read(), TRUTH)}
    accuracy = rows["emotional-reactions: accuracy"]
    assert accuracy.shipped
    assert accuracy.specialist
    assert (accuracy.shipped.value, accuracy.specialist.value) == (0.9, 1.0)
    assert dict(accuracy.beside)["majority"] == 0.6
    assert dict(accuracy.beside)[WORDS] == 0.6
    macro = rows["emotional-reactions: macro-F1"].shipped
    assert macro
    assert macro.value == pytest.approx((12 / 13 + 6 / 7) / 2)  # right: 6 of 7 guessed 0, 3 of 4 that are 2
    words = rows["emotional-reactions: macro-F1 above the words'"].shipped
    assert words
    assert words.value == pytest.approx((12 / 13 + 6 / 7) / 2 - (12 / 16) / 2)
    off = [rows[f"explorations: calibration error {when} the temperature"].shipped for when in ("before", "after")]
    assert [figure and round(figure.value, 6) for figure in off] == [0.08, 0.1]


def test_folds_are_put_back_where_they_belong() -> None:
    whole = read()
    places = [np.array([0, 2, 4, 6, 8]), np.array([1, 3, 5, 7, 9])]
    fields = [field.name for field in dataclasses.fields(Read)]
    parts = [(some, Read(**{name: getattr(whole, name)[some] for name in fields})) for some in places]
    joined = Read.joined(parts, 10)
    assert all((getattr(joined, name) == getattr(whole, name)).all() for name in fields)


@pytest.mark.slow
def test_rows_of_both_parts(tmp_path: Path) -> None:
    write(tmp_path, 120)
    run = Run(tmp_path, tmp_path, seed=3, adapter="published", out=tmp_path)
    train(run)
    run.finish()
    for split in ("valid", "test"):
        found = {row.measure: row for row in empathy.rows(run, split)}
        assert len(found) == 15
        shipped = found["explorations: macro-F1"].shipped
        assert shipped
        assert shipped.value > 0.9 > dict(found["explorations: macro-F1"].beside)["majority"]

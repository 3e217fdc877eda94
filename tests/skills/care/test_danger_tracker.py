"""The danger tracker: what it remembers, what it believes, and which files it refuses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import save_file

from bot.errors import WeightsError
from skills.care.danger_tracker import HIDDEN, LEVELS, MARKED, WIDTH, Belief, DangerTracker, load_for, marks
from skills.care.reply_selection import KINDS
from skills.care.state import RECENT, Evidence
from skills.encoder import shared_text_encoder
from skills.sizes import BASE, SMALL

WIDE = 6


def drawn(wide: int = WIDE) -> dict[str, NDArray[np.float32]]:
    rng = np.random.default_rng(5)
    shapes = {"words.b": (HIDDEN, wide), "before.b": (HIDDEN, wide), "marks": (HIDDEN, WIDTH), "bias": (HIDDEN,)}
    shapes |= {"told": (HIDDEN,), "out": (WIDTH, HIDDEN), "scored": (WIDTH,)}
    return {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


@pytest.fixture
def tracker(tmp_path: Path) -> DangerTracker:
    save_file(drawn(), tmp_path / "danger_tracker.safetensors")
    return DangerTracker(tmp_path / "danger_tracker.safetensors", WIDE)


def test_what_was_told_is_the_mean_of_the_last_few() -> None:
    assert Evidence().then([1.0, 0.0]) == Evidence((1.0, 0.0), 1)
    assert Evidence().then([1.0, 0.0]).then([0.0, 3.0]) == Evidence((0.5, 1.5), 2)
    long = Evidence()
    for _ in range(40):
        long = long.then([8.0])
    assert (long.told, long.many) == ((8.0,), RECENT)
    assert long.then([0.0]).told == (8.0 - 8.0 / RECENT,)


def test_marks_tell_level_and_kind() -> None:
    assert np.flatnonzero(marks("abuse", 3)).tolist() == [3, LEVELS + KINDS.index("abuse")]
    assert marks("", 0).tolist() == [MARKED] + [0.0] * (WIDTH - 1)


def test_a_belief_is_of_the_last_words_those_before_and_what_the_guard_goes_by(tracker: DangerTracker) -> None:
    said, other = np.ones(WIDE, np.float32), np.arange(WIDE, dtype=np.float32)
    alone = tracker.belief(said, Evidence(), "abuse", 3)
    assert alone.kinds.sum() == pytest.approx(1, abs=1e-5)
    assert alone.levels.sum() == pytest.approx(1, abs=1e-5)
    behind = Evidence().then(tracker.told(other).tolist())
    for one in (
        tracker.belief(said, behind, "abuse", 3),
        tracker.belief(said, Evidence(), "suicide", 3),
        tracker.belief(said, Evidence(), "abuse", 2),
        tracker.belief(other, Evidence(), "abuse", 3),
    ):
        assert np.abs(one.levels - alone.levels).max() > 1e-3


def test_the_likeliest_kind_and_how_likely_less_is() -> None:
    found = Belief(np.eye(len(KINDS), dtype=np.float32)[4], np.array([0.1, 0.2, 0.3, 0.4], np.float32))
    assert found.kind == (KINDS[4], 1.0)
    assert [found.below(level) for level in range(1, 4)] == pytest.approx([0.1, 0.3, 0.6])


def test_a_file_for_another_size_or_without_a_part_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "danger_tracker.safetensors"
    save_file(drawn(WIDE + 1), path)
    with pytest.raises(WeightsError, match=r"words\.b"):
        DangerTracker(path, WIDE)
    held = drawn()
    del held["told"]
    save_file(held, path)
    with pytest.raises(WeightsError, match="told"):
        DangerTracker(path, WIDE)


def test_only_the_base_encoder_has_one() -> None:
    assert load_for(shared_text_encoder("default", BASE)) is not None
    assert load_for(shared_text_encoder("default", SMALL)) is None

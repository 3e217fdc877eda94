"""The selection that ships, and what is refused of another."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bot.errors import WeightsError
from skills import openings, selection
from skills.models import tensors
from skills.selection import Selection, plain
from skills.sizes import BASE

GENERAL = [line.text for opening in openings.read() if opening.general for line in opening.lines]
FOLDER = tensors.folder_of(BASE)


def test_chances_are_of_all_lines_together() -> None:
    told = np.zeros((2, 3), np.float32)
    found = plain(3, 4).chances(np.zeros((2, 8), np.float32), told, told, told)
    assert np.exp(found) == pytest.approx(np.full((2, 3), 1 / 3))


def test_cosines_kinds_and_what_was_learnt_count_together() -> None:
    query, lines = np.array([[1.0, 0.0]], np.float32), np.array([[0.0], [2.0]], np.float32)
    made = Selection(query, lines, np.array([0.0, 1.0], np.float32), np.array([1.0, 10.0, 1.0], np.float32))
    talk, words, kinds = (np.array([row], np.float32) for row in ((0.5, 0), (0.1, 0), (1, np.exp(-1))))
    ((first, second),) = made.chances(np.array([[3.0, 7.0]], np.float32), talk, words, kinds)
    assert second - first == pytest.approx((3 * 2 + 1 - 1) - (0.5 + 1.0))


def test_what_ships_is_of_our_general_lines() -> None:
    made = selection.shipped(GENERAL, FOLDER)
    assert made.lines.shape[0] == made.bias.shape[0] == len(GENERAL)
    assert made.query.shape == (made.lines.shape[1], 2 * BASE.width)


def test_other_lines_are_refused_with_the_command() -> None:
    with pytest.raises(WeightsError, match=r"made from other lines .* attune train selection"):
        selection.shipped([*GENERAL, "One more."], FOLDER)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="no weights are called 'selection'"):
        selection.shipped(GENERAL, tmp_path)

"""The danger head over the base encoder: what it is shown, and the bars that come from scores of rows held out."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pytest

from agents.training.common.fit import Settings, Table
from agents.training.heads import danger_head
from agents.training.heads.danger import NATURAL as FILE
from agents.training.heads.danger import lines, natural
from agents.training.heads.danger_head import ASKED, FOLDS, SHOWN, STOPPED, held_out, powers, shown
from skills.care import detect
from skills.care.danger_classifier import LABELS
from skills.models.head import Head


def test_the_natural_lines_stand_last() -> None:
    written = [json.loads(row)["text"] for row in FILE.read_text(encoding="utf8").splitlines()]
    assert [line.text for line in natural()] == written
    assert [line.text for line in lines()][-len(written) :] == written


def test_natural_lines_are_shown_often_and_stay_in_their_group() -> None:
    table = Table(np.arange(8.0).reshape(4, 2), np.arange(4), np.arange(4))
    found = shown(table, np.array([3]))
    assert found.groups.tolist() == [0, 1, 2, 3, *[3] * (SHOWN - 1)]
    assert found.features[-1].tolist() == [6.0, 7.0]


def test_every_row_is_scored_by_a_head_that_did_not_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[set[int]] = []

    def noted(table: Table, labels: Sequence[str], _seeds: Sequence[int], _settings: Settings) -> Head:
        seen.append({int(group) for group in table.groups})
        told = np.eye(len(labels), dtype=np.float32)[len(seen) - 1]  # a head that says which one it is
        return Head(((np.zeros((len(labels), 1), np.float32), told),), tuple(labels), 1.0, {})

    monkeypatch.setattr(danger_head, "fit_several", noted)
    table = Table(np.zeros((50, 1), np.float32), np.zeros(50, np.int64), np.arange(50))
    scored = held_out(table, np.arange(45, 50), 0).argmax(axis=1)
    assert set(scored.tolist()) == set(range(FOLDS))
    assert [row for row in range(50) if row in seen[scored[row]]] == []
    assert [len(rows) for rows in seen] == [50 - int((scored == fold).sum()) for fold in range(FOLDS)]


def test_the_powers_let_so_many_ordinary_turns_reach_the_guards_bars() -> None:
    random = np.random.default_rng(1)
    known, others = 500, 4000
    labels = np.concatenate([random.integers(1, 4, size=known), np.zeros(others, np.int64)])
    shares = np.zeros((known + others, LABELS), np.float32)
    danger = np.concatenate([random.beta(6, 1, size=known), random.beta(1, 12, size=others)])
    shares[:, 0] = 1 - danger
    shares[:, 3] = danger * random.random(len(danger))  # of level 3
    shares[:, 2] = danger - shares[:, 3]
    some, present, _ = powers(shares, labels, known)
    ordinary = 1 - shares[known:, 0]
    assert np.mean(ordinary**some >= detect.SOME) == pytest.approx(ASKED, abs=5e-4)
    assert np.mean(ordinary**present >= detect.PRESENT) == pytest.approx(STOPPED, abs=5e-4)

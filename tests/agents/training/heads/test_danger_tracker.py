"""The danger tracker's recipe: which messages are of one talk, that it learns, and that the guard reads it so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import save_file

from agents.training.common.run import Run
from agents.training.heads.crisis import Played, played
from agents.training.heads.danger_tracker import (
    HALVED,
    UNTOLD,
    Network,
    Table,
    believed,
    folded,
    learn,
    measured,
    scores,
    talks,
    train,
)
from bot.errors import ConfigError
from skills.care.danger_tracker import LEVELS, WIDTH, Belief, DangerTracker, marks
from skills.care.reply_selection import KINDS
from skills.care.state import Evidence
from skills.sizes import SMALL

WIDE, MANY = 12, 4000


@pytest.fixture
def table() -> Table:
    """The level is told by which of four numbers is greatest, the kind by what was told before."""
    rng = np.random.default_rng(2)
    levels, kinds = rng.integers(0, LEVELS, MANY), rng.integers(0, 3, MANY)
    read, before = rng.normal(size=(2, MANY, WIDE)).astype(np.float32)
    read[np.arange(MANY), levels] += 5
    before[np.arange(MANY), kinds] += 5
    heard = np.stack([marks("abuse", 3)] * MANY)
    return Table(read, before, heard, levels, np.where(levels > 0, kinds, UNTOLD), np.arange(MANY))


def test_messages_of_one_talk_are_one_group() -> None:
    assert talks([["a"], ["a", "b"], ["c"], ["b", "d"], ["e", "c"]]).tolist() == [0, 0, 1, 0, 1]


def test_levels_are_learnt_from_the_words_and_kinds_from_what_was_told_before(table: Table) -> None:
    found = scores(learn(table, seed=1), table)
    assert np.mean(found[:, :LEVELS].argmax(1) == table.levels) > 0.9
    told = table.kinds != UNTOLD
    assert np.mean(found[told, LEVELS:].argmax(1) == table.kinds[told]) > 0.9


def test_the_guard_believes_what_the_network_does(tmp_path: Path) -> None:
    torch.manual_seed(3)
    model, rng = Network(WIDE).eval(), np.random.default_rng(4)
    middle, spread = rng.normal(size=WIDE).astype(np.float32), rng.uniform(0.5, 2, WIDE).astype(np.float32)
    save_file(folded(model, middle, spread), tmp_path / "danger_tracker.safetensors")
    tracker = DangerTracker(tmp_path / "danger_tracker.safetensors", WIDE)
    first, second, last = rng.normal(size=(3, WIDE)).astype(np.float32)
    standard = [HALVED * (one - middle) / spread for one in (first, second, last)]
    mean = np.mean(standard[:2], axis=0)
    nothing = np.zeros(1, np.int64)
    row = Table(standard[2][None], mean[None], marks("abuse", 2)[None], nothing, nothing, nothing)
    (wanted,) = scores(model, row)
    evidence = Evidence().then(tracker.told(first).tolist()).then(tracker.told(second).tolist())
    found, expected = tracker.belief(last, evidence, "abuse", 2), believed(wanted)
    assert found.kinds.tolist() == pytest.approx(expected.kinds.tolist(), abs=0.01)
    assert found.levels.tolist() == pytest.approx(expected.levels.tolist(), abs=0.01)


def test_what_is_done_by_the_bars_is_counted() -> None:
    sure = np.eye(len(KINDS), dtype=np.float32)
    calm, less, urgent = np.eye(LEVELS, dtype=np.float32)[[0, 2, 3]]
    said = [
        Played("a", "", "none", "", 0, ("suicide", 3)),
        Played("b", "", "none", "abuse", 2, ("suicide", 3)),
        Played("c", "", "none", "suicide", 3, ("suicide", 3)),
        Played("d", "", "none", "suicide", 3, ("", 0)),
    ]
    beliefs = [
        Belief(sure[0], calm),
        Belief(sure[KINDS.index("abuse")], less),
        Belief(sure[0], less),
        Belief(sure[0], urgent),
    ]
    found = measured(beliefs, said)
    assert "kinds of 2: heard 0.500, believed 1.000; levels of 3: heard 0.333, believed 0.667" in found
    assert "3 of 3 at 3 are less (of 2), 1 of them wrongly" in found
    assert "1 calm, 1 rightly (of 1), 0 grave" in found


def test_it_is_made_for_the_base_encoder(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--size base"):
        train(Run(tmp_path, tmp_path, size=SMALL))


def test_what_was_said_before_is_told_oldest_first() -> None:
    rows = played()
    assert sum(bool(one.earlier) for one in rows) > 0.9 * len(rows)
    assert all(one.text not in one.earlier[-1:] or len(one.text) < 20 for one in rows)
    assert marks(*rows[0].heard).shape == (WIDTH,)

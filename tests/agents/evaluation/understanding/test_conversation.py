"""Figures of emotion in conversation, on features made up so that each part of the head tells something."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sklearn")
from agents.evaluation.understanding.conversation import VARIANTS, above, fresh, of_corpus
from agents.evaluation.understanding.single import Asked
from agents.training.common.fit import Settings
from agents.training.common.run import Run
from agents.training.heads import conversation as recipe
from agents.training.heads.conversation import BLOCKS, Blocks, Seen
from agents.training.heads.conversation_corpora import CORPORA, LABELS, Part


def made_up(talks: int, seed: int) -> tuple[Part, Blocks]:
    """Talks of four utterances; demonstrations tell joy from anger, words and vectors tell nothing."""
    random = np.random.default_rng(seed)
    labels = random.choice([1, 3], 4 * talks)
    nothing = {name: random.normal(0, 0.1, (4 * talks, 8)).astype(np.float32) for name in BLOCKS}
    told = {"demonstrations": 3 * np.eye(len(LABELS), dtype=np.float32)[labels]}
    return Part(("word",) * len(labels), np.arange(len(labels)) // 4, ("A", "B") * (2 * talks), labels), nothing | told


def test_each_part_of_the_head_is_weighed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipe, "SETTINGS", Settings(rate=5e-3, batch=32, epochs=12))
    (train, known), (asked, other) = made_up(80, 0), made_up(30, 1)
    seen = Seen(train, asked, (known, other), np.zeros(len(train.labels)))
    rows = {row.measure: row for row in of_corpus(Run(tmp_path, tmp_path, seed=1), CORPORA[0], seen)}
    first = rows["weighted F1"]
    assert first.shipped is not None
    assert first.shipped.value > 0.95
    beside = dict(first.beside)
    assert beside["always neutral"] == 0
    assert beside["without demonstrations"] < 0.8
    assert set(VARIANTS) < set(beside)
    gap = rows["weighted F1 above without demonstrations"].shipped
    assert gap is not None
    assert gap.low > 0.1
    assert gap.value == pytest.approx(first.shipped.value - beside["without demonstrations"])
    assert "COSMIC" in first.known
    assert "not in the package" in first.task


def test_a_talk_is_new_unless_half_of_it_was_learnt_from() -> None:
    long, other = "we shall be there at five", "nobody told me about it before"
    train = Part((long, "Yes."), np.array([1, 1]), ("A", "B"), np.array([0, 0]))
    asked = Part(
        (long, other, other, other, "Yes.", long, long),
        np.array([1, 1, 2, 2, 2, 3, 3]),
        tuple("ABABAAB"),
        np.zeros(7, int),
    )
    assert fresh(train, asked).tolist() == [False, False, True, True, True, False, False]


def test_a_gap_is_drawn_by_talks() -> None:
    truth = np.array([1, 1, 3, 3])
    asked = Asked("meld", truth, len(LABELS), np.array([0, 0, 1, 1]))
    found = above(CORPORA[0], asked, truth, np.array([1, 1, 1, 1]))
    assert found.low == 0  # the draw of the first talk alone
    assert found.high == 1

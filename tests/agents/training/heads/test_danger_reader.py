"""The danger reader's recipe: that rows held out make the powers, and that what it saves is read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from agents.training.common.fit import Ints
from agents.training.common.run import Run
from agents.training.heads import danger_reader, danger_reader_network
from agents.training.heads.danger_reader import ASKED, FOLDS, STOPPED, held_out, powers
from agents.training.heads.danger_reader_network import Pace, Row
from skills.care import guess
from skills.care.danger_classifier import LABELS, Utterance
from skills.care.danger_reader import DangerReader
from skills.encoder import shared_text_encoder
from skills.models.head import Floats
from skills.sizes import SMALL
from tests.skills.models.tiny import Tiny


class Told:
    """Stands for a learner: a network is the fold it was learnt without, and says so by its shares."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows, self.learnt = rows, list[set[str]]()

    def learn(self, kept: Ints, name: str) -> int:
        self.learnt.append({self.rows[place].group for place in kept})
        assert name == f"without-{len(self.learnt) - 1}"
        return len(self.learnt) - 1

    def shares(self, model: int, places: Ints) -> Floats:
        return np.tile(np.eye(LABELS, dtype=np.float32)[model], (len(places), 1))


def test_every_row_is_scored_by_a_network_that_did_not_learn_its_group() -> None:
    learner = Told([Row((f"{number}",), 0, f"group {number % 20}") for number in range(60)])
    scored = held_out(learner).argmax(1)  # type: ignore[arg-type]
    assert set(scored.tolist()) == set(range(FOLDS))
    assert [row for row, by in zip(learner.rows, scored, strict=True) if row.group in learner.learnt[by]] == []
    asked = [{row.group for row, by in zip(learner.rows, scored, strict=True) if by == fold} for fold in range(FOLDS)]
    assert [learnt | own for learnt, own in zip(learner.learnt, asked, strict=True)] == [
        {row.group for row in learner.rows}
    ] * FOLDS


def test_the_powers_let_at_most_so_many_ordinary_rows_reach_the_guards_bars() -> None:
    drawn = np.random.default_rng(1)
    known, others = 900, 4000
    labels = np.concatenate([drawn.integers(1, 4, size=known), np.zeros(others, np.int64)])
    danger = np.concatenate([drawn.beta(6, 1, size=known), drawn.beta(1, 12, size=others)])
    shares = np.zeros((known + others, LABELS), np.float32)
    shares[:, 0] = 1 - danger
    shares[:, 3] = danger * np.where(labels == 3, 0.7, 0.3) * drawn.random(len(danger))  # of level 3
    shares[:, 2] = danger - shares[:, 3]
    mixed = drawn.permutation(len(labels))  # ordinary rows stand anywhere
    shares, labels, calm_rows = shares[mixed], labels[mixed], (np.arange(len(labels)) >= known)[mixed]
    some, present, urgent = powers(shares, labels, calm_rows)
    reach = 1 - shares[calm_rows, 0]
    asked, stopped = np.mean(reach**some >= guess.SOME), np.mean(reach**present >= guess.PRESENT)
    assert asked == pytest.approx(ASKED, abs=5e-4)
    assert stopped == pytest.approx(STOPPED, abs=5e-4)
    grave = shares[:, 3] ** urgent >= guess.URGENT
    assert np.mean(~grave[labels == 3]) == pytest.approx(np.mean(grave[labels == 2]), abs=0.03)


@pytest.mark.parametrize("name", ["small", "base"])
def test_one_run_from_its_material_to_a_file_that_the_guard_reads(
    name: str, tmp_path: Path, tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One step of each network, over the real small encoder and a tiny base one."""
    size = SMALL if name == "small" else tiny.size
    rows = [Row((f"ab{'xyz'[at % 3]}", "cd"), at % LABELS, f"{at}", 1 + at % 2, at % LABELS == 0) for at in range(84)]
    monkeypatch.setattr(danger_reader, "material", lambda *_: {"some": rows[:40], "others": rows[40:]})
    monkeypatch.setattr(danger_reader_network, "PACE", Pace(epochs=1))
    run = Run(tmp_path, tmp_path, adapter="published", size=size, out=tmp_path / "out")
    danger_reader.train(run)
    (path,) = run.finish()
    held = load_file(path)
    assert {name: held[name].dtype for name in ("look", "weight", "bias", "powers")} == dict.fromkeys(
        ("look", "weight", "bias", "powers"), np.dtype(np.float16)
    )
    assert {tensor.dtype for name, tensor in held.items() if name.endswith((".a", ".b"))} == {np.dtype(np.int8)}
    assert sorted(one.name for one in (tmp_path / f"danger-{name}").glob("*/*")) == [
        "whole",
        *(f"without-{fold}" for fold in range(FOLDS)),
    ]
    reader = DangerReader(shared_text_encoder("published", size).text_encoder, path)
    (shares,) = reader.scored(reader.features([Utterance(np.zeros((1, 1), np.float32), "cd", ("abx",))]))
    assert shares.sum() == pytest.approx(1, abs=1e-5)
    assert all(np.isfinite(reader.powers))

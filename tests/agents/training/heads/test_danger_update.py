"""The danger reader's update: it goes on from the shipped weights, and keeps the mean and the powers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from safetensors.numpy import load_file

from agents.training.common.run import Run
from agents.training.heads import danger_reader, danger_update
from agents.training.heads.danger_reader_network import Learner, Network, Pace, Row
from agents.training.heads.danger_rows import answers, midtalk, turn_by_turn
from agents.training.heads.danger_update import LATE, aside, matched
from bot.errors import ConfigError
from skills.care.danger_classifier import LABELS
from skills.models.adapter import factors
from skills.sizes import SMALL
from tests.skills.models.tiny import Tiny

POWERS = np.array([0.5, 0.25, 2], np.float32)
ROWS = {
    "lines": [Row((f"ab{'xyz'[at % 3]}",), at % LABELS, f"{at}") for at in range(40)],
    "midtalk": [Row((f"cd{'xyz'[at % 3]}", "ef"), 0, f"{at}") for at in range(5)],
    "talks": [Row((f"ij{'xyz'[at % 3]}",), at % LABELS, f"writer c{at}") for at in range(12, 20)],
}
OF_LATE = [row for row in ROWS["talks"] if row.group in LATE]


@pytest.fixture
def run(tmp_path: Path, tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setattr(danger_update, "material", lambda *_: {name: [*rows] for name, rows in ROWS.items()})
    monkeypatch.setattr(danger_update, "REHEARSED", {"lines": 8, "talks": 2})
    monkeypatch.setattr(danger_update, "aside", lambda: [Row((f"gh {at}",), at % 4, f"{at}") for at in range(8)])
    return Run(tmp_path, tmp_path, adapter="published", size=tiny.size, out=tmp_path / "out")


@pytest.fixture
def shipped(run: Run, monkeypatch: pytest.MonkeyPatch) -> dict[str, NDArray[np.generic]]:
    """What the file holds that the update goes on from."""
    torch.manual_seed(4)
    model = Learner(run, ROWS["lines"]).network()
    for tensor in model.learning.values():
        torch.nn.init.normal_(tensor, std=0.05)
    danger_reader.save(run, model, POWERS)
    (path,) = run.finish()
    monkeypatch.setattr(danger_update, "find", lambda *_: path)
    return load_file(path)


def test_it_learns_the_new_rows_and_a_few_of_the_others_from_what_ships_on(
    run: Run, shipped: dict[str, NDArray[np.generic]], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = list[tuple[list[Row], dict[str, NDArray[np.float32]], Pace]]()

    def learn(own: Learner, kept: NDArray[np.int64], name: str, model: Network, pace: Pace) -> Network:
        """One away from where it began."""
        began = {key: tensor.detach().numpy().copy() for key, tensor in model.learning.items()}
        seen.append(([own.rows[place] for place in kept], began, pace))
        with torch.no_grad():
            for tensor in model.learning.values():
                tensor.add_(1)
        return model

    monkeypatch.setattr(Learner, "learn", learn)
    danger_update.train(run)
    (path,) = run.finish()
    ((rows, began, pace),) = seen
    assert [row for row in rows if row in ROWS["midtalk"]] == ROWS["midtalk"]
    assert [row for row in rows if row in OF_LATE] == OF_LATE
    assert len(rows) == len(ROWS["midtalk"]) + 8 + len(OF_LATE) + 2
    assert pace == danger_update.PACE
    before, after = factors(shipped), load_file(path)
    for name, tensor in began.items():
        assert np.allclose(tensor, before[name]), name
        assert np.allclose(factors(after)[name], before[name] + danger_update.AFTER, atol=0.02), name
    assert after["powers"][2] == POWERS[2]
    assert np.isfinite(after["powers"]).all()


def test_a_run_is_gone_on_with_for_the_same_file_alone(run: Run, shipped: dict[str, NDArray[np.generic]]) -> None:
    danger_update.train(run)
    (path,) = run.finish()  # from now on this is what ships
    again = load_file(path)
    danger_update.train(run)
    run.finish()
    assert len([*run.checkpoints.glob("danger-*/*/update-*")]) == 2
    assert not np.array_equal(load_file(path)["bias"], again["bias"])
    assert not np.array_equal(again["bias"], shipped["bias"])


def test_the_powers_let_as_much_danger_reach_the_bars_as_before() -> None:
    rng = np.random.default_rng(2)
    levels = np.repeat(np.arange(4), 100)
    before, after = np.zeros((2, 400, LABELS), np.float32)
    sure = np.clip(0.25 * levels + rng.random(400), 0.01, 0.99)
    for shares, said in ((before, sure), (after, sure**0.5)):  # the second is surer of everything
        shares[np.arange(400), np.maximum(levels, 1)] = said
        shares[:, 0] = 1 - said
    powers = matched(before, after, levels, np.array([0.3, 0.6, 0.7], np.float32))
    assert powers == pytest.approx([0.6, 1.2, 0.7], abs=0.02)


def test_what_measures_is_not_learnt() -> None:
    learnt = {row.texts for part in (turn_by_turn(), midtalk(), answers()) for row in part}
    assert len(aside()) > 1000
    assert learnt.isdisjoint({row.texts for row in aside()})


def test_over_the_small_encoder_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="attune train danger --size small"):
        danger_update.train(Run(tmp_path, tmp_path, size=SMALL))

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from agents.training.common.run import Run
from agents.training.heads.specialist import Examples, Recipe, batches, learn, loss, save, scores, trained
from skills.models.encoder import Words

RECIPE = Recipe(rank=2, epochs=6, batch=16, peak=1e-3, head=2e-2)
SAID = ("the sea is calm {}", "my car broke down {}")


def made(count: int = 48) -> Examples:
    words = Words()
    texts = [SAID[row % 2].format(row) for row in range(count)]
    return Examples([words.utterance(text) for text in texts], np.eye(2, dtype=np.float32)[np.arange(count) % 2])


def test_it_learns_to_tell_labels_apart_and_its_file_is_read_back(tmp_path: Path) -> None:
    run, examples = Run(tmp_path, tmp_path, adapter="published", out=tmp_path), made()
    model = learn(run, examples, RECIPE)
    found = scores(model, examples.sequences)
    assert (found.argmax(axis=1) == examples.marks.argmax(axis=1)).all()
    assert trained(run, "calm", 2, RECIPE) is None
    save(run, "calm", model)
    run.finish()
    again = trained(run, "calm", 2, RECIPE)
    assert again is not None
    assert np.abs(scores(again, examples.sequences) - found).max() < 0.1


def test_a_run_ends_when_its_time_is_over(tmp_path: Path) -> None:
    run = Run(tmp_path, tmp_path, adapter="published", out=tmp_path)
    model = learn(run, made(32), Recipe(rank=2, seconds=1e-6))
    assert all(not value.any() for name, value in model.own().items() if name.endswith(".b"))


def test_one_label_and_several_have_losses_of_their_own() -> None:
    found, marks = torch.tensor([[2.0, 0.0]]), torch.tensor([[1.0, 0.0]])
    one = loss(found, marks, Recipe(smoothing=0.0))
    several = loss(found, marks, Recipe(several=True))
    assert one.item() == pytest.approx(np.log(1 + np.exp(-2)))
    assert several.item() == pytest.approx((np.log(1 + np.exp(-2)) + np.log(2)) / 2)


def test_an_epoch_shows_every_sequence_once_but_for_what_is_left_over() -> None:
    found = list(batches(made(50), Recipe(epochs=2, batch=16), seed=1))
    assert [len(rows) for rows in found] == [16] * 6
    assert len({row for rows in found[:3] for row in rows}) == 48

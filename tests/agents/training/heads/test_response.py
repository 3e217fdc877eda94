from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from agents.training.common.run import Run
from agents.training.common.token_states import States
from agents.training.heads import response
from agents.training.heads.response import LABELS, Known, Predictor, Recipe, learn, scores
from skills.sizes import BASE, SMALL


def made(count: int = 200, seed: int = 0, noise: float = 1.0, width: int = SMALL.width) -> Known:
    """Contexts of random states, from one to five tokens; a reply's label is the one after that of the last words."""
    rng = np.random.default_rng(seed)
    starts = np.cumsum([0, *rng.integers(1, 6, count)])
    states = States(
        (noise / 20 * rng.normal(size=(count, width))).astype(np.float32),
        (noise * rng.normal(size=(starts[-1], width))).astype(np.float16),
        starts,
    )
    last = rng.integers(0, 5, count)
    speakers = rng.integers(0, 2, starts[-1]).astype(bool)
    return Known(states, speakers, np.eye(LABELS)[last], last + 1, np.arange(count) // 2)


def test_it_is_as_wide_as_the_encoder(tmp_path: Path) -> None:
    known = made(40, width=64)
    run = Run(tmp_path, tmp_path, size=replace(BASE, width=64), out=tmp_path)
    response.save(learn(known, Recipe(epochs=1), seed=1), run, tuple(f"l{n}" for n in range(LABELS)))
    run.finish()
    assert response.load(tmp_path, run.size).scores(known).shape == (40, LABELS)


def network() -> Predictor:
    torch.manual_seed(0)
    return Predictor(SMALL.width).eval()


def test_neighbours_in_a_batch_change_nothing() -> None:
    known, model = made(20), network()
    together = scores(model, known, np.arange(20))
    alone = np.concatenate([scores(model, known, np.array([row])) for row in range(20)])
    assert np.abs(together - alone).max() < 1e-5


def test_it_matters_who_said_it_and_one_may_be_silent() -> None:
    known, model = made(20), network()
    tokens, _, real, vectors, last = known.batch(np.arange(20))
    mine, theirs = (model(tokens, torch.full_like(real, own), real, vectors, last) for own in (False, True))
    assert torch.isfinite(mine).all()
    assert (mine - theirs).abs().max() > 0.01


def test_it_learns_what_follows_and_its_file_is_read_back(tmp_path: Path) -> None:
    known, new = made(400, noise=0.05), made(100, seed=5, noise=0.05)
    found = learn(known, Recipe(epochs=12, rate=3e-3), seed=1)
    assert (found.guesses(found.scores(new)) == new.labels).mean() > 0.9
    assert found.balance.shape == (LABELS,)
    run = Run(tmp_path, tmp_path, out=tmp_path)
    response.save(found, run, tuple(f"l{n}" for n in range(LABELS)))
    run.finish()
    again = response.load(tmp_path)
    assert np.abs(again.scores(known) - found.scores(known)).max() < 0.05
    assert again.temperature == found.temperature

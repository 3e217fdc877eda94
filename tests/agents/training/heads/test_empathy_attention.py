"""Reading levels from token states: what counts is found wherever it stands, padding never counts."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from agents.training.common.token_states import States
from agents.training.heads import empathy_attention as attention
from agents.training.heads.empathy_attention import Attention


def made(rows: int) -> tuple[States, np.ndarray]:
    """One token among noise tells the reply's levels: the first number of its state stands for all three kinds."""
    random = np.random.default_rng(0)
    levels, lengths = random.integers(0, 2, rows) * 2, random.integers(2, 9, rows)
    starts = np.cumsum([0, *lengths])
    tokens = random.normal(0, 0.3, (starts[-1], 384)).astype(np.float16)
    tokens[starts[:-1] + random.integers(0, lengths), 0] = np.where(levels > 0, 6, -6)
    return States(np.zeros((rows, 384), np.float32), tokens, starts), np.tile(levels[:, None], (1, 3))


def test_one_telling_token_is_found_wherever_it_stands() -> None:
    replies, levels = made(160)
    kept, asked = np.arange(128), np.arange(128, 160)
    model, temperatures = attention.fit(replies, levels, np.arange(160), kept, 0)
    assert temperatures.shape == (3,)
    found = attention.scores(model, replies, asked).argmax(axis=2)
    assert (found == levels[asked]).mean() > 0.95


def test_padding_and_company_change_nothing() -> None:
    torch.manual_seed(0)
    model, (replies, _) = Attention(384), made(12)
    together = attention.scores(model, replies, np.arange(12))
    alone = np.concatenate([attention.scores(model, replies, np.array([row])) for row in range(12)])
    assert together == pytest.approx(alone, abs=1e-4)
    assert np.ptp(together, axis=0).min() > 1e-4

"""Every kept row once a pass, and a rate that rises and falls."""

from __future__ import annotations

import numpy as np
import pytest

from agents.training.common.batches import batches, schedule


def test_the_rate_rises_then_falls() -> None:
    rates = [schedule(step, 100) for step in range(100)]
    assert int(np.argmax(rates)) == 5
    assert rates == sorted(rates[:6]) + sorted(rates[6:], reverse=True)
    assert rates[-1] == pytest.approx(0.02)


def test_a_pass_shows_every_kept_row_once_among_those_of_its_length() -> None:
    lengths, kept = np.arange(0, 400, 10), np.arange(1, 40, 2)
    cut = batches(lengths, kept, 4, np.random.default_rng(0))
    assert sorted(row for batch in cut for row in batch) == kept.tolist()
    assert [len(batch) for batch in cut] == [4] * 5
    assert max(int(np.ptp(lengths[batch])) for batch in cut) == 60

import random
from pathlib import Path

import pytest
import torch

from agents.training.common import checkpoint
from agents.training.encoder import Batch, bucketed, past_features, schedule
from bot.dialog import STRATEGIES
from skills.models.encoder import Tokens


def single(length: int) -> Batch:
    tokens = Tokens((1,) * length, (0,) * length)
    return Batch("replies", [tokens], [tokens], torch.tensor([length]), torch.tensor([[float(length)]]))


def test_batches_hold_similar_lengths_and_keep_rows_together() -> None:
    singles = [single(length) for length in random.Random(0).sample(range(1, 101), 100)]
    batches = list(bucketed(singles, 10, random.Random(1)))
    assert len(batches) == 10
    for batch in batches:
        lengths = [len(tokens.ids) for tokens in batch.first]
        assert max(lengths) - min(lengths) < 20
        assert batch.labels.tolist() == lengths == batch.extra[:, 0].tolist()
        assert batch.first == batch.second


def test_the_rate_warms_up_and_runs_out() -> None:
    shares = [schedule(step, 1000) for step in range(1000)]
    assert shares[0] == pytest.approx(0.01)
    assert max(shares) == pytest.approx(1.0, abs=0.01)
    assert shares[99] > shares[500] > shares[999] > 0


def test_past_strategies_become_features() -> None:
    seen = past_features(["Question", "Others"], 10)
    assert seen[STRATEGIES.index("Others")] == 1
    assert seen[8 + STRATEGIES.index("Question")] == pytest.approx(0.693, abs=1e-3)
    assert seen[-2:] == [0.5, 0.0]


def steps(parameter: torch.nn.Parameter, optimizer: torch.optim.Optimizer, count: int) -> None:
    for _ in range(count):
        loss = (parameter - 3).pow(2).sum()
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()


def test_a_resumed_run_ends_where_an_unbroken_one_does(tmp_path: Path) -> None:
    whole = torch.nn.Parameter(torch.zeros(2))
    steps(whole, torch.optim.AdamW([whole], lr=0.1), 10)
    first = torch.nn.Parameter(torch.zeros(2))
    optimizer = torch.optim.AdamW([first], lr=0.1)
    steps(first, optimizer, 6)
    checkpoint.save(tmp_path, 6, {"p": first}, optimizer)
    second = torch.nn.Parameter(torch.zeros(2))
    again = torch.optim.AdamW([second], lr=0.1)
    assert checkpoint.resume(tmp_path, {"p": second}, again) == 6
    steps(second, again, 4)
    assert torch.equal(whole, second)
    assert checkpoint.resume(tmp_path / "elsewhere", {"p": second}, again) == 0

"""A run that goes on from its checkpoint ends where an unbroken one does."""

from __future__ import annotations

from pathlib import Path

import torch

from agents.training.common import checkpoint


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

"""Lower states: made once, gone on with where a run was stopped, and the same as the network makes of a batch."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from agents.training.encoder import lower_states as module
from agents.training.encoder.lower_states import LowerStates, lower_states
from agents.training.encoder.network import Lower, load
from skills.models.encoder import Tokens
from tests.agents.training.encoder.sizes import TINY, drawn

SEQUENCES = [Tokens(tuple(range(1, 2 + length)), (0,) * (1 + length)) for length in (3, 9, 1, 6, 4, 2, 8)]


@pytest.fixture
def lower() -> Lower:
    return load(TINY, drawn(TINY), torch.float32)[0]


def values(states: LowerStates) -> torch.Tensor:
    return torch.from_numpy(np.array(states.held)).view(torch.bfloat16).float()


def test_they_are_what_the_layers_make_of_each_alone(lower: Lower, tmp_path: Path) -> None:
    states = lower_states(lower, SEQUENCES, tmp_path)
    for row, tokens in enumerate(SEQUENCES):
        ids = torch.tensor([tokens.ids])
        alone = lower(ids, torch.zeros_like(ids), torch.ones_like(ids, dtype=torch.bool))[0]
        assert torch.allclose(values(states)[states.starts[row] : states.starts[row + 1]], alone, atol=2e-2)


def test_a_batch_holds_the_tokens_that_are_kept_with_their_places(lower: Lower, tmp_path: Path) -> None:
    states = lower_states(lower, SEQUENCES, tmp_path)
    batch = states.batch([1, 3], [np.array([0, 4, 9]), np.array([0, 2])])
    assert batch.places.tolist() == [[0, 4, 9], [0, 2, 0]]
    assert batch.real.tolist() == [[True] * 3, [True, True, False]]
    assert torch.equal(batch.states[0, 1].float(), values(states)[states.starts[1] + 4])


def test_a_run_that_was_stopped_goes_on_with_its_last_chunk(
    lower: Lower, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CHUNK", 2)
    whole = lower_states(lower, SEQUENCES, tmp_path / "whole")
    read, calls = module.states_of, list[int]()

    def counted(own: Lower, chunk: list[Tokens]) -> module.Bits:
        if len(calls) == 2:
            raise KeyboardInterrupt
        calls.append(len(chunk))
        return read(own, chunk)

    with monkeypatch.context() as stopped:
        stopped.setattr(module, "states_of", counted)
        with pytest.raises(KeyboardInterrupt):
            lower_states(lower, SEQUENCES, tmp_path / "parts")
    assert [path.suffix for path in (tmp_path / "parts").iterdir()] == [".part"]
    again: list[int] = []

    def noted(own: Lower, chunk: list[Tokens]) -> module.Bits:
        again.append(len(chunk))
        return read(own, chunk)

    monkeypatch.setattr(module, "states_of", noted)
    assert np.array_equal(lower_states(lower, SEQUENCES, tmp_path / "parts").held, whole.held)
    assert again == [2, 1], "two chunks of two were there"
    assert lower_states(lower, SEQUENCES, tmp_path / "parts").held.shape == whole.held.shape
    assert again == [2, 1], "what is there is not made again"

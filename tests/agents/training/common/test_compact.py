"""Changes made small, and read back by the network that they change."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from agents.training.common.compact import compact, in_eight_bits, in_two_bits, low_rank
from skills.models.adapter import factors, merged
from skills.models.served import network
from skills.models.transformer import ADAPTED
from skills.sizes import SMALL


def of_rank(rank: int, rows: int = 24, columns: int = 16) -> torch.Tensor:
    torch.manual_seed(rank)
    return torch.randn(rows, rank) @ torch.randn(rank, columns)


def read(held: dict[str, np.ndarray]) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(array) for name, array in factors(held).items()}


def test_a_low_rank_change_is_cut_to_what_it_is() -> None:
    """Cut to its own rank it is whole, cut to less it is the nearest."""
    change = of_rank(8)
    found = low_rank({"w": change}, 8)
    again = 2 * torch.from_numpy(found["w.b"]) @ torch.from_numpy(found["w.a"])
    assert torch.allclose(again, change, atol=1e-4)
    less = low_rank({"w": change}, 3)
    rest = change - 2 * torch.from_numpy(less["w.b"]) @ torch.from_numpy(less["w.a"])
    assert float(rest.norm()) == pytest.approx(float(torch.linalg.svdvals(change)[3:].norm()), rel=1e-3)


def linear_weights(tensors: dict[str, np.ndarray]) -> dict[str, torch.Tensor]:
    """The weights of the layers' linear maps, named as adapters name them."""
    return {
        name.removesuffix(".weight"): torch.from_numpy(array)
        for name, array in tensors.items()
        if name.startswith("layers.") and name.split(".")[2] in ADAPTED and name.endswith(".weight")
    }


def test_what_is_cut_can_be_merged() -> None:
    torch.manual_seed(0)
    plain = network(SMALL, None)
    changes = {name: 0.01 * torch.randn(weight.shape) for name, weight in linear_weights(plain).items()}
    changed = linear_weights(merged(plain, low_rank(changes, 384)))
    for name, weight in linear_weights(plain).items():
        assert torch.allclose(changed[name], weight + changes[name], atol=1e-5)


def test_a_compact_change_is_merged_nearly_whole() -> None:
    """A strong change of rank 8 and a weak one spread out: of the weak one's squares an eighth is lost."""
    plain = network(SMALL, None)
    changes: dict[str, torch.Tensor] = {}
    for name, weight in linear_weights(plain).items():
        torch.manual_seed(len(changes))
        strong = torch.randn(len(weight), 8) @ torch.randn(8, weight.shape[1])
        changes[name] = 0.02 * strong + 0.005 * torch.randn(weight.shape)
    held = compact(changes, 8)
    changed = linear_weights(merged(plain, held))
    for name, weight in linear_weights(plain).items():
        wrong = changed[name] - weight - changes[name]
        assert float(wrong.pow(2).mean()) / 0.005**2 < 0.16
    assert sum(array.nbytes for array in held.values()) < 0.4 * sum(change.nbytes for change in changes.values()) / 4


def test_eight_bits_keep_each_number_within_half_a_step() -> None:
    name = "layers.0.qkv.a"
    array = np.random.default_rng(0).normal(size=(3, 8)).astype(np.float32) * np.array([[1], [0.01], [0]], np.float32)
    held = in_eight_bits({name: array})
    assert held[name].dtype == np.int8
    steps = np.abs(array).max(axis=1) / 127
    assert (np.abs(read(held)[name].numpy() - array) <= 0.51 * steps[:, None] + 1e-6).all()


def test_two_bits_lose_an_eighth_of_what_is_normal() -> None:
    """The least distortion of a normal distribution in four even steps is .1188 (Max 1960, Table 2)."""
    array = np.random.default_rng(1).normal(size=(8, 4096)).astype(np.float32) * np.arange(1, 9)[:, None]
    held = in_two_bits({"w": torch.from_numpy(array.astype(np.float32))})
    assert held["w.rest"].shape == (8, 1024)
    assert held["w.rest"].dtype == np.uint8
    wrong = read(held)["w.rest"].numpy() - array
    assert wrong.var(axis=1) / array.var(axis=1) == pytest.approx(np.full(8, 0.1188), abs=0.006)


@given(st.lists(st.integers(0, 3), min_size=8, max_size=8), st.floats(0.125, 8))
def test_what_is_on_the_steps_comes_back_as_it_was(levels: list[int], step: float) -> None:
    row = torch.tensor([0, 3, 1, 2, *levels], dtype=torch.float32) - 1.5
    codes = torch.tensor([[0 | 3 << 2 | 1 << 4 | 2 << 6, *packed(levels)]], dtype=torch.uint8)
    found = read({"w.rest": codes.numpy(), "w.rest.steps": np.array([step], np.float32)})["w.rest"]
    assert torch.equal(found, (row * torch.tensor(step))[None])


def packed(levels: list[int]) -> list[int]:
    return [sum(level << 2 * place for place, level in enumerate(levels[start : start + 4])) for start in (0, 4)]


def test_a_row_of_nothing_stays_next_to_nothing() -> None:
    held = in_two_bits({"w": torch.zeros(2, 8)})
    assert read(held)["w.rest"].abs().max() == 0

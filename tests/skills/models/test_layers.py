import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from skills.models.layers import UNSEEN, Floats, Layers, unseen_past
from skills.models.served import network
from skills.sizes import SMALL

WIDTH, HEADS = SMALL.width, SMALL.heads


@pytest.fixture(scope="module")
def layer() -> Layers:
    return Layers(network(SMALL, None), [2], SMALL)


@pytest.fixture
def states() -> Floats:
    return np.random.default_rng(0).normal(size=(2, 5, WIDTH)).astype(np.float32)


def by_hand(tensors: dict[str, NDArray[Any]], states: Floats, bias: Floats) -> NDArray[Any]:
    """One layer for one sequence, as the paper has it: states (t, d), bias (h or 1, t, t)."""

    def of(part: str, x: NDArray[Any]) -> NDArray[Any]:
        made: NDArray[Any] = x @ tensors[f"layers.2.{part}.weight"].T + tensors[f"layers.2.{part}.bias"]
        return made

    def normal(part: str, x: NDArray[Any]) -> NDArray[Any]:
        x = (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True)
        scaled: NDArray[Any] = x * tensors[f"layers.2.{part}.weight"] + tensors[f"layers.2.{part}.bias"]
        return scaled

    query, key, value = np.split(of("qkv", states), 3, axis=1)
    size = WIDTH // HEADS
    seen = np.zeros_like(states)
    for head in range(HEADS):
        cut = slice(head * size, (head + 1) * size)
        heed = np.exp(query[:, cut] @ key[:, cut].T / size**0.5 + bias[head % len(bias)])
        seen[:, cut] = heed / heed.sum(1, keepdims=True) @ value[:, cut]
    middle = normal("norm_attention", states + of("out", seen))
    inner = of("up", middle)
    bell = np.array([[math.erf(number / 2**0.5) for number in row] for row in inner], np.float32)
    return normal("norm_output", middle + of("down", inner * (1 + bell) / 2))


def test_a_layer_computes_what_the_paper_has(layer: Layers, states: Floats) -> None:
    tensors = network(SMALL, None)
    bias = np.random.default_rng(1).normal(size=(1, HEADS, 5, 5)).astype(np.float32)
    found = layer(states, bias)
    for row, own in zip(found, states, strict=True):
        assert row == pytest.approx(by_hand(tensors, own, bias[0]), abs=2e-4)


def test_what_is_past_a_sequence_is_not_seen(layer: Layers, states: Floats) -> None:
    alone = layer(states[:1, :3], unseen_past([3]))
    states[0, 3:] = 100
    assert layer(states, unseen_past([3, 5]))[0, :3] == pytest.approx(alone[0], abs=1e-5)


def test_layers_are_one_after_the_other(layer: Layers, states: Floats) -> None:
    tensors, bias = network(SMALL, None), unseen_past([5, 5])
    both = Layers(tensors, [2, 3], SMALL)
    assert both(states, bias) == pytest.approx(Layers(tensors, [3], SMALL)(layer(states, bias), bias), abs=1e-5)


def test_the_bias_of_lengths() -> None:
    found = unseen_past([1, 2])
    assert found.shape == (2, 1, 2, 2)
    assert found[0, 0].tolist() == [[0, UNSEEN]] * 2
    assert not found[1].any()

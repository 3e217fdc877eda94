from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from skills.models.adapter import factors, merged


def test_a_change_is_added_to_the_maps_it_names_and_to_nothing_else() -> None:
    weight, other = np.eye(2, dtype=np.float32), np.ones(2, np.float32)
    a, b = np.array([[1, 2]], np.float16), np.array([[3], [4]], np.float16)
    found = merged({"map.weight": weight, "map.bias": other}, {"map.a": a, "map.b": b})
    assert found["map.weight"].tolist() == [[1 + 6, 12], [8, 1 + 16]]
    assert found["map.bias"] is other
    assert weight.tolist() == [[1, 0], [0, 1]]


def test_a_rest_is_added_too() -> None:
    held: dict[str, NDArray[Any]] = {
        "map.a": np.zeros((1, 4), np.float32),
        "map.b": np.zeros((2, 1), np.float32),
        "map.rest": np.array([[0 | 1 << 2 | 2 << 4 | 3 << 6]] * 2, np.uint8),
        "map.rest.steps": np.array([1, 2], np.float16),
    }
    found = merged({"map.weight": np.zeros((2, 4), np.float32)}, held)
    assert found["map.weight"].tolist() == [[-1.5, -0.5, 0.5, 1.5], [-3, -1, 1, 3]]


def test_factors_in_eight_bits_have_a_step_for_each_direction() -> None:
    held: dict[str, NDArray[Any]] = {
        "map.a": np.array([[1, 2], [3, 4]], np.int8),
        "map.a.steps": np.array([0.5, 2], np.float16),
        "map.b": np.array([[1, 2], [3, 4]], np.int8),
        "map.b.steps": np.array([0.5, 2], np.float16),
        "beside": np.array([7], np.float16),
    }
    found = factors(held)
    assert found["map.a"].tolist() == [[0.5, 1], [6, 8]]
    assert found["map.b"].tolist() == [[0.5, 4], [1.5, 8]]
    assert found["beside"].dtype == np.float32
    assert set(found) == {"map.a", "map.b", "beside"}


def test_a_change_of_a_map_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError, match="other"):
        merged({}, {"other.a": np.zeros((1, 1)), "other.b": np.zeros((1, 1))})

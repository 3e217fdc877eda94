import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skills.models import bert
from skills.models.encoder import network


@pytest.fixture(scope="module")
def model() -> bert.Bert:
    return bert.Bert(network(None))


SHORT, LONG = ((101, 3000, 102), (0, 0, 1)), ((101, 2000, 2001, 2002, 102), (0, 0, 0, 1, 1))


def test_company_in_a_batch_changes_nothing(model: bert.Bert) -> None:
    vectors, states = model.tapped([SHORT, LONG, LONG])
    alone, own = model.tapped([SHORT])
    assert vectors[0] == pytest.approx(alone[0], abs=1e-6)
    assert states[0] == pytest.approx(own[0], abs=1e-4)
    assert [state.shape for state in states] == [(3, bert.WIDTH), (5, bert.WIDTH), (5, bert.WIDTH)]
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(3), abs=1e-6)


def test_no_sequences_are_no_vectors(model: bert.Bert) -> None:
    vectors, states = model.tapped([])
    assert (vectors.shape, states) == ((0, bert.WIDTH), [])


@given(st.lists(st.integers(1, 128), max_size=40))
def test_a_batch_is_parted_so_that_little_of_a_part_is_padding(lengths: list[int]) -> None:
    parts = bert.parted(lengths)
    assert sorted(row for part in parts for row in part) == list(range(len(lengths)))
    for part in parts:
        own = [lengths[row] for row in part]
        assert sum(own) >= (1 - bert.PADDING) * max(own) * len(own)


def test_like_lengths_are_read_together() -> None:
    assert bert.parted([7, 30, 7, 29, 8]) == [[1, 3], [4, 0, 2]]


def test_names_are_brought_to_ours_and_back() -> None:
    tensors = network(None)
    assert tensors["layers.5.qkv.weight"].shape == (3 * bert.WIDTH, bert.WIDTH)
    theirs = bert.published(tensors)
    again = bert.rename(theirs)
    assert set(again) == set(tensors)
    assert all(np.array_equal(again[name], tensor) for name, tensor in tensors.items())
    assert "encoder.layer.5.attention.self.value.weight" in theirs


def test_the_layers_above_are_numbered_from_nought() -> None:
    tensors = network(None)
    found = bert.above(tensors, bert.TAP)
    assert {name.split(".")[1] for name in found} == {"0", "1"}
    assert found["layers.0.up.weight"] is tensors["layers.4.up.weight"]
    assert len(found) == 2 * 12

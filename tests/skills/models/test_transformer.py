import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from skills.models import transformer
from skills.models.encoder import TextEncoder, Words
from skills.models.served import network, served
from skills.models.transformer import Transformer
from skills.sizes import BASE, SIZES, SMALL, Size
from tests.skills.models.tiny import Tiny

SHORT, LONG = ((0, 30, 2), (0, 0, 1)), ((0, 20, 21, 22, 2), (0, 0, 0, 1, 1))
WORDS = "i have not slept since the letter came and nobody at home knows what it said or how much we owe them now "


@pytest.fixture(params=["small", "base"])
def size(request: pytest.FixtureRequest, tiny: Tiny) -> Size:
    """Both kinds of network, that of the base size a tiny one."""
    return SIZES[request.param]


@pytest.mark.parametrize("form", ["full precision", "served"])
def test_company_in_a_batch_changes_nothing(size: Size, form: str) -> None:
    with served(size, None) as tensors:
        model = Transformer(size, tensors if form == "served" else network(size, None))
    vectors, states = model.tapped([SHORT, LONG, LONG])
    alone, own = model.tapped([SHORT])
    assert vectors[0] == pytest.approx(alone[0], abs=1e-5)
    assert states[0] == pytest.approx(own[0], abs=1e-4)
    assert [state.shape for state in states] == [(3, size.width), (5, size.width), (5, size.width)]
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(3), abs=1e-6)


def test_no_sequences_are_no_vectors(size: Size) -> None:
    vectors, states = TextEncoder(None, size).tapped([])
    assert (vectors.shape, states) == ((0, size.width), [])


@pytest.mark.parametrize("length", [1, 9, 30, 128])
def test_the_base_network_computes_what_transformers_does(tiny: Tiny, length: int) -> None:
    tokens = Words(tiny.size).utterance((WORDS * 2)[: 4 * length], limit=length)
    model = Transformer(tiny.size, network(tiny.size, None))
    vectors, states = model.tapped([(tokens.ids, tokens.speakers), SHORT])
    with torch.inference_mode():
        found = tiny.network(torch.tensor([tokens.ids]), output_hidden_states=True)
    vector = found.last_hidden_state[0].mean(0)
    assert states[0] == pytest.approx(found.hidden_states[tiny.size.tap][0].numpy(), abs=1e-4)
    assert vectors[0] == pytest.approx((vector / vector.norm()).numpy(), abs=1e-4)


def test_eight_bits_change_little(tiny: Tiny) -> None:
    texts = [WORDS[:end] for end in range(2, len(WORDS), 5)]
    brief = TextEncoder(None, tiny.size)
    read = [brief.words.utterance(text) for text in texts]
    full = Transformer(tiny.size, network(tiny.size, None)).tapped([(own.ids, own.speakers) for own in read])[0]
    cosines = (full * brief.texts(texts)).sum(1)
    assert cosines.mean() >= 0.998
    assert cosines.min() < 1 - 1e-6  # whole numbers it is


def test_the_base_model_s_meaning_is_near_and_far_where_it_was() -> None:
    encoder = TextEncoder(None, BASE)
    job, fired, day = encoder.texts(["I lost my job", "i got fired", "what a lovely day"])
    assert job @ fired == pytest.approx(0.746, abs=0.01)
    assert job @ day == pytest.approx(0.160, abs=0.01)


@given(st.lists(st.integers(1, 128), max_size=40))
def test_a_batch_is_parted_so_that_little_of_a_part_is_padding(lengths: list[int]) -> None:
    parts = transformer.parted(lengths)
    assert sorted(row for part in parts for row in part) == list(range(len(lengths)))
    for part in parts:
        own = [lengths[row] for row in part]
        assert sum(own) >= (1 - transformer.PADDING) * max(own) * len(own)


def test_like_lengths_are_read_together() -> None:
    assert transformer.parted([7, 30, 7, 29, 8]) == [[1, 3], [4, 0, 2]]


def test_names_are_brought_to_ours_and_back(size: Size) -> None:
    tensors = network(size, None)
    assert tensors["layers.3.qkv.weight"].shape == (3 * size.width, size.width)
    theirs = transformer.published(size, tensors)
    again = transformer.rename(size, theirs.__getitem__)
    assert set(again) == set(tensors)
    assert all(np.array_equal(again[name], tensor) for name, tensor in tensors.items())
    value = {"small": "attention.self.value", "base": "attention.attn.v"}[size.name]
    assert f"encoder.layer.3.{value}.weight" in theirs


def test_the_layers_above_are_numbered_from_nought() -> None:
    tensors = network(SMALL, None)
    found = transformer.above(tensors, SMALL.tap)
    assert {name.split(".")[1] for name in found} == {"0", "1"}
    assert found["layers.0.up.weight"] is tensors["layers.4.up.weight"]
    assert len(found) == 2 * 12

"""The encoder in PyTorch is the one that the bot runs, cut in two."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from agents.training.encoder.network import buckets, load
from skills.models.transformer import Transformer
from skills.sizes import Size
from tests.agents.training.encoder.sizes import TINY, TINY_BERT, drawn

SEQUENCES = [([0, 5, 9, 2, 7, 2], [0, 0, 0, 0, 1, 1]), ([0, 4, 2], [1, 1, 1]), ([0, *range(5, 35), 2], [0] * 32)]


@pytest.mark.parametrize("size", [TINY, TINY_BERT], ids=["relative places", "speakers at the bottom"])
def test_both_parts_one_after_the_other_are_the_bots_encoder(size: Size) -> None:
    tensors = drawn(size)
    if not size.speakers:
        tensors["speakers"] = np.random.default_rng(1).normal(size=(2, size.width)).astype(np.float32)
    wanted, _ = Transformer(size, tensors).tapped(SEQUENCES)
    lower, upper = load(size, tensors, torch.float32)
    ids, speakers, real = (torch.zeros(3, 32, dtype=kind) for kind in (torch.long, torch.long, torch.bool))
    for row, (own, said) in enumerate(SEQUENCES):
        ids[row, : len(own)], speakers[row, : len(own)], real[row, : len(own)] = (
            torch.tensor(own),
            torch.tensor(said),
            True,
        )
    if upper.speakers is not None:
        upper.speakers.data.copy_(torch.from_numpy(tensors["speakers"]))
    places = torch.arange(32).expand_as(ids)
    with torch.inference_mode():
        found = upper(lower(ids, speakers, real), speakers, places, real)
    assert np.abs(found.numpy() - wanted).max() < 1e-5


def test_near_distances_have_buckets_of_their_own_and_far_ones_share() -> None:
    found = buckets(32)
    middle = len(found) // 2
    assert found[middle - 7 : middle + 8].tolist() == [7, 6, 5, 4, 3, 2, 1, 0, 17, 18, 19, 20, 21, 22, 23]
    assert found[0] == found[middle - 128] == 15
    assert found[-1] == found[middle + 128] == 31

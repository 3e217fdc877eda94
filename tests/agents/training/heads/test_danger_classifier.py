"""The classifier that learns and the one that the guard has."""

from __future__ import annotations

import pytest
import torch
from safetensors.numpy import load_file

from agents.training.heads.danger_classifier import fresh
from agents.training.network import adapt
from skills.care import danger_classifier
from skills.encoder import shared_text_encoder
from skills.models import tensors
from skills.models.adapter import factors

TEXTS = ["i keep slicing my arms open in the shower", "we had soup", "he shoved me into the wall again"]


def test_the_guards_classifier_finds_the_shares_of_the_network_that_learnt() -> None:
    encoder = shared_text_encoder().text_encoder
    held = factors(load_file(tensors.find(danger_classifier.NAME)))
    network = fresh(encoder).requires_grad_(False).eval()
    for name, parameter in adapt(network.stack, len(held["layers.0.up.a"])).items():
        parameter.data = torch.from_numpy(held.pop(name))
    own = {name: torch.from_numpy(array) for name, array in held.items()}
    assert not network.load_state_dict(own, strict=False).unexpected_keys
    for text in TEXTS:
        (states,) = encoder.tapped([encoder.words.utterance(text)])[1]
        numbers = danger_classifier.numbers_of(text)
        scores = network(
            torch.from_numpy(states)[None],
            torch.ones(1, len(states), dtype=torch.bool),
            torch.tensor(numbers),
            torch.zeros(1, dtype=torch.long),
            torch.tensor([float(len(numbers))]),
        )
        wanted = danger_classifier.judged(torch.softmax(scores[0], dim=0).detach().numpy())
        found = danger_classifier.estimate(danger_classifier.Utterance(states, text), danger_classifier.load())
        assert found.kind == wanted.kind
        assert (found.some, found.present, found.urgent) == pytest.approx(
            (wanted.some, wanted.present, wanted.urgent), abs=1e-4
        )

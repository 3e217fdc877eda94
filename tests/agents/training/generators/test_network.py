"""A generator's network: in halves as in one, as published until it learns, and an ensemble's vector in either."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch.nn import functional

from agents.training.generators.network import Generator, lower_states
from agents.training.generators.variants import Variant, variants
from agents.training.papers.joined import SIZES
from agents.training.writer import network
from tests.agents.training.generators.tiny import CHARACTERS, generator, network_of, shallow

BY_NAME = {variant.name: variant for variant in variants()}
PIECES = torch.randint(3, CHARACTERS, (3, 12), generator=torch.Generator().manual_seed(1))
SCORED = torch.zeros(3, 12, dtype=torch.bool)
SCORED[:, 7:] = True
NO_EMOTION = torch.full((3,), -1)


@pytest.fixture(autouse=True)
def _shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    shallow(monkeypatch)


def changed(name: str) -> Generator:
    """A variant that has learnt something."""
    found = generator()
    found.become(BY_NAME[name])
    with torch.no_grad():
        for own in found.named().values():
            own.normal_(std=0.1)
    return found


def test_it_begins_as_published_and_forgets_what_another_learnt() -> None:
    found = changed("Fine-tuned")
    plain = network.loss(network_of(), PIECES, SCORED)
    assert not torch.allclose(network.loss(found.net, PIECES, SCORED), plain)
    found.become(BY_NAME["Vanilla"])
    torch.testing.assert_close(network.loss(found.net, PIECES, SCORED), plain)


@pytest.mark.parametrize("name", ["Fine-tuned", "Ensem-DM", "Ensem-Tran"])
def test_two_halves_are_the_whole(name: str) -> None:
    found = changed(name)
    chosen = BY_NAME[name].ensemble
    found.second = torch.randn(3, SIZES[chosen.second]) if chosen else None
    whole = found.net.model(input_ids=PIECES).last_hidden_state
    torch.testing.assert_close(found.upper(found.lower(PIECES)), whole)
    if chosen:
        found.second = None
        assert not torch.allclose(found.net.model(input_ids=PIECES).last_hidden_state, whole)


def test_what_was_learnt_is_put_back() -> None:
    first, second = changed("Ensem-DM"), generator()
    second.become(BY_NAME["Ensem-DM"], {name: own.detach() for name, own in first.named().items()})
    assert {name: own.tolist() for name, own in second.named().items()} == {
        name: own.tolist() for name, own in first.named().items()
    }
    assert "join.weight" in second.named()


def test_multitask_averages_both_losses_and_reads_the_contexts_last_state() -> None:
    found = changed("Multitask")
    lower, emotions = found.lower(PIECES), torch.tensor([3, 1, 30])
    states = found.upper(lower)
    assert found.emotion is not None
    told = functional.cross_entropy(found.emotion(states[:, 6]), emotions)
    replies = network.loss(found.net, PIECES, SCORED) / SCORED.sum()
    torch.testing.assert_close(found.loss(lower, PIECES, SCORED, emotions), (told + replies) / 2)


def test_all_that_learns_has_a_gradient_and_nothing_else() -> None:
    found = changed("Ensem-DM")
    found.second = torch.randn(3, SIZES["ngrams"])
    torch.autograd.backward(found.loss(found.lower(PIECES), PIECES, SCORED, NO_EMOTION))
    assert all(own.grad is not None for own in found.named().values())
    assert sum(own.grad is not None for own in found.parameters()) == len(found.named())


def test_one_that_has_no_emotions_says_so() -> None:
    found = changed("Fine-tuned")
    with pytest.raises(ValueError, match="no emotions"):
        found.felt(torch.zeros(3, 12, 32), SCORED)


def test_lower_states_are_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found, made = changed("Fine-tuned"), list[int]()
    real = found.lower

    def lower(pieces: torch.Tensor) -> torch.Tensor:
        made.append(1)
        return real(pieces)

    monkeypatch.setattr(found, "lower", lower)
    first = lower_states(found, PIECES, tmp_path / "lower")
    torch.testing.assert_close(lower_states(found, PIECES, tmp_path / "lower"), first)
    torch.testing.assert_close(first, real(PIECES))
    assert len(made) == 1
    lower_states(found, PIECES, None)
    lower_states(found, PIECES.flip(0), tmp_path / "lower")
    assert len(made) == 3
    assert len(list((tmp_path / "lower").iterdir())) == 2


def test_a_variant_without_an_ensemble_has_no_map() -> None:
    found = generator()
    found.become(Variant("One", "esconv", ("esconv",), ("reply",)))
    assert set(found.named()) == set(found.changes)

"""The danger reader's network: the guard's own finds the same, all that may learn learns, and a stopped run goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor

from agents.training.common.compact import in_eight_bits
from agents.training.common.fit import Ints
from agents.training.common.run import Run
from agents.training.encoder.network import load
from agents.training.heads import danger_reader_network
from agents.training.heads.danger_reader_network import Learner, Network, Pace, Row
from agents.training.network import padded
from agents.training.rerankers.pair_network import Side
from skills.care.danger_classifier import LABELS, NAME, Utterance
from skills.care.danger_reader import DangerReader
from skills.encoder import shared_text_encoder
from skills.models.encoder import Tokens
from skills.models.served import network
from tests.agents.training.encoder.sizes import TINY, drawn
from tests.skills.models.tiny import TINY as READING
from tests.skills.models.tiny import Tiny, install

SEQUENCES = [Tokens((0, *range(5, 25), 2), (0,) * 22), Tokens((0, 30, 2), (0, 0, 0))]
BAD, GOOD = 1, 0


def rows(many: int = 24) -> list[Row]:
    """What is bad after one word and good after another; the last word says nothing."""
    found = []
    for number in range(many):
        last = "xyz"[number % 3]
        found += [Row((f"ab{last}", last), BAD, f"{number}"), Row((f"{last}cd", last), GOOD, f"{number}", 1.5)]
    return found


@pytest.fixture
def model() -> Network:
    torch.manual_seed(5)
    made = Network(TINY, load(TINY, drawn(TINY), torch.float32)[1].stack)
    for tensor in (*made.changes.values(), *made.scored.values()):
        torch.nn.init.normal_(tensor, std=0.3)
    return made


def states(sequences: list[Tokens]) -> Side:
    lower, _ = load(TINY, drawn(TINY), torch.float32)
    ids, speakers, real = padded(sequences)
    return Side(lower(ids, speakers, real), real)


def test_several_are_read_as_each_alone(model: Network) -> None:
    model.eval()
    with torch.no_grad():
        together = model(states(SEQUENCES))
        alone = torch.cat([model(states([one])) for one in SEQUENCES])
    assert together.shape == (2, LABELS)
    assert torch.allclose(together, alone, atol=1e-4)


def test_all_that_learns_is_learnt_and_the_encoders_own_layers_stay(model: Network) -> None:
    torch.autograd.backward(model(states(SEQUENCES)).square().sum())
    learning = {id(tensor) for tensor in (*model.changes.values(), *model.scored.values())}
    for name, tensor in model.named_parameters():
        assert tensor.requires_grad is (id(tensor) in learning), name
        assert (tensor.grad is not None and bool(tensor.grad.abs().max() > 0)) is tensor.requires_grad, name


def test_a_step_leaves_some_numbers_out_and_reading_none(model: Network) -> None:
    said = states(SEQUENCES)
    with torch.no_grad():
        assert not torch.equal(model(said), model(said))
        model.eval()
        assert torch.equal(model(said), model(said))


def test_the_guards_own_finds_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = install(tmp_path, monkeypatch, replace(READING, block=0)).size
    run = Run(tmp_path, tmp_path, adapter="published", size=size, out=tmp_path / "out")
    learner = Learner(run, rows())
    torch.manual_seed(3)
    model = Network(size, load(size, network(size, None), torch.float32)[1].stack).eval()
    for tensor in (*model.changes.values(), *model.scored.values()):
        torch.nn.init.normal_(tensor, std=0.05)
    changes, scored = (
        {name: tensor.detach().numpy() for name, tensor in part.items()} for part in (model.changes, model.scored)
    )
    run.save(NAME, in_eight_bits(changes) | scored | {"powers": np.ones(3, np.float32)}, {})
    (path,) = run.finish()
    reader = DangerReader(shared_text_encoder("published", size).text_encoder, path)
    said = [Utterance(np.zeros((1, 1), np.float32), row.texts[-1], row.texts[:-1]) for row in rows(3)]
    learner.dtype = torch.float32
    found = learner.shares(model, np.arange(6))
    assert np.abs(found - found[0]).max() > 0.01
    # Eight bits, and lower states kept in sixteen.
    assert np.abs(reader.scored(reader.features(said)) - found).max() < 0.01


def learner(folder: Path, tiny: Tiny) -> Learner:
    return Learner(Run(folder, folder, adapter="published", size=tiny.size), rows())


def test_it_learns_and_a_stopped_run_comes_to_the_same(
    tmp_path: Path, tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"PACE": Pace(16, 3e-3, 5e-3), "BATCH": 8, "TOGETHER": 3, "EVERY": 20}.items():
        monkeypatch.setattr(danger_reader_network, name, value)
    own, places = learner(tmp_path, tiny), np.arange(48)
    whole = own.learn(places, "whole")
    labels = np.array([row.label for row in own.rows])
    assert (own.shares(whole, places).argmax(1) == labels).mean() > 0.9
    _stop(own, places)
    again = learner(tmp_path, tiny).learn(places, "stopped")
    for name, tensor in {**whole.changes, **whole.scored}.items():
        assert torch.equal(tensor, {**again.changes, **again.scored}[name]), name


def _stop(own: Learner, places: Ints) -> None:
    calls = iter(range(100))
    scores = own._scores

    def breaks(model: Network, some: Ints) -> Tensor:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return scores(model, some)

    own._scores = breaks  # type: ignore[method-assign, assignment]
    with pytest.raises(KeyboardInterrupt):
        own.learn(places, "stopped")


def test_of_other_rows_nothing_is_gone_on_with(tmp_path: Path, tiny: Tiny) -> None:
    run = Run(tmp_path, tmp_path, adapter="published", size=tiny.size)
    assert Learner(run, rows()).folder == Learner(run, rows()).folder
    assert Learner(run, rows()).folder != Learner(run, rows(3)).folder

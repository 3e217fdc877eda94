"""The selection's network: the bot's own finds the same, all that may learn learns, and a stopped run goes on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor

from agents.training.common import checkpoint
from agents.training.common.run import Run
from agents.training.encoder.network import load
from agents.training.network import padded
from agents.training.rerankers.pair_network import Side
from agents.training.selection import network
from agents.training.selection.material import Example
from agents.training.selection.network import Learner, Network, Scores, Shelf, ordered, total
from agents.training.selection.recipe import tensors_of
from skills.encoder import shared_text_encoder
from skills.models.context_reader import last
from skills.models.encoder import Tokens
from skills.models.served import network as tensors
from skills.selection import NAME, Selection
from tests.agents.training.encoder.sizes import TINY, drawn
from tests.skills.models.tiny import TINY as READING
from tests.skills.models.tiny import Tiny, install

SEQUENCES = [Tokens((0, *range(5, 25), 2), (1,) * 10 + (0,) * 12), Tokens((0, 30, 2), (0, 0, 0))]


def shelf(width: int) -> Shelf:
    """Three lines of two kinds."""
    return Shelf(np.eye(3, width, dtype=np.float32), [0, 0, 1], 2)


def talks(many: int = 24) -> list[Example]:
    """After one word the first line is wanted, after another the last; what came before says nothing."""
    found = []
    for number in range(many):
        before = ((False, "xyz"[number % 3] * (number % 5 + 1)), (True, "op"))
        found.append(Example((*before, (False, "ab")), {0: 1}, {0: 1}, [(0, 0), (2, 2)]))
        found.append(Example((*before, (False, "cd")), {2: 0.8, 1: 0.2}, {1: 1}))
    return found


@pytest.fixture
def model() -> Network:
    torch.manual_seed(5)
    made = Network(TINY, load(TINY, drawn(TINY), torch.float32)[1].stack, shelf(TINY.width))
    for tensor in made.named().values():
        torch.nn.init.normal_(tensor, std=0.3)
    return made


def read(model: Network, sequences: list[Tokens]) -> Scores:
    lower, _ = load(TINY, drawn(TINY), torch.float32)
    ids, speakers, real = padded(sequences)
    ends = real.sum(1, keepdim=True)
    at = torch.arange(ids.shape[1])
    begins = ends - torch.tensor([[last(one)] for one in sequences])
    found: Scores = model(Side(lower(ids, speakers, real), real), (at >= begins) & (at < ends))
    return found


def test_several_are_read_as_each_alone(model: Network) -> None:
    model.eval()
    with torch.no_grad():
        together = read(model, SEQUENCES)
        alone = [read(model, [one]) for one in SEQUENCES]
    assert (together.lines.shape, together.kinds.shape) == ((2, 3), (2, 2))
    for own, other in zip(together, zip(*alone, strict=True), strict=True):
        assert torch.allclose(own, torch.cat(list(other)), atol=1e-4)


def test_all_that_learns_is_learnt_and_the_encoders_own_layers_stay(model: Network) -> None:
    found = read(model, SEQUENCES)
    torch.autograd.backward(found.lines.square().sum() + found.kinds.square().sum())
    learning = {id(tensor) for tensor in model.named().values()}
    assert learning == {id(tensor) for group in model.groups() for tensor in group["params"]}
    for name, tensor in model.named_parameters():
        assert tensor.requires_grad is (id(tensor) in learning), name
        assert (tensor.grad is not None and bool(tensor.grad.abs().max() > 0)) is tensor.requires_grad, name


def test_what_is_wanted_what_kind_it_is_and_whose_mark_is_better_is_learnt() -> None:
    scores = Scores(torch.zeros(1, 3, requires_grad=True), torch.zeros(1, 2, requires_grad=True))
    example = Example((), {1: 1}, {0: 1}, [(0, 2), (2, 0)])
    total(scores, [example]).backward()  # type: ignore[no-untyped-call]
    assert scores.lines.grad is not None
    assert scores.kinds.grad is not None
    assert scores.lines.grad[0].tolist() == pytest.approx([1 / 3 + 0.5, -2 / 3, 1 / 3 - 0.5])
    assert scores.kinds.grad[0].tolist() == pytest.approx([-0.25, 0.25])


def test_a_pair_two_marks_apart_counts_twice_and_alike_ones_not() -> None:
    scores = torch.tensor([3.0, 1.0, 0.0])
    apart, near, alike = (float(ordered(scores, [(0, 0), (1, mark)])) for mark in (2, 1, 0))
    assert apart == pytest.approx(near) == pytest.approx(np.log1p(np.exp(-2)))
    assert alike == 0
    both = float(ordered(scores, [(0, 0), (1, 2), (2, 1)]))
    parts = [2 * np.log1p(np.exp(-2)), np.log1p(np.exp(-3)), np.log1p(np.exp(1))]
    assert both == pytest.approx(sum(parts) / 4)


def test_the_bots_own_finds_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = install(tmp_path, monkeypatch, replace(READING, block=0)).size
    run = Run(tmp_path, tmp_path, adapter="published", size=size, out=tmp_path / "out")
    learner = Learner(run, talks(), shelf(size.width))
    torch.manual_seed(3)
    made = Network(size, load(size, tensors(size, None), torch.float32)[1].stack, shelf(size.width)).eval()
    for name, tensor in made.named().items():
        torch.nn.init.normal_(tensor, std=0.02 if "layers" in name else 0.05)
    run.save(NAME, tensors_of(made) | {"digest": np.zeros(32, np.uint8)}, {"kinds": json.dumps(["a", "b"])})
    (path,) = run.finish()
    selection = Selection(shared_text_encoder("published", size).text_encoder, path)
    learner.dtype = torch.float32
    lines, kinds = (
        torch.from_numpy(found).log_softmax(1).numpy() for found in learner.scores(made, np.arange(len(talks())))
    )
    assert np.abs(lines - lines[0]).max() > 0.01
    for place, own in enumerate(selection.read([one.context for one in talks()])):
        # Eight bits, and lower states kept in sixteen.
        assert np.abs(np.exp(own.lines) - np.exp(lines[place])).max() < 0.01
        assert np.abs(own.kinds - np.exp(kinds[place])).max() < 0.02


def learner(folder: Path, tiny: Tiny) -> Learner:
    return Learner(Run(folder, folder, adapter="published", size=tiny.size), talks(), shelf(tiny.size.width))


def test_it_learns_and_a_stopped_run_comes_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = install(tmp_path, monkeypatch)
    for name, value in {"EPOCHS": 8, "BATCH": 12, "TOGETHER": 5, "EVERY": 15, "PEAK": 2e-3, "SCORED": 5e-3}.items():
        monkeypatch.setattr(network, name, value)
    own, places = learner(tmp_path, tiny), np.arange(48)
    whole = own.learn(places)
    lines, kinds = own.scores(whole, places)
    assert (lines.argmax(1) == [0, 2] * 24).mean() > 0.9
    assert (kinds.argmax(1) == [0, 1] * 24).mean() > 0.9
    kept = own.folder / "last.safetensors"
    kept.unlink()

    save = checkpoint.save

    def save_and_stop(folder: Path, step: int, named: dict[str, Tensor], optimizer: torch.optim.Optimizer) -> None:
        save(folder, step, named, optimizer)
        raise KeyboardInterrupt

    monkeypatch.setattr(checkpoint, "save", save_and_stop)
    with pytest.raises(KeyboardInterrupt):
        learner(tmp_path, tiny).learn(places)
    monkeypatch.setattr(checkpoint, "save", save)
    again = learner(tmp_path, tiny).learn(places)
    for name, tensor in whole.named().items():
        assert torch.equal(tensor, again.named()[name]), name

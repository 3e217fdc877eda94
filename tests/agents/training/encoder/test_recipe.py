"""The encoder's recipe, run from its start on a few written lines and a very small network."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from agents.training.encoder import recipe as module
from agents.training.encoder.learner import Learner, Recipe
from agents.training.encoder.lower_states import lower_states
from agents.training.encoder.network import load
from agents.training.encoder.recipe import Mean, learn, optimizer_of, schedule
from agents.training.encoder.streams import PAST, Line, Pair, Streams
from skills.models.encoder import Tokens
from skills.sizes import Size
from tests.agents.training.encoder.sizes import TINY, TINY_BERT, drawn

END = 2
FEW = Recipe(
    epochs=2, warm=1, pairs=3, situations=1, feelings=1, kept=1, dangers=1, others=2, thin=0.0, cut=0.0, drop=0.0
)
SEQUENCES = [Tokens((0, 5 + n, 20 + n, 35 + n, END), (n % 2,) * 5) for n in range(8)]


def streams() -> Streams:
    pairs = [Pair(n, n + 1, f"reply {n}", n, (0.0,) * PAST) for n in range(0, 6, 2)]
    lines = [Line(n, n) for n in range(3)]
    return Streams(SEQUENCES, pairs, pairs, pairs, lines, lines, lines, lines, pairs * 34)


def learner(folder: Path, size: Size = TINY, recipe: Recipe = FEW) -> Learner:
    torch.manual_seed(0)
    lower, _ = load(size, drawn(size), torch.bfloat16)
    return Learner(size, drawn(size), lower_states(lower, SEQUENCES, folder), END, recipe)


def test_it_begins_with_the_published_vectors(tmp_path: Path) -> None:
    own = learner(tmp_path)
    rows = list(range(8))
    before = own.vectors(rows, encoder=own.published)
    assert torch.equal(own.vectors(rows), before)
    assert torch.allclose(own.eval().turned(own.context, before), before, atol=1e-6)


@pytest.mark.parametrize(("size", "marks"), [(TINY, {"speakers"}), (TINY_BERT, set())], ids=["base", "small"])
def test_the_upper_layers_the_maps_and_the_heads_learn(tmp_path: Path, size: Size, marks: set[str]) -> None:
    names = {name for name in learner(tmp_path, size).named() if "." in name or name in ("speakers", "sharpness")}
    assert {name.split(".")[0] for name in names} == marks | {
        *("layers", "context", "reply", "sharpness", "emotion", "strategy", "danger")
    }
    assert {int(name.split(".")[1]) for name in names if name.startswith("layers")} == {2, 3}


def test_the_loss_is_of_finding_ones_own_both_ways(tmp_path: Path) -> None:
    own, pairs = learner(tmp_path), streams().answered
    contexts, loss = own.found(pairs, None)
    replies = own.vectors([pair.reply for pair in pairs])
    scores = torch.exp(torch.tensor(3.0)) * contexts @ replies.T
    rows, columns = (-torch.log_softmax(scores, dim).diagonal().mean() for dim in (1, 0))
    assert float(loss.detach()) == pytest.approx(float((rows + columns).detach()) / 2, rel=1e-3)


def test_another_with_the_same_words_is_not_wrong(tmp_path: Path) -> None:
    twice = [replace(pair, text="oh no") for pair in streams().answered[:2]]
    assert float(learner(tmp_path).found(twice, None)[1].detach()) == pytest.approx(0.0, abs=1e-6)


def test_every_stream_speaks_and_two_take_turns(tmp_path: Path) -> None:
    own, data = learner(tmp_path), streams()
    assert [len(own.losses(data.answered, data, step)) for step in range(2)] == [4, 4]
    daily, support = (float(own.losses(data.answered, data, step)[3]().detach()) for step in range(2))
    assert support > daily, "the strategies' loss is there as well"


def test_words_are_left_out_and_old_utterances_forgotten(tmp_path: Path) -> None:
    own = learner(tmp_path, recipe=replace(FEW, thin=0.5, cut=1.0))
    talk = [0, *range(10, 20), END, *range(20, 30), END, *range(30, 40), END]
    rng = random.Random(0)
    seen = [own.kept(talk, rng, True).tolist() for _ in range(50)]
    assert all(kept[0] == 0 and kept[-1] == len(talk) - 1 for kept in seen)
    assert {kept[1] > 11 for kept in seen} == {True}, "the oldest utterance is gone"
    assert 15 < np.mean([len(own.kept(talk, rng, False)) for _ in range(50)]) < 22
    assert own.kept(talk, None, True).tolist() == list(range(len(talk)))
    assert len(own.kept([0, 7, END], rng, False)) == 3, "what is short is left whole"


def test_steps_lower_the_loss(tmp_path: Path) -> None:
    own, data = learner(tmp_path), streams()
    optimizer = optimizer_of(own)
    for group in optimizer.param_groups:
        group["lr"] = 1e-2
    found = [module.one_step(own, optimizer, own.losses(data.answered, data, 0)) for _ in range(12)]
    assert sum(found[-1]) < sum(found[0])


def test_a_run_that_was_stopped_ends_where_an_unbroken_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "EVERY", 1)
    whole = learn(learner(tmp_path), streams(), tmp_path / "whole", 3)
    once = iter([module.one_step])

    def cut_off(
        own: Learner, optimizer: torch.optim.Optimizer, losses: Sequence[Callable[[], torch.Tensor]]
    ) -> list[float]:
        return next(once)(own, optimizer, losses)

    with monkeypatch.context() as stopped:
        stopped.setattr(module, "one_step", cut_off)
        with pytest.raises(StopIteration):
            learn(learner(tmp_path), streams(), tmp_path / "parts", 3)
    again = learn(learner(tmp_path), streams(), tmp_path / "parts", 3)
    for name, tensor in whole.named().items():
        assert torch.allclose(again.named()[name], tensor, atol=1e-6), name


def test_the_mean_follows_the_weights_by_hand() -> None:
    weight = torch.zeros(1)
    mean = Mean({"w": weight}, 0.9)
    for step, value in ((1, 11.0), (2, 12.0)):
        weight.fill_(value)
        mean.add(step)
    assert float(mean.held["w"]) == pytest.approx((11 * 9 / 11) * 3 / 12 + 12 * 9 / 12)
    mean.take()
    assert float(weight) == pytest.approx(float(mean.held["w"]))


def test_the_rate_rises_then_falls_to_nothing() -> None:
    rates = [schedule(step, 100, 10) for step in range(101)]
    assert rates[0] == pytest.approx(0.1)
    assert max(rates) == pytest.approx(1.0)
    assert rates[100] == 0.0

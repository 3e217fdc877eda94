"""The encoder's second stage, on a few written lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import torch

from agents.training import retrieval
from agents.training.encoder import PAST
from agents.training.network import padded
from agents.training.retrieval import Mean, learn
from agents.training.retrieval_learner import Learner, Recipe
from agents.training.retrieval_streams import Line, Pair, Streams
from skills.models import tensors
from skills.models.encoder import Words

WORDS = Words()
SMALL = Recipe(
    epochs=2,
    rank=2,
    warm=1,
    pairs=3,
    feelings=2,
    kept=1,
    dangers=1,
    others=2,
    thin=0.0,
    cut=0.0,
    drop=0.0,
)
TALKS = (
    ("my cat died", "oh no, poor thing"),
    ("i passed the exam", "congratulations, well done"),
    ("my brother moved out", "is it quiet at home now?"),
)


def pair(context: str, reply: str, label: int = 0) -> Pair:
    return Pair(WORDS.utterance(context), WORDS.utterance(reply, True), reply, label, (0.0,) * PAST)


@pytest.fixture(scope="module")
def data() -> Streams:
    pairs = [pair(*talk, label=number) for number, talk in enumerate(TALKS)]
    lines = [Line(WORDS.utterance(said), number) for number, (said, _) in enumerate(TALKS)]
    return Streams(pairs, pairs, pairs, lines, lines, lines)


@pytest.fixture(scope="module")
def first() -> Path:
    return tensors.find("encoder")


@pytest.fixture
def learner(first: Path) -> Learner:
    torch.manual_seed(0)
    return Learner(first, SMALL)


def test_it_begins_where_the_first_stage_ended(learner: Learner) -> None:
    sequences = [WORDS.utterance(said) for said, _ in TALKS]
    before = learner.before(*padded(sequences))
    assert torch.allclose(learner.vectors(sequences), before, atol=2e-2)
    assert torch.allclose(learner.turned(learner.context, before), before, atol=1e-6)


def test_only_the_change_the_maps_and_the_heads_learn(learner: Learner) -> None:
    kinds = {name.split(".")[0] for name in learner.named()}
    assert kinds == {"layers", "context", "reply", "sharpness", "emotion", "strategy", "danger"}


def test_the_loss_is_of_finding_ones_own_both_ways(learner: Learner, data: Streams) -> None:
    contexts, loss = learner.found(data.answered)
    replies = learner.vectors([item.reply for item in data.answered])
    scores = torch.exp(torch.tensor(3.0)) * contexts @ replies.T
    rows, columns = (-torch.log_softmax(scores, dim).diagonal().mean() for dim in (1, 0))
    assert float(loss.detach()) == pytest.approx(float((rows + columns).detach()) / 2, rel=1e-3)


def test_another_with_the_same_words_is_not_wrong(learner: Learner) -> None:
    twice = [pair("my cat died", "oh no"), pair("my dog died", "oh no")]
    assert float(learner.found(twice)[1].detach()) == pytest.approx(0.0, abs=1e-6)


def test_streams_take_turns(learner: Learner, data: Streams) -> None:
    assert [len(learner.losses(data.answered, data, step)) for step in range(4)] == [2, 3, 2, 3]
    support, daily = (float(learner.losses(data.answered, data, step)[2]().detach()) for step in (1, 3))
    assert support > daily, "the strategies' loss is there as well"


def test_a_step_of_the_whole_recipe_lowers_its_loss(learner: Learner, data: Streams) -> None:
    optimizer = retrieval.optimizer_of(learner, SMALL)
    found = [retrieval.one_step(learner, optimizer, learner.losses(data.answered, data, 0)) for _ in range(4)]
    assert found[-1] < found[0]


def test_a_run_that_was_stopped_ends_where_an_unbroken_one_does(
    data: Streams, first: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retrieval, "EVERY", 1)
    whole = learn(data, first, tmp_path / "whole", 3, SMALL)
    once = iter([retrieval.one_step])

    def cut_off(
        learner: Learner, optimizer: torch.optim.Optimizer, losses: Sequence[Callable[[], torch.Tensor]]
    ) -> float:
        return next(once)(learner, optimizer, losses)

    with monkeypatch.context() as stopped:
        stopped.setattr(retrieval, "one_step", cut_off)
        with pytest.raises(StopIteration):
            learn(data, first, tmp_path / "parts", 3, SMALL)
    again = learn(data, first, tmp_path / "parts", 3, SMALL)
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

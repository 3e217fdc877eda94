"""The ranker's recipe, run from its start on a few written talks, for the small encoder and a tiny base one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from agents.training.common import checkpoint
from agents.training.common.run import Run
from agents.training.rerankers import pair
from agents.training.rerankers.pair import Learner, learn
from agents.training.rerankers.pair_examples import Example, Given, common, tokenised
from agents.training.rerankers.steps import Recipe, Step, in_batches, with_hard
from skills.encoder import shared_text_encoder
from skills.models.pair import Ranker, reply_tokens
from skills.sizes import SMALL, Size
from tests.skills.models.tiny import install

ANSWERS = {
    "a dog": "Take the train.",
    "a cat": "Boil an egg.",
    "a horse": "Paint it blue.",
    "a bird": "Call your aunt.",
}
TALKS = [
    Given(f"{thing} {place}", "calm", ((False, f"{place} I saw {thing}."),), reply)
    for place in ("Today", "Here", "At noon", "Then", "Again", "Outside")
    for thing, reply in ANSWERS.items()
]
"""Replies that nothing but having seen them before would match to these contexts."""
BATCHES = Recipe(half=0, hollow=1, steps=40, size=4, rank=4, peak=3e-3)
HARD = replace(BATCHES, hollow=0, hard=1, drawn=1, best=2)


@pytest.fixture(params=["small", "base"])
def size(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Size:
    return SMALL if request.param == "small" else install(tmp_path, monkeypatch).size


def examples() -> list[Example]:
    return tokenised(TALKS, shared_text_encoder("published").text_encoder.words)


def learner(folder: Path, recipe: Recipe) -> Learner:
    encoder = shared_text_encoder("published").text_encoder
    own = examples()
    if recipe.hard:
        sides = encoder([item.context for item in own]), encoder([item.reply for item in own])
        steps = with_hard(own, sides, [], recipe, 3)
    else:
        steps = in_batches(own, [reply_tokens(encoder.words, text) for text in common(TALKS)], recipe, 3, None)
    return Learner(encoder, steps, recipe, 3, folder / "lower")


def first(of: Learner) -> float:
    """The share of contexts whose own reply scores above the other three."""
    own = examples()
    replies = list(dict.fromkeys(item.reply for item in own))
    every = Step([item.context for item in own], [replies] * len(own), np.zeros((len(own), 4), np.bool_), True)
    with torch.no_grad():
        best = of.scores(every).argmax(1)
    return sum(replies[int(place)] == item.reply for place, item in zip(best, own, strict=True)) / len(own)


@pytest.mark.parametrize("recipe", [BATCHES, HARD], ids=["in batches", "hard candidates"])
def test_a_tiny_run_learns_what_likeness_does_not_tell(tmp_path: Path, recipe: Recipe) -> None:
    own = learner(tmp_path, recipe)
    assert first(own) < 0.6
    losses = learn(own, tmp_path / "run", every=20)
    assert first(own) > 0.9
    assert losses[-1] < losses[0] / 2


def test_the_same_seed_gives_the_same_tensors_and_a_stopped_run_goes_on_to_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = replace(HARD, steps=6, rank=2)
    whole = learner(tmp_path, recipe)
    losses = learn(whole, tmp_path / "whole", every=3)
    step = pair.one_step

    def stopping(own: Learner, optimizer: torch.optim.Optimizer, number: int) -> float:
        if number == 4:
            raise KeyboardInterrupt
        return step(own, optimizer, number)

    monkeypatch.setattr(pair, "one_step", stopping)
    with pytest.raises(KeyboardInterrupt):
        learn(learner(tmp_path, recipe), tmp_path / "parts", every=3)
    monkeypatch.setattr(pair, "one_step", step)
    resumed = learner(tmp_path, recipe)
    assert len(learn(resumed, tmp_path / "parts", every=3)) == 1
    for name, tensor in whole.named().items():
        assert torch.equal(tensor, resumed.named()[name]), name
    assert losses == learn(learner(tmp_path, recipe), tmp_path / "again", every=3)


@pytest.mark.parametrize("recipe", [BATCHES, HARD], ids=["in batches", "hard candidates"])
def test_what_is_saved_in_eight_bits_scores_as_what_was_learnt(
    size: Size, recipe: Recipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = replace(recipe, steps=12)
    monkeypatch.setattr(pair, "corpora", lambda run, part, half: TALKS)
    kept: list[Learner] = []

    def learning(own: Learner, folder: Path) -> list[float]:
        kept.append(own)
        return learn(own, folder)

    monkeypatch.setattr(pair, "learn", learning)
    run = Run(tmp_path, tmp_path, out=tmp_path / "out", adapter="published", size=size)
    pair.save(run, "pair", few)
    run.finish()
    (own,) = kept
    assert (tmp_path / f"pair-{size.name}/last.safetensors").is_file()
    assert list((tmp_path / "lower").glob("*/lower-*.bin"))
    encoder = shared_text_encoder("published", size).text_encoder
    items = tokenised(TALKS[:4], encoder.words)
    replies = [item.reply for item in items]
    with torch.no_grad():
        every = Step([item.context for item in items], [replies] * 4, np.zeros((4, 4), np.bool_), True)
        wanted = own.scores(every).numpy()
    given = [item.given for item in items]
    found = Ranker(encoder, folder=run.out).table([item.context for item in given], [item.reply for item in given])
    assert np.corrcoef(found.ravel(), wanted.ravel())[0, 1] > (0.9 if size.block else 0.999)


def test_a_finished_run_has_nothing_left_to_learn(tmp_path: Path) -> None:
    few = replace(HARD, steps=2)
    own = learner(tmp_path, few)
    learn(own, tmp_path / "run")
    again = learner(tmp_path, few)
    assert learn(again, tmp_path / "run") == []
    assert checkpoint.resume(tmp_path / "run", again.named(), again.optimizer()) == 2
    assert all(torch.equal(tensor, again.named()[name]) for name, tensor in own.named().items())

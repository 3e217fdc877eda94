import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from agents.training.common import checkpoint
from agents.training.common.run import Run
from agents.training.rerankers import pair
from agents.training.rerankers.pair import Learner, Recipe, doubtful, learn
from agents.training.rerankers.pair_examples import Example, Given
from skills.encoder import shared_text_encoder
from skills.models import tensors
from skills.models.encoder import Tokens
from skills.models.files import digest
from skills.models.pair import Ranker

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
TINY = Recipe(half=0, hollow=1, steps=40, size=4, rank=4, peak=3e-3)


def first(learner: Learner) -> float:
    """The share of contexts whose own reply scores above the other three."""
    seen = {item.given.reply: item for item in learner.examples}
    with torch.no_grad():
        contexts = learner.model.read([item.context for item in learner.examples])
        scores = learner.model.table(contexts, learner.model.read([item.reply for item in seen.values()]))
    best = [list(seen)[int(place)] for place in scores.argmax(1)]
    return sum(guess == item.given.reply for guess, item in zip(best, learner.examples, strict=True)) / len(best)


def trained(folder: Path, recipe: Recipe = TINY) -> tuple[Learner, list[float]]:
    learner = Learner(shared_text_encoder("published").text_encoder, TALKS, recipe, seed=3)
    return learner, learn(learner, Run(folder, folder), "tiny", every=20)


def test_a_tiny_run_learns_what_likeness_does_not_tell(tmp_path: Path) -> None:
    begun = Learner(shared_text_encoder("published").text_encoder, TALKS, TINY, seed=3)
    learner, losses = trained(tmp_path)
    assert first(begun) < 0.6
    assert first(learner) > 0.9
    assert losses[-1] < losses[0] / 2


def test_the_same_seed_gives_the_same_tensors_and_a_stopped_run_goes_on_to_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = Recipe(half=0, hollow=1, steps=6, size=4, rank=2)
    whole, losses = trained(tmp_path / "whole", recipe)
    step = pair.one_step

    def stopping(learner: Learner, optimizer: torch.optim.Optimizer, number: int) -> float:
        if number == 4:
            raise KeyboardInterrupt
        return step(learner, optimizer, number)

    learner = Learner(shared_text_encoder("published").text_encoder, TALKS, recipe, seed=3)
    monkeypatch.setattr(pair, "one_step", stopping)
    with pytest.raises(KeyboardInterrupt):
        learn(learner, Run(tmp_path, tmp_path), "tiny", every=3)
    monkeypatch.setattr(pair, "one_step", step)
    resumed, _ = trained(tmp_path, recipe)
    for name, tensor in whole.named().items():
        assert torch.equal(tensor, resumed.named()[name]), name
    assert losses == trained(tmp_path / "again", recipe)[1]


def test_batches_of_a_recipe_that_wants_them_alike_are_by_the_vectors_of_context_and_reply_together() -> None:
    encoder = shared_text_encoder("published").text_encoder
    learner = Learner(encoder, TALKS, replace(TINY, alike=True), seed=3, encode=encoder)
    contexts, replies = (encoder([getattr(item, side) for item in learner.examples]) for side in ("context", "reply"))
    both = contexts + replies
    assert learner.vectors == pytest.approx(both / np.linalg.norm(both, axis=1, keepdims=True), abs=1e-5)
    nearest = np.argsort(-(learner.vectors @ learner.vectors.T), axis=1)[:, :4]
    full = [[learner.examples.index(item) for item in made] for made in learner.batches(0)]
    assert any(set(made) == set(nearest[made[0]]) for made in full)


def test_what_is_saved_in_eight_bits_scores_as_what_was_learnt(tmp_path: Path) -> None:
    encoder = shared_text_encoder("published").text_encoder
    run = Run(tmp_path, tmp_path, out=tmp_path, adapter="published")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pair, "corpora", lambda run, part, half: TALKS)
        pair.save(run, "pair", TINY)
        run.finish()
    learner = Learner(encoder, TALKS, TINY, seed=3)
    checkpoint.resume(tmp_path / "pair", learner.named(), learner.optimizer())
    with torch.no_grad():
        contexts, replies = (
            learner.model.read([getattr(item, side) for item in learner.examples[:4]]) for side in ("context", "reply")
        )
        wanted = learner.model.table(contexts, replies)
    (tmp_path / tensors.PINS).write_text(json.dumps({"pair": digest(tmp_path / "pair.safetensors")}), encoding="utf8")
    given = [item.given for item in learner.examples[:4]]
    found = Ranker(encoder, folder=tmp_path).table([item.context for item in given], [item.reply for item in given])
    assert found == pytest.approx(wanted.numpy(), abs=0.1)


def test_what_may_be_right_is_no_negative() -> None:
    def example(talk: str, reply: int) -> Example:
        return Example(Given(talk, "", ((False, ""),), ""), Tokens((1,), (0,)), Tokens((reply,), (1,)))

    batch = [example("a", 1), example("a", 2), example("b", 3), example("c", 1)]
    found = doubtful(batch, [Tokens((3,), (1,)), Tokens((9,), (1,))])
    assert found.nonzero().tolist() == [[0, 1], [0, 3], [1, 0], [2, 4], [3, 0]]

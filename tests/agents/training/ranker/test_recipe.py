"""The ranker's recipe: what it is shown, and that it learns from it, stopped or not."""

from __future__ import annotations

import random
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
import torch

from agents.training.common.run import Run
from agents.training.ranker import recipe
from agents.training.ranker.examples import Example, batches, example, judged
from agents.training.ranker.recipe import Learner, learn, loss
from agents.verdicts.item import Candidate, Item, Said
from agents.verdicts.verdict import Mark, Verdict
from skills.encoder import shared_text_encoder
from skills.models.encoder import Words
from skills.sizes import SMALL, Size
from tests.skills.models.tiny import install

ANSWERS = {"dog": "Take the train.", "cat": "Boil an egg.", "horse": "Paint it blue.", "bird": "Call your aunt."}
"""Replies that nothing but having seen them before would match to these contexts."""


MARKED: tuple[tuple[str, Mark], ...] = (("a", "good"), ("b", "passable"))


def answered(words: Words, rng: random.Random, replies: int = 4) -> list[Example]:
    """Each context with the reply that belongs to it, first, and others."""
    found = []
    for when in ("Today", "Then", "Here"):
        for thing, own in ANSWERS.items():
            texts = [own, *rng.sample([text for text in ANSWERS.values() if text != own], replies - 1)]
            shares = np.array([[1, 0, 0] if text == own else [0, 0, 1] for text in texts], np.float32)
            found.append(example(words, [(False, f"{when} I saw a {thing}.")], texts, shares))
    return found


@pytest.fixture(scope="module")
def words() -> Words:
    return shared_text_encoder("published").text_encoder.words


def test_a_readers_marks_become_shares_and_parts_are_kept_apart(words: Words) -> None:
    said = (Said("person", "My cat died."),)
    items = {
        str(number): Item(str(number), str(number), said, (Candidate("Oh no.", "shelf"), Candidate("Nice!", "written")))
        for number in range(40)
    }
    verdicts = [
        Verdict(name, reader, (mark, "bad"), 0, 1, (None if mark == "good" else "generic", "wrong feeling"))
        for name in items
        for reader, mark in MARKED
    ]
    learnt, aside = (judged(items, verdicts, words, part) for part in ("train", "aside"))
    assert len(learnt) + len(aside) == 40
    assert 0 < len(aside) < 20
    assert np.array_equal(learnt[0].shares, np.array([[0.5, 0.5, 0], [0, 0, 1]], np.float32))


def test_of_a_batch_each_has_as_many_replies(words: Words) -> None:
    found = answered(words, random.Random(3))
    fewer = [Example(one.context, one.replies[:3], one.shares[:3]) for one in found[:7]]
    cut = batches([*found, *fewer], 4, random.Random(1))
    assert sorted(map(len, cut)) == [3, 4, 4, 4, 4]
    assert all(len({len(one.replies) for one in batch}) == 1 for batch in cut)


def test_the_loss_is_least_where_marks_and_order_are_right() -> None:
    shares = torch.eye(3)[None]
    right, wrong = 9 * torch.eye(3)[None], 9 * torch.eye(3)[None].flip(1)
    assert loss(right, shares) < 0.01
    assert loss(wrong, shares) > loss(torch.zeros(1, 3, 3), shares) > loss(right, shares)


@pytest.fixture(params=["small", "base"])
def size(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Size:
    return SMALL if request.param == "small" else install(tmp_path, monkeypatch).size


def learner(folder: Path, size: Size) -> tuple[Learner, list[list[Example]]]:
    run = Run(folder, folder, adapter="published", size=size)
    words = shared_text_encoder("published", size).text_encoder.words
    plan = list(
        chain.from_iterable(batches(answered(words, random.Random(seed)), 4, random.Random(seed)) for seed in range(12))
    )
    return Learner(run, [[one for batch in plan for one in batch]]), plan


def test_a_tiny_run_learns_and_a_stopped_one_comes_to_the_same(
    tmp_path: Path, size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recipe, "EVERY", 10)
    monkeypatch.setattr(recipe, "RANK", 4)
    monkeypatch.setattr(recipe, "PEAK", 3e-3)
    whole, plan = learner(tmp_path, size)
    before = whole.measures(plan[0])
    learn(whole, plan, plan[0], tmp_path / "whole")
    after = whole.measures(plan[0])
    assert after.within > max(0.9, before.within)
    stopped, plan = learner(tmp_path, size)
    with pytest.raises(KeyboardInterrupt):
        _stop(stopped, plan, tmp_path)
    again, plan = learner(tmp_path, size)
    learn(again, plan, plan[0], tmp_path / "again")
    for name, tensor in whole.named().items():
        assert torch.equal(tensor, again.named()[name]), name


def _stop(own: Learner, plan: list[list[Example]], folder: Path) -> None:
    calls = iter(range(15))
    logits = own.logits

    def breaks(batch: list[Example]) -> torch.Tensor:
        if len(batch) > 1 and next(calls, None) is None:
            raise KeyboardInterrupt
        return logits(batch)

    own.logits = breaks  # type: ignore[method-assign, assignment]
    learn(own, plan, plan[0], folder / "again")

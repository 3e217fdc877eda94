"""The ranker's update: it goes on from the shipped weights with the newest rounds and some of what came before."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from agents.training.common.run import Run
from agents.training.ranker import recipe, update
from agents.training.ranker.examples import judged
from agents.training.ranker.recipe import Learner, save
from agents.training.ranker.update import BEFORE, EARLIER, NEWEST, REHEARSED, rehearsed
from agents.verdicts.item import Candidate, Item, Said
from agents.verdicts.rounds import Round
from agents.verdicts.verdict import Verdict
from skills.encoder import shared_text_encoder
from skills.models.adapter import factors
from tests.skills.models.tiny import install


def round_of(number: int) -> Round:
    """Forty items in which the first reply is good and the other is bad."""
    names = [f"{number} {item}" for item in range(40)]
    two = Candidate("ab", "shelf"), Candidate("cd", "shelf")
    items = {name: Item(name, name, (Said("person", f"ef {'xyz'[number % 3]}"),), two) for name in names}
    return items, [Verdict(name, "r", ("good", "bad"), 0, 1, (None, "generic")) for name in names]


def test_of_the_newest_rounds_all_is_learnt_and_of_others_less_the_older_they_are() -> None:
    parts: list[list[int]] = [[*range(number, number + 100)] for number in range(0, 900, 100)]
    found = rehearsed(parts, random.Random(1))  # type: ignore[arg-type]
    earlier = len(parts) - NEWEST - BEFORE
    wanted = [EARLIER] * earlier + [REHEARSED] * BEFORE + [1.0] * NEWEST
    assert [len(own) for own in found] == [round(share * 100) for share in wanted]
    assert all({*own} <= {*part} for own, part in zip(found, parts, strict=True))
    assert [len(own) for own in rehearsed(parts[:2], random.Random(1))] == [100, 100]  # type: ignore[arg-type]


def test_it_goes_on_from_what_ships(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = install(tmp_path, monkeypatch).size
    run = Run(tmp_path, tmp_path, adapter="published", size=size, out=tmp_path / "out")
    monkeypatch.setattr(update, "rounds", lambda **_: [round_of(number) for number in range(4)])
    words = shared_text_encoder("published", size).text_encoder.words
    first = Learner(run, [judged(*round_of(0), words, "train")])
    for tensor in first.named().values():
        tensor.data.fill_(0.01)
    save(run, first)
    (path,) = run.finish()
    monkeypatch.setattr(update, "find", lambda *_: path)
    before, began = factors(load_file(path)), list[dict[str, float]]()

    def begun(learner: Learner, *others: object) -> None:
        began.append({name: float(tensor.detach().mean()) for name, tensor in learner.named().items()})
        recipe.learn(learner, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(update, "learn", begun)
    update.train(run)
    run.finish()
    after = factors(load_file(path))
    assert began[0] == pytest.approx({name: float(array.mean()) for name, array in before.items()}, abs=1e-4)
    assert {name for name in before if not np.array_equal(before[name], after[name])} == {*before}
    assert [one.name for one in tmp_path.glob("ranker-*")] == [next(tmp_path.glob("ranker-*-update-*")).name]

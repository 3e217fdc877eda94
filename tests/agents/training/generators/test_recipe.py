"""The generators' recipe on a tiny network: it learns, goes on where it stopped, and trains nothing twice."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch
from safetensors.numpy import load_file

from agents.corpora.exchanges import Exchange
from agents.training.common.run import Run
from agents.training.generators import recipe
from agents.training.generators.network import Generator
from agents.training.generators.variants import Variant, variants
from agents.training.writer import network
from skills.labels import EMOTIONS
from skills.models.tensors import pins
from skills.writer import model
from tests.agents.training.generators.tiny import SPENT, Characters, generator, heard, network_of, shallow, supported

BY_NAME = {variant.name: variant for variant in variants()}


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    shallow(monkeypatch)
    monkeypatch.setattr(recipe, "budget", lambda: SPENT)
    monkeypatch.setattr(recipe, "exchanges", corpus)
    monkeypatch.setattr(recipe, "tokenizer", lambda path: Characters())
    monkeypatch.setattr(model, "model", lambda adapter, told: Path())
    monkeypatch.setattr(network, "load", lambda path: network_of())


def corpus(name: str, datapath: Path, part: str) -> list[Exchange]:
    assert part == "train"
    return [(heard if name == "empathetic" else supported)(number) for number in range(70)]


def run(folder: Path, *names: str) -> Run:
    return Run(Path(), folder / "checkpoints", out=folder / "out", only=names)


def plan(variant: Variant) -> list[recipe.Batch]:
    return recipe.material(run(Path()), variant, SPENT, Characters())


def learnt(folder: Path, variant: Variant) -> Generator:
    torch.manual_seed(3)
    found = generator()
    found.become(variant)
    recipe.learn(found, plan(variant), SPENT, folder, None)
    return found


def loss(found: Generator, batches: list[recipe.Batch]) -> float:
    sums = []
    with torch.no_grad():
        for batch in batches:
            pieces, scored = batch.padded()
            found.second = batch.second
            sums.append(float(found.loss(found.lower(pieces), pieces, scored, batch.emotions)))
    return float(np.mean(sums))


@pytest.mark.parametrize("name", ["Fine-tuned", "Multitask", "Ensem-DM", "Strategy"])
def test_it_learns(name: str, tmp_path: Path) -> None:
    begun = generator()
    begun.become(BY_NAME[name])
    assert loss(learnt(tmp_path, BY_NAME[name]), plan(BY_NAME[name])) < loss(begun, plan(BY_NAME[name]))


def test_a_stopped_run_comes_to_the_same_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    variant, steps, real = BY_NAME["Fine-tuned"], list[int](), Generator.loss
    whole = learnt(tmp_path / "whole", variant)

    def failing(self: Generator, *given: torch.Tensor) -> torch.Tensor:
        steps.append(1)
        if len(steps) > 11:
            raise KeyboardInterrupt
        return real(self, *given)

    with monkeypatch.context() as patch:
        patch.setattr(Generator, "loss", failing)
        with pytest.raises(KeyboardInterrupt):
            learnt(tmp_path / "stopped", variant)
    again = learnt(tmp_path / "stopped", variant)
    for name, own in whole.named().items():
        torch.testing.assert_close(again.named()[name], own)


def test_an_adapter_is_written_with_its_card_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    recipe.train(run(tmp_path, "Multitask"))
    path = tmp_path / "out/multitask.safetensors"
    assert set(load_file(path)) >= {"emotion.weight", "emotion.bias", "blk.1.attn_q.a"}
    assert load_file(path)["emotion.weight"].shape == (len(EMOTIONS), 32)
    assert "multitask" in pins(tmp_path / "out")
    card = path.with_suffix(".md").read_text(encoding="utf8")
    assert "EmpatheticDialogues" in card
    assert str(SPENT) in card
    before = path.stat().st_mtime_ns
    recipe.train(run(tmp_path, "Multitask"))
    assert path.stat().st_mtime_ns == before
    assert "Multitask is trained already" in caplog.text


def test_another_budget_is_another_run(tmp_path: Path) -> None:
    recipe.train(run(tmp_path, "Vanilla"))
    assert recipe.made(tmp_path / "out", BY_NAME["Vanilla"], SPENT)
    assert not recipe.made(tmp_path / "out", BY_NAME["Vanilla"], msgspec.structs.replace(SPENT, steps=99))
    assert not recipe.made(tmp_path / "out", BY_NAME["Strategy"], SPENT)


def test_all_of_a_corpus_see_the_same_replies() -> None:
    plain, multitask = plan(BY_NAME["Fine-tuned"]), plan(BY_NAME["Multitask"])
    assert [one.examples for one in plain] == [one.examples for one in multitask]
    replies = [recipe.counted(plan(BY_NAME[name]))[1] for name in ("EmoPrepend-1", "Ensem-DM", "Fine-tuned")]
    assert len(set(replies)) == 1
    assert json.loads(recipe.recipe(SPENT))["budget"] == str(SPENT)


def test_a_strategy_is_learnt_and_emotions_are_the_talks() -> None:
    vanilla, strategy = (recipe.counted(plan(BY_NAME[name])) for name in ("Vanilla", "Strategy"))
    assert strategy[1] > vanilla[1]
    assert {int(one) for batch in plan(BY_NAME["Multitask"]) for one in batch.emotions} == {
        EMOTIONS.index(name) for name in ("sad", "angry", "proud")
    }

"""The papers' generators at work, on a tiny language model: each kind of row answers, an untrained one says so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from agents.corpora.exchanges import Exchange
from agents.evaluation import generators
from agents.evaluation.decoding import GREEDY, Decoder
from agents.evaluation.generators import Asked, Model, Result, Settings, drawn, results
from agents.training.common.run import Run
from agents.training.generators import labels, recipe
from agents.training.generators.variants import Row, variants
from agents.training.writer import network
from bot.dialog import STRATEGIES
from skills.writer import model as served
from tests.agents.training.generators.tiny import (
    CHARACTERS,
    SPENT,
    Characters,
    generator,
    heard,
    network_of,
    shallow,
    supported,
)

BY_NAME = {variant.name: variant for variant in variants()}


def corpus(name: str, datapath: Path, part: str) -> list[Exchange]:
    return [(heard if name == "empathetic" else supported)(number) for number in range(60)]


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    shallow(monkeypatch)
    for module in (recipe, generators):
        monkeypatch.setattr(module, "budget", lambda: SPENT)
        monkeypatch.setattr(module, "exchanges", corpus)
    monkeypatch.setattr(recipe, "tokenizer", lambda path: Characters())
    monkeypatch.setattr(served, "model", lambda adapter, told: Path())
    monkeypatch.setattr(network, "load", lambda path: network_of())
    monkeypatch.setattr(labels, "predicted", lambda items, vectors: ["sad"] * len(items))


@pytest.fixture
def on() -> Model:
    found = generator()
    return Model(found, Decoder(found.net, torch.arange(CHARACTERS), 10), Characters())


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(Path(), "valid", 6, 7, tmp_path, tmp_path / "vectors")


def trained(settings: Settings, *names: str) -> None:
    recipe.train(Run(Path(), settings.adapters / "checkpoints", out=settings.adapters, only=names))


def by_row(table: str, settings: Settings, on: Model) -> dict[str, Result | None]:
    items, _ = drawn(table, settings)  # type: ignore[arg-type]
    return {row.name: found for _, row, found in results(table, items, 4, settings, on)}  # type: ignore[arg-type]


def test_replies_are_drawn_by_the_seed_in_the_corpuss_order(settings: Settings) -> None:
    found, of = drawn("ed", settings)
    assert (len(found), of) == (6, 60)
    assert found == sorted(found, key=lambda item: int(item.context[0][1].split()[1]))
    assert drawn("ed", settings) == (found, of)


def test_what_is_not_trained_has_no_result(settings: Settings, on: Model) -> None:
    found = by_row("ed", settings, on)
    assert [name for name, result in found.items() if result] == ["Pretrained"]
    assert len(found) == 12


def test_each_generator_takes_its_turn_and_leaves_nothing_to_the_next(settings: Settings, on: Model) -> None:
    alone = by_row("ed", settings, on)["Pretrained"]
    trained(settings, "Fine-tuned", "Multitask", "Ensem-DM")
    found = by_row("ed", settings, on)
    assert found["Pretrained"] == alone
    assert len({found[name].expected for name in ("Pretrained", "Fine-tuned", "Multitask", "Ensem-DM")}) == 4  # type: ignore[union-attr]
    assert [len(result.felt) for result in found.values() if result] == [0, 0, 6, 0]
    assert by_row("ed", settings, on) == found


def test_likelihoods_are_of_the_reply_and_its_end(settings: Settings, on: Model) -> None:
    items, _ = drawn("ed", settings)
    asked = Asked(on, BY_NAME["Pretrained"], items, 4, settings)
    on.generator.become(BY_NAME["Pretrained"])
    found = asked.result(Row("Pretrained", "none"), GREEDY)
    for item, one in zip(items, found.expected, strict=True):
        assert (one.tokens, one.words, one.characters) == (
            len(item.reply) + 2,
            len(item.reply.split()),
            len(item.reply),
        )


def test_joint_chooses_for_itself_and_oracle_and_random_are_told(settings: Settings, on: Model) -> None:
    trained(settings, "Strategy", "Vanilla")
    found = by_row("esconv", settings, on)
    joint, oracle, chance, vanilla = (found[name] for name in ("Joint", "Oracle", "Random", "Vanilla"))
    assert joint
    assert oracle
    assert chance
    assert vanilla
    assert set(joint.chosen) <= set(STRATEGIES)
    assert (len(joint.chosen), oracle.chosen, chance.chosen) == (6, (), ())
    tokens = {tuple(one.tokens for one in result.expected) for result in (joint, oracle, chance, vanilla)}
    assert len(tokens) == 1  # the strategy is never counted
    assert oracle.expected != chance.expected


def test_a_strategys_share_is_its_first_pieces(settings: Settings, on: Model) -> None:
    items, _ = drawn("esconv", settings)
    on.generator.become(BY_NAME["Strategy"])
    asked = Asked(on, BY_NAME["Strategy"], items, 4, settings)
    shares = asked.choices()
    assert shares.shape == (6, 8)
    assert shares.sum(axis=1) == pytest.approx(np.ones(6))
    told = asked.told(Row("Joint", "own"), np.eye(8, dtype=np.float32)[[3] * 6])
    assert told == ["Self-disclosure"] * 6


def test_a_predicted_label_is_told_and_kept(settings: Settings, on: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labels, "given", lambda variant, items, vectors: ["proud"] * len(items))
    trained(settings, "MEED2")
    found = by_row("meed2", settings, on)
    predicted, told = found["MEED2"], found["MEED2, told the reply's own label"]
    assert predicted
    assert told
    assert (predicted.chosen, told.chosen) == (("sad",) * 6, ())
    assert predicted.expected != told.expected

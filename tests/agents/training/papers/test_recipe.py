from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from click.testing import CliRunner
from msgspec.structs import replace
from torch.nn import functional

from agents.corpora import empathetic
from agents.corpora.exchanges import Exchange
from agents.matching import encoder
from agents.training.command import train
from agents.training.common.fit import both_ways, matched
from agents.training.common.run import Run
from agents.training.network import padded
from agents.training.papers import joined, recipe
from agents.training.papers.variants import Budget, Variant, variants
from bot.errors import ConfigError
from skills.labels import EMOTIONS
from skills.models import tensors
from skills.models.matcher import Matcher

SPENT = Budget(steps=2, batch=4, rank=2, rate=1e-3, warm=1)
HEADER = "conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags"
THINGS = ("bike", "dog", "roof", "exam", "boss", "sister")


def item(context: str, reply: str, emotion: str = "sad") -> Exchange:
    return Exchange(((False, context),), reply, label=emotion)


BATCH = [item(f"My {thing} is gone.", f"Where did the {thing} go, and since when?") for thing in THINGS]


def of(name: str) -> Variant:
    return next(variant for variant in variants() if variant.name == name)


@pytest.fixture(scope="module")
def base() -> Matcher:
    return Matcher(encoder("default"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    lines = [HEADER]
    for number, pair in enumerate(BATCH):
        lines += [f"c{number},1,sad,s,0,{pair.context[0][1]},,", f'c{number},2,sad,s,1,"{pair.reply}",,']
    path = tmp_path / empathetic.FOLDER / "train.csv"
    path.parent.mkdir(parents=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf8")
    return tmp_path


def test_cached_gradients_are_those_of_the_whole_batch(base: Matcher, monkeypatch: pytest.MonkeyPatch) -> None:
    torch.manual_seed(0)
    monkeypatch.setattr(recipe, "CHUNK", 5)
    learner = recipe.Tuned(base, of("Multitask"), 2)
    learner.encoder.float()
    with torch.no_grad():
        for name, tensor in learner.adapter.items():
            tensor.add_(0.01 if name.endswith(".b") else 0)
    loss = learner.back(BATCH)
    cached = {name: tensor.grad.clone() for name, tensor in learner.named().items() if tensor.grad is not None}
    assert set(cached) == set(learner.named())
    learner.zero_grad()
    for tensor in learner.adapter.values():
        tensor.grad = None
    vectors = learner.encoder(*padded([*map(learner.read, BATCH), *map(learner.answer, BATCH)]))
    whole = learner.loss(vectors, BATCH)
    whole.backward()  # type: ignore[no-untyped-call]
    assert loss == pytest.approx(float(whole.detach()), abs=1e-5)
    for name, learnt in learner.named().items():
        assert learnt.grad is not None
        assert torch.allclose(cached[name], learnt.grad, atol=1e-5), name


def test_the_same_reply_twice_is_neither_right_nor_wrong() -> None:
    rows = functional.normalize(torch.randn(3, 8, generator=torch.Generator().manual_seed(1)), dim=-1)
    twice = [item("a", "Oh no!"), item("b", "Oh no!"), item("c", "Well done.")]
    scores = recipe.SHARPNESS * rows @ rows.T
    scores[0, 1] = scores[1, 0] = float("-inf")
    assert float(matched(rows, rows, recipe.said(twice), 20.0)) == pytest.approx(float(both_ways(scores)) / 2)


def test_multitask_learns_the_emotion_as_much_as_the_reply(base: Matcher) -> None:
    learner = recipe.Tuned(base, of("Multitask"), 2)
    alone = recipe.Tuned(base, of("Base"), 2)
    vectors = functional.normalize(torch.randn(12, 384), dim=-1)
    felt = functional.cross_entropy(learner.emotion(vectors[:6] * 384**0.5), torch.full((6,), EMOTIONS.index("sad")))
    found = alone.loss(vectors, BATCH)
    assert float(learner.loss(vectors, BATCH).detach()) == pytest.approx(float((felt + found).detach()) / 2, rel=1e-5)


def test_labels_stand_before_what_is_read(base: Matcher) -> None:
    learner = recipe.Tuned(base, of("EmoPrepend-3"), 2)
    assert learner.labelled is not None
    about = item("My dog died and I cry all day.", "I am so sorry.")
    labels = " ".join(learner.labelled.classifier.top("My dog died and I cry all day.", 3))
    assert learner.read(about) == base.encoder.words.utterance(f"{labels} My dog died and I cry all day.")
    assert len(learner.answer(about).ids) > len(base.encoder.words.utterance("I am so sorry.", True).ids)


@pytest.mark.parametrize("name", ["Ensem-DM", "Ensem-DM+", "Ensem-Tran"])
def test_an_ensemble_begins_as_base_and_learns_its_projection_alone(name: str, base: Matcher, tmp_path: Path) -> None:
    learner = recipe.learner_of(base, of(name), SPENT)
    assert isinstance(learner, recipe.Ensembled)
    talks = [pair.context for pair in BATCH]

    def vectors() -> joined.Joined:
        run = Run(tmp_path, tmp_path, out=tmp_path)
        learner.write(run, {})
        run.finish()
        return joined.Joined(base, learner.second, *recipe.projections(tmp_path))

    begun = vectors()
    assert np.allclose(begun.contexts(talks), base.contexts(talks), atol=1e-3)
    askew = [item(one.context[0][1], two.reply) for one, two in zip(BATCH, BATCH[1:] + BATCH[:1], strict=True)]
    first = learner.back(askew)
    recipe.learn(learner, lambda _: askew, replace(SPENT, steps=4), tmp_path)
    assert learner.back(askew) < first
    ended = vectors()
    assert ended.identity != begun.identity
    assert np.allclose(np.linalg.norm(ended.replies(["Where is it?"]), axis=1), 1)


def test_a_stopped_run_ends_where_an_unbroken_one_does(base: Matcher, tmp_path: Path) -> None:
    def ended(folder: Path, *parts: int) -> dict[str, torch.Tensor]:
        for steps in parts:
            torch.manual_seed(0)
            learner = recipe.Tuned(base, of("Base"), 2)
            spent = replace(SPENT, steps=steps)
            recipe.learn(learner, lambda step: BATCH[step : step + 4], spent, folder)
        return learner.named()

    whole, broken = ended(tmp_path / "a", 2), ended(tmp_path / "b", 1, 2)
    for name, tensor in whole.items():
        assert torch.allclose(tensor, broken[name], atol=1e-6), name


def test_every_variant_sees_the_same_batches_and_each_example_before_any_comes_again() -> None:
    batch = recipe.batches(BATCH, SPENT, seed=3)
    seen = [pair.reply for step in range(3) for pair in batch(step)]
    assert sorted(seen[:6]) == sorted(seen[6:]) == sorted(pair.reply for pair in BATCH)
    assert batch(1) == recipe.batches(BATCH, SPENT, seed=3)(1)
    assert batch(0) != recipe.batches(BATCH, SPENT, seed=4)(0)


def test_what_is_trained_is_found_again_and_not_trained_twice(
    data: Path, base: Matcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recipe, "budget", lambda: SPENT)
    given = ["papers", "--datapath", str(data), "--out", str(data / "out"), "--checkpoints", str(data / "kept")]
    done = CliRunner().invoke(train, [*given, "--variant", "EmoPrepend-1"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    folder = data / "out" / "emoprepend-1"
    assert recipe.made(data / "out", of("EmoPrepend-1"), base.identity, SPENT)
    assert not recipe.made(data / "out", of("EmoPrepend-1"), "another Base", SPENT)
    assert not recipe.made(data / "out", of("EmoPrepend-1"), base.identity, replace(SPENT, steps=3))
    assert not recipe.made(data / "out", of("Base"), base.identity, SPENT)
    own = Matcher(encoder("default", folder), folder)  # the adapter and its maps are read as the shipped ones are
    assert own.identity != encoder("default", folder).identity
    assert own.identity != base.identity
    likeness = (own.encoder.texts(["My dog is gone."]) * base.encoder.texts(["My dog is gone."])).sum()
    assert 0.8 < likeness < 0.9999
    monkeypatch.setattr(recipe, "learn", pytest.fail)
    CliRunner().invoke(train, [*given, "--variant", "EmoPrepend-1"], catch_exceptions=False)
    assert tensors.find("retrieval", folder).is_file()


def test_a_variant_that_is_not_there_is_refused_with_the_choices() -> None:
    with pytest.raises(ConfigError, match=r"called 'Ensem-DN' \(there are: Base, Multitask, EmoPrepend-1"):
        recipe.asked(["Ensem-DN"])
    assert len(recipe.asked([])) == 11

from __future__ import annotations

import json

import numpy as np
import pytest
from safetensors import safe_open

from agents.corpora import epitome
from agents.evaluation.answers import Answer
from agents.evaluation.empathy import shown
from agents.training.common.run import Run
from agents.training.heads import empathy as recipe
from agents.training.heads.empathy import Seen
from agents.training.rerankers.pair_examples import Given
from skills import empathy
from tests.agents.rated import RATED, write


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Trained on rows in which the reply alone tells its levels."""
    folder = tmp_path_factory.mktemp("corpora")
    write(folder)
    made = Run(folder, folder, seed=3, adapter="published", out=folder)
    recipe.train(made)
    made.finish()
    return made


def test_the_saved_levels_are_those_of_rows_that_were_held_out(run: Run) -> None:
    known = recipe.seen(run.vectorizer(), epitome.load(run.datapath, "test"))
    reader = empathy.load(run.out)
    assert len(known.texts) > 20
    assert np.abs(reader.levels(known.said, known.replies, known.texts) - known.levels).max() < 0.5
    scores = reader.scores(known.said, known.replies, known.texts)
    assert reader.chosen(scores).tolist() == known.levels.tolist()


def test_the_kinds_are_the_corpuss_in_its_order() -> None:
    assert empathy.KINDS == epitome.KINDS


def test_what_the_levels_were_made_with_is_noted(run: Run) -> None:
    with safe_open(run.out / "empathy.safetensors", "np") as file:
        notes = file.metadata()
        prior = file.get_tensor("prior").astype(float).reshape(3, 3)
    assert (notes["adapter"], notes["seed"]) == ("published", "3")
    assert len(json.loads(notes["temperatures"])) == 3
    assert np.exp(prior).sum(axis=1) == pytest.approx(np.ones(3), abs=1e-2)
    assert prior[:, 0] == pytest.approx(np.log([0.6] * 3), abs=0.1)  # three of five rows show none of a kind


def test_ours_and_theirs_are_set_side_by_side(run: Run) -> None:
    context = ((False, "My cup broke"),)
    asks, feels = RATED[1][0], RATED[0][0]
    answers = [Answer(Given(f"{n}", "sad", context, f"{feels} {n}"), f"{asks} {n}") for n in range(20)]
    felt, _, explored = shown(empathy.load(run.out), run.vectorizer(), answers)
    assert felt.gold.value > 1 > felt.ours.value
    assert explored.gap.value == pytest.approx(explored.ours.value - explored.gold.value, abs=1e-6)
    assert explored.gap.low > 0.5


def test_the_reader_gives_what_the_regressions_give_and_needs_no_level_to_occur() -> None:
    """Rows by chance, without a single strong interpretation: both ways agree."""
    random = np.random.default_rng(1)
    words = ("sorry", "why", "hope", "you", "then", "so")
    texts = tuple(" ".join(random.choice(words, 6)) + "?" * (n % 2) for n in range(200))
    said, replies = (random.normal(size=(200, 384)).astype(np.float32) / 20 for _ in range(2))
    levels = random.integers(0, 3, (200, 3))
    levels[:, 1] %= 2
    known = Seen(texts, said, replies, levels, np.arange(200))
    reader, temperatures = recipe.fit(known, 0)
    shares = reader.shares(said, replies, texts)
    assert shares[:, 1, 2].max() < 1e-3
    table = np.asarray(recipe._table(known, reader.keys, reader.rarity).todense())
    parts = [reader.words / recipe.HEED, reader.vector, reader.plain / [[2.0], [4.0], [0.5]]]
    wanted = table @ np.concatenate(parts) + reader.bias
    assert reader.scores(said, replies, texts).reshape(200, 9) == pytest.approx(wanted, abs=1e-4)
    assert all(0.3 <= temperature <= 3.1 for temperature in temperatures)

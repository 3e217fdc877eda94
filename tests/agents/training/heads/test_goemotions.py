"""The reader of 27 emotions: its scores, how thresholds are chosen, and the whole recipe on made-up comments."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from agents.corpora import goemotions as corpus
from agents.corpora.goemotions import LABELS, Comment
from agents.training.common.run import Run
from agents.training.heads import goemotions
from agents.training.heads.goemotions import Network, Settings, best_temperature, best_thresholds, held_out, load, marks
from bot.errors import WeightsError
from tests.skills.models.tiny import Tiny

SAID = {"joy": "what a lovely sunny garden", "anger": "this broken door again", "gratitude": "thank you for the soup"}


def test_a_score_is_the_vectors_map_and_that_of_the_tokens_it_heeds() -> None:
    network = Network(384).eval()
    with torch.no_grad():
        network.whole.weight.zero_()
        network.whole.bias.fill_(-1.0)
        network.words.weight.zero_()
        network.words.weight[3, 0] = 1.0
        network.focus.weight.zero_()
        network.focus.weight[3, 1] = 1.0
        tokens = torch.zeros(1, 3, 384)
        tokens[0, :, 0] = torch.tensor([2.0, 4.0, 9.0])
        tokens[0, 1, 1] = np.log(3)  # heeded three times as much as the first; the third is padding
        scores = network(torch.zeros(1, 384), tokens, torch.tensor([[True, True, False]]))
    assert scores[0, 3].item() == pytest.approx(-1 + (2 + 3 * 4) / 4)
    assert scores[0, :3].tolist() == pytest.approx([-1, -1, -1])


def test_a_reader_is_as_wide_as_the_encoder_that_it_reads(tmp_path: Path, tiny: Tiny) -> None:
    run = Run(tmp_path, tmp_path, seed=3, adapter="published", size=tiny.size, out=tmp_path)
    comments = [Comment(name, text, (name,)) for name, text in SAID.items() for _ in range(8)]
    seen = goemotions.read(run.vectorizer(), comments)
    assert seen.tokens.shape[1] == seen.vectors.shape[1] == tiny.size.width
    reader = goemotions.fitted(seen, marks(comments), run.seed, Settings(epochs=1, batch=8))
    goemotions.save(run, reader)
    run.finish()
    again = goemotions.known(run)
    assert again.network.whole.weight.shape == (len(LABELS), tiny.size.width)
    assert again.probabilities(seen) == pytest.approx(reader.probabilities(seen), abs=2e-3)


def test_a_threshold_takes_in_what_raises_f1_and_stands_half_way_to_the_next() -> None:
    likely = np.array([[0.9], [0.8], [0.6], [0.4], [0.1]])
    truth = np.array([[True], [False], [True], [False], [False]])
    assert best_thresholds(likely, truth) == pytest.approx([0.5])
    assert best_thresholds(likely, np.array([[True], [True], [True], [True], [True]])) == pytest.approx([0.1])


def test_the_temperature_undoes_overconfidence() -> None:
    random = np.random.default_rng(0)
    scores = random.normal(0, 1.5, (4000, 3))
    truth = random.random(scores.shape) < goemotions.sigmoid(scores)
    assert best_temperature(2 * scores, truth) == pytest.approx(2, rel=0.1)


def test_rows_are_held_out_once_and_the_same_for_the_same_seed() -> None:
    kept, held = held_out(100, 3)
    assert sorted([*kept, *held]) == list(range(100))
    assert len(held) == 10
    assert np.array_equal(held, held_out(100, 3)[1])


def test_what_is_learnt_is_saved_and_says_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "goemotions"
    folder.mkdir()
    rows = [f"{text} {n}\t{LABELS.index(name)}\tid{n}{name}" for n in range(40) for name, text in SAID.items()]
    (folder / "train.tsv").write_text("\n".join(rows), encoding="utf8")
    run = Run(tmp_path, tmp_path, seed=3, adapter="published", out=tmp_path)
    comments = corpus.load(tmp_path, "train")
    seen = goemotions.read(run.vectorizer(), comments)
    reader = goemotions.fitted(seen, marks(comments), run.seed, Settings(epochs=12, batch=16, peak=1e-2))
    given = reader.labels(reader.probabilities(seen))
    there = [LABELS.index(name) for name in SAID]
    assert (given == marks(comments))[:, there].mean() > 0.97
    goemotions.save(run, reader)
    run.finish()
    again = load(tmp_path)
    assert again.probabilities(seen) == pytest.approx(reader.probabilities(seen), abs=2e-3)
    assert again.thresholds == pytest.approx(reader.thresholds, abs=1e-3)
    (tmp_path / "pins.json").write_text(json.dumps({}), encoding="utf8")
    with pytest.raises(WeightsError, match="no weights are called 'goemotions'"):
        load(tmp_path)

"""Figures of many labels at once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sklearn")
from sklearn.metrics import f1_score

from agents.corpora import goemotions as corpus
from agents.corpora.goemotions import LABELS
from agents.evaluation.understanding import goemotions
from agents.evaluation.understanding.goemotions import above, calibration, tally
from agents.metrics.intervals import interval
from agents.training.common.run import Run
from agents.training.heads import goemotions as recipe

SAID = {"joy": "what a lovely sunny garden", "anger": "this broken door again", "gratitude": "thank you for the soup"}


def test_macro_f1_is_scikit_learns_over_the_labels_that_occur() -> None:
    random = np.random.default_rng(0)
    truth, guess = (random.random((60, 5)) < share for share in (0.3, 0.4))
    truth[:, 4] = guess[:, 4] = False
    found = tally(truth, guess).macro_f1(np.arange(60))
    assert found == pytest.approx(f1_score(truth[:, :4], guess[:, :4], average="macro"))
    assert tally(truth, guess).wholly(np.arange(60)) == pytest.approx((truth == guess).all(axis=1).mean())
    better = above(tally(truth, truth), tally(truth, guess))
    assert better.low > 0
    assert better.value == pytest.approx(1 - found)


def test_each_label_is_calibrated_by_itself() -> None:
    likely = np.array([[0.9, 0.05], [0.9, 0.05], [0.1, 0.05], [0.1, 0.05]])
    truth = np.array([[True, False], [False, False], [False, False], [False, False]])
    # first label: (|1.8 - 1| + |0.2 - 0|) / 4; second: |0.2 - 0| / 4
    assert calibration(likely, truth).value == pytest.approx((0.25 + 0.05) / 2)


def test_ours_and_the_words_stand_side_by_side(tmp_path: Path) -> None:
    folder = tmp_path / "goemotions"
    folder.mkdir()
    for name, count in (("train", 30), ("dev", 8)):
        rows = [f"{text} {n}\t{LABELS.index(label)}\t{n}{label}" for n in range(count) for label, text in SAID.items()]
        (folder / f"{name}.tsv").write_text("\n".join(rows), encoding="utf8")
    run = Run(tmp_path, tmp_path, seed=3, adapter="published", out=tmp_path)
    recipe.train(run)
    run.finish()
    found = {row.measure: row for row in goemotions.rows(run, "valid")}
    macro = found["macro-F1"]
    assert macro.shipped is not None
    assert dict(macro.beside)["TF-IDF + logistic regression"] > dict(macro.beside)["always neutral"] == 0
    assert ".46 BERT" in macro.known
    assert len(found) == 5


@pytest.mark.corpus
def test_the_shipped_reader_is_better_than_the_larger_model_was(corpora: Path, tmp_path: Path) -> None:
    comments, reader = corpus.load(corpora, "valid"), recipe.load()
    seen = recipe.read(Run(corpora, tmp_path).vectorizer(), comments)
    found = tally(recipe.marks(comments), reader.labels(reader.probabilities(seen)))
    assert interval(len(comments), found.macro_f1).low > 0.46

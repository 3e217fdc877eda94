from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sklearn")
from agents.corpora import empathetic
from agents.training.common.run import Run
from agents.training.heads.ngrams import Size, felt, fitted, right, write
from skills.models import ngrams
from skills.models.ngrams import counted

WEATHER = {"sad": ["rain", "fog", "grey"], "glad": ["sun", "warm", "bright"], "afraid": ["storm", "thunder", "dark"]}
TEXTS = [f"the {word} {time} came" for words in WEATHER.values() for word in words for time in ("day", "night", "hour")]
LABELS = [label for label, words in WEATHER.items() for _ in words for _ in range(3)]


def test_what_tells_labels_apart_is_kept_and_what_is_rare_or_common_is_not(tmp_path: Path) -> None:
    model = fitted(TEXTS, LABELS, tuple(WEATHER), Size(90, 2), 0)
    assert len(model.keys) == 90
    assert model.weights.dtype == np.int8
    assert np.abs(model.weights).max(axis=0).tolist() == [127, 127, 127]
    keys = set(model.keys.tolist())
    assert counted("storm").keys() & keys
    assert not counted("the").keys() & keys
    assert right(model, TEXTS, LABELS).value == 1
    assert model.top("a dark storm", 1) == ("afraid",)
    assert model.top("warm sun today", 1) == ("glad",)


def test_the_written_classifiers_say_the_same(tmp_path: Path) -> None:
    model = fitted(TEXTS, LABELS, tuple(WEATHER), Size(90, 2), 0)
    run = Run(tmp_path, tmp_path, out=tmp_path)
    write(run, {"emotion": model})
    (path,) = run.finish()
    found = ngrams.load("emotion", tmp_path)
    assert found.labels == tuple(WEATHER)
    assert np.array_equal(found.keys, model.keys)
    assert found.scores(TEXTS) == pytest.approx(model.scores(TEXTS), abs=2e-3)  # in half precision
    assert path.stat().st_size < 5000


def test_a_label_without_a_text_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no text of proud"):
        fitted(TEXTS, LABELS, (*WEATHER, "proud"), Size(90, 2), 0)


def test_situations_are_cut_where_it_is_asked_for() -> None:
    talk = empathetic.Dialog("1", "proud", "I was proud of my garden", ())
    assert felt([talk]) == (["I was proud of my garden"], ["proud"])
    assert felt([talk], cut=True) == (["I was of my garden"], ["proud"])


@pytest.mark.corpus
def test_the_shipped_classifier_is_better_than_fasttext_was(corpora: Path) -> None:
    emotion = ngrams.load("emotion")
    assert right(emotion, *felt(empathetic.load(corpora, "valid"))).low > 0.43

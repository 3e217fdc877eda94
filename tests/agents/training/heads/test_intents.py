from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agents.corpora.intents import EXTENDED, INTENTS, LABELS, Labelled
from agents.training.common.run import Run
from agents.training.heads import intents as recipe
from agents.training.heads.intents import further, kind, likelier, numbers
from skills.models import intents
from skills.models.head import Head

REPLIES = {
    "agreeing": "yes exactly so",
    "acknowledging": "oh that sounds big",
    "encouraging": "keep at it bravely",
    "consoling": "it will pass soon",
    "sympathizing": "so sorry for you",
    "suggesting": "you might try rest",
    "questioning": "what happened then?",
    "wishing": "good luck with all",
    "neutral": "there is a chair",
}


def test_more_replies_are_taken_up_to_a_number_and_none_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipe, "MORE", 2)
    known = [Labelled("wishing", "a")]
    found = further(known, [Labelled("wishing", text) for text in "abcd"] + [Labelled("neutral", "e")])
    assert [row.text for row in found] == ["b", "c", "e"]


def test_all_feelings_are_one_kind() -> None:
    rows = [Labelled("sad", "x"), Labelled("agreeing", "x"), Labelled("neutral", "x"), Labelled("proud", "x")]
    assert [kind(row) for row in rows] == ["feeling", "agreeing", "neutral", "feeling"]
    assert numbers(rows).tolist() == [0, 1, 9, 0]


def test_the_odds_of_a_feeling_are_raised() -> None:
    head = Head(((np.zeros((2, 1)), np.array([0.0, 1.0])),), ("feeling", "other"), 2.0, {})
    before, after = (item.probabilities(np.zeros(1)) for item in (head, likelier(head, 4.0)))
    assert after[0] / after[1] == pytest.approx(4 * before[0] / before[1])


def test_the_saved_reader_tells_the_kinds_of_new_lines(tmp_path: Path) -> None:
    folder = tmp_path / "empathetic_intents"
    (folder / "lexically_extended/train").mkdir(parents=True)
    rows = [f"{LABELS.index(label)} <SEP> {text} number {n}" for n in range(24) for label, text in REPLIES.items()]
    rows += [f"{LABELS.index('sad')} <SEP> When I lost my cat I cried at home {n}" for n in range(48)]
    rows = [rows[place] for place in np.random.default_rng(0).permutation(len(rows))]
    (folder / "train.txt").write_text("\n".join(rows) + "\n", encoding="utf8")
    for label in (*INTENTS, "neutral"):
        path = folder / f"lexically_extended/train/{EXTENDED[label]}.txt"
        path.write_text(f"{LABELS.index(label)} <SEP> {REPLIES[label]} again\n", encoding="utf8")
    run = Run(tmp_path, tmp_path, adapter="published", out=tmp_path)
    recipe.train(run)
    run.finish()
    reader, encoder = intents.load(tmp_path), run.vectorizer().encoder
    texts = [f"{text} once more" for text in REPLIES.values()] + ["I cried when my cat was lost"]
    shares = reader.shares(encoder.texts(texts), texts)
    assert reader.labels == LABELS
    assert [reader.labels[place] for place in shares[:-1].argmax(axis=1)] == list(REPLIES)
    assert shares[-1, :32].sum() > 0.8
    assert shares.sum(axis=1) == pytest.approx(np.ones(10), abs=1e-5)

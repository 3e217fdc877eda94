from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agents.corpora.exchanges import Exchange
from agents.evaluation import banks, table_2
from agents.evaluation.published import TABLE_2, TABLE_9, Retrieval
from agents.evaluation.table_2 import OWN, Corpus, rows, sheet
from agents.training.papers.variants import Budget, Prepend, Variant, variants
from tests.agents.evaluation.test_prepend import told

SPENT = Budget(steps=3, batch=2, rank=1, rate=1e-3, warm=1)


@pytest.fixture
def corpus(monkeypatch: pytest.MonkeyPatch) -> Corpus:
    monkeypatch.setattr(banks, "load", lambda *_: [Exchange((), "one two three four"), Exchange((), "w3 w4")])
    return Corpus([Exchange(((False, f"w{n}"),), f"w{n}") for n in range(100)], Path(), pytest.fail)


def test_figures_stand_beside_the_papers_and_what_is_not_trained_says_so(words: Any, corpus: Corpus) -> None:
    chosen = [
        Variant("Pretrained", "published", measured=("published",)),
        Variant("Base", "published", learns=("reply",), sets=("ED", "ED+ESConv"), measured=("default",)),
        Variant("Multitask", "Base", learns=("reply", "emotion"), stand_in="ours"),
    ]
    found = sheet(list(rows(chosen, corpus, lambda _, whose: words if whose != OWN else None)), "valid", SPENT)
    first, base, other, multitask = found.rows
    assert first[:3] == ("Pretrained", "ED", 43.25)
    assert getattr(first[3], "value", None) == 100
    assert (first[4], first[5], first[6], first[9]) == (None, None, 5.51, None)
    assert (base[2], base[3], base[5], base[6]) == (56.90, None, "not trained", 5.88)
    assert getattr(base[4], "value", None) == 100
    assert (other[1], other[2], other[4], other[5], other[6]) == ("ED+ESConv", None, None, None, 4.74)
    assert multitask == ("Multitask", "ED", 55.73, None, None, "not trained", 6.18, None, None, "not trained")
    assert "Multitask: ours." in found.note
    assert "3 steps of 2 pairs" in found.note


def test_a_model_with_weights_of_its_own_is_measured_with_them(words: Any, corpus: Corpus) -> None:
    asked: list[str] = []

    def encoders(variant: Variant, whose: str) -> Any:
        asked.append(f"{variant.name} {whose}")
        return words

    (row,) = rows([Variant("Base", "Base", learns=("reply",))], corpus, encoders)
    assert asked == ["Base own"]
    cells = sheet([row], "valid", SPENT).rows[0]
    assert getattr(cells[5], "value", None) == 100
    assert not isinstance(cells[9], str)


def test_labels_are_put_before_what_is_retrieved_only_where_they_were_learnt_with(words: Any, corpus: Corpus) -> None:
    chosen = Variant("EmoPrepend-1", "Base", ("reply",), measured=("published",), prepend=Prepend("emotion", 1))
    labelled = replace(corpus, classifiers=lambda _: told())
    (row,) = rows([chosen], labelled, lambda *_: words)
    assert set(row.p_at_1) == {"published", "own"}
    assert set(row.bleu) == {"own"}
    assert "sad one two three four" in words.encoded


def test_the_papers_table_has_every_variant_of_ours() -> None:
    for variant in variants():
        for name in variant.sets:
            assert (variant.name, table_2.REDDIT.get(name, name)) in TABLE_2
    assert TABLE_2["Base", "ED"] == Retrieval(56.90, 5.88)
    assert TABLE_9["fastText"] == (0.43, 0.41)

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from agents.evaluation.many import clauses_of, distinct, many, real, recombined

LINES = (
    "My cat ran off_comma_ and I looked everywhere for her.",
    "Oh no! Where did you last see her?",
    "By the pond_comma_ because she likes the frogs there.",
    "Oh no! Where did you last see her?",
)


def data(folder: Path) -> Path:
    path = folder / "empatheticdialogues/empatheticdialogues/train.csv"
    path.parent.mkdir(parents=True)
    rows = [f"a,{number},sad,The cat left,{number % 2},{line},," for number, line in enumerate(LINES, 1)]
    head = "conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags"
    path.write_text("\n".join([head, *rows]) + "\n")
    return folder


def test_what_was_said_comes_first_and_then_what_nobody_said(tmp_path: Path) -> None:
    data(tmp_path)
    texts, said = many(tmp_path, 20)
    assert said == 3
    assert len(texts) == len(set(texts)) == 20
    assert set(texts[:3]) == set(real(tmp_path))
    clauses = {clause for text in texts[:3] for clause in clauses_of(text)}
    for text in texts[3:]:
        assert sum(clause in text for clause in clauses) >= 1
        assert text not in texts[:3]


def test_a_longer_list_begins_with_the_shorter_one(tmp_path: Path) -> None:
    data(tmp_path)
    assert many(tmp_path, 20)[0][:8] == many(tmp_path, 8)[0]
    assert many(tmp_path, 2) == (many(tmp_path, 20)[0][:2], 2)


def test_clauses_are_cut_at_marks_and_joining_words() -> None:
    text = "I was late for work, and my boss saw it because he was there. Oh!"
    assert clauses_of(text) == ["I was late for work", "and my boss saw it", "because he was there"]
    assert clauses_of("So it is") == ["So it is"]
    assert clauses_of("no way, yes") == [], "too short to be told from others"


@given(st.integers(0, 99))
def test_new_texts_are_two_or_three_clauses(seed: int) -> None:
    said = ["alpha beta gamma", "delta epsilon zeta"]
    for text in islice(recombined(said, random.Random(seed)), 5):
        assert 2 <= text.count("alpha beta gamma") + text.count("delta epsilon zeta") <= 3


def test_of_nothing_nothing_is_made() -> None:
    assert list(recombined([], random.Random(0))) == []
    assert list(distinct(iter("abca"))) == ["a", "b", "c"]

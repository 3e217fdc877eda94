"""The recipe of the danger classifier: its lines, its batches, and that it learns."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np

from agents.corpora import written
from agents.training.heads import danger_free
from agents.training.heads.danger import EASY, HARD, Line, Recipe, Rows, batches, learn, lines, rows_of, shares, small
from skills.care.danger_classifier import KINDS, LABELS
from skills.encoder import shared_text_encoder
from skills.models.adapter import factors


def test_lines_stand_below_what_is_true_of_them(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("# abuse 2\nhe hit me\n\n# in a game 0\nI died twice\n", encoding="utf8")
    found = list(lines(tmp_path))
    assert found[:2] == [Line("he hit me", "abuse", 2), Line("I died twice", "in a game", 0)]
    assert (found[0].label, found[1].label) == (1 + KINDS.index("abuse") * 3 + 1, 0)


def test_every_kind_is_learnt_from_lines_of_its_own_and_calm_lines_are_many() -> None:
    counts = Counter(line.kind for line in lines() if line.level)
    assert set(counts) == set(KINDS)
    assert min(counts.values()) > 50
    assert sum(not line.level for line in lines()) > 1000
    assert {line.label for line in lines()} <= set(range(LABELS))


def test_no_line_is_told_to_be_both_calm_and_danger() -> None:
    known = {line.text: line.level > 0 for line in lines()}
    assert [line.text for line in lines() if known[line.text] != (line.level > 0)] == []


def test_batches_show_every_row_once() -> None:
    rows = Rows([np.zeros((size, 384), np.float16) for size in range(1, 12)], [[0]] * 11, np.zeros(11, np.int64))
    cut = batches(rows, range(11), Recipe(batch=4), seed=3)
    assert sorted(row for batch in cut for row in batch) == list(range(11))
    assert max(map(len, cut)) == 4


def test_it_learns_to_tell_two_kinds_apart() -> None:
    texts = ["he hit me again", "what a lovely cake", "he beats me every night", "we had cake and tea"]
    labels = [Line("", "abuse", 2).label, 0] * 2
    encoder = shared_text_encoder().text_encoder
    rows = rows_of(encoder, texts, labels)
    classifier, kept = learn(encoder, rows, range(4), Recipe(epochs=12, batch=4, dropout=0.0, peak=3e-3), seed=1)
    assert shares(classifier, rows, range(4)).argmax(axis=1).tolist() == labels
    assert {name.split(".")[0] for name in kept} == {"layers", "look", "pieces", "out"}


def test_what_is_saved_in_eight_bits_is_nearly_what_was_learnt() -> None:
    random = np.random.default_rng(7)
    shapes = {"layers.0.up.a": (16, 24), "pieces.weight": (40, 24), "look.weight": (1, 24), "out.bias": (28,)}
    learnt = {name: random.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    kept = small(learnt)
    assert {name for name, array in kept.items() if array.dtype == np.int8} == {"layers.0.up.a", "pieces.weight"}
    held = factors(kept)
    assert {name for name, array in held.items() if np.abs(array - learnt[name]).max() > 0.02} == set()
    assert set(held) == set(learnt)


def test_the_free_ear_is_taught_ordinary_talk_by_our_own_dialogues_alone() -> None:
    said = {one.text for talk in written.read() for one in talk.utterances if one.speaker == "person"}
    told = danger_free.ordinary(7)
    assert len(told) > HARD + EASY
    assert set(told) <= said
    assert told == danger_free.ordinary(7)

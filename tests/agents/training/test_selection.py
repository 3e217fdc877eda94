"""The recipe of the selection, on vectors made up here, and the choices that come with the project."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from agents.training.selection import (
    CHOICES,
    DOUBT,
    MOST,
    Chosen,
    Known,
    approved,
    chosen,
    learn,
    often,
    told_of,
    wanted,
)
from agents.verdicts.item import Candidate, Item, Said
from agents.verdicts.verdict import Mark, Verdict
from bot.errors import CorpusError
from skills import openings

TEXTS = ("A cat.", "A dog.", "A fish.")
GENERAL = [line.text for opening in openings.read() if opening.general for line in opening.lines]


def test_what_is_wanted_are_shares_the_first_choice_most() -> None:
    both = Chosen(item="5/a", good=("A dog.", "A cat."), passable=("A fish.",))
    rows = [both, Chosen(item="5/b", passable=("A cat.",))]
    assert wanted(rows, TEXTS) == pytest.approx(np.array([[1, 1.3, 0.4], [2.7, 0, 0]]) / 2.7)


def test_how_often_lines_were_chosen_is_told_against_all_alike() -> None:
    rows = [Chosen(item=f"5/{name}", good=("A dog.",), passable=("A cat.",)) for name in "abc"]
    assert often(rows, TEXTS) == pytest.approx(np.log([3 / 2, 3 / 2, 0.5 / 2]))


def test_a_line_counts_more_where_readers_call_it_good_oftener_than_others() -> None:
    replies = (Candidate("A cat.", "general"), Candidate("A dog.", "general"), Candidate("A bird.", "shelf"))
    item = Item("i", "t", (Said("person", "hello"),), replies)
    marks: tuple[Mark, ...] = ("good", "bad", "good")
    verdicts = [Verdict("i", f"r{number}", marks, 0, 1, (None, "generic", None)) for number in range(4)]
    cat, dog, fish = approved([({"i": item}, verdicts)], TEXTS)
    share = (4 + DOUBT / 2) / (4 + DOUBT)  # half of what is ours is good; of the shelf's own nothing counts
    above = 2 * np.log(share / (1 - share))
    assert above > MOST
    assert (cat, dog, fish) == (MOST, pytest.approx(-above), 0)


def test_what_cosines_do_not_tell_is_learnt() -> None:
    rng = np.random.default_rng(0)
    which = rng.integers(0, 3, 300)
    vectors = np.eye(8, dtype=np.float32)[which] + rng.normal(0, 0.05, (300, 8)).astype(np.float32)
    known = Known(vectors, np.zeros((300, 3, 3), np.float32), np.eye(3, dtype=np.float32)[(which + 1) % 3])
    product = learn(known, np.eye(3, 4, dtype=np.float32), [0, 1, 1], seed=7)
    with torch.no_grad():
        scores = product(torch.eye(8)[:3], torch.zeros(3, 3, 3))
    assert scores.argmax(1).tolist() == [1, 2, 0]
    assert "learnt 1.000 among 1" in told_of(product, known)


def test_a_line_that_is_none_of_ours_is_named_and_so_is_a_context_without_a_choice(tmp_path: Path) -> None:
    path = tmp_path / "choices.jsonl"
    path.write_text('{"item":"5/a","good":["A bird."]}\n')
    with pytest.raises(CorpusError, match=r"choices.jsonl, line 1: 'A bird\.' is no general line of skills/replies"):
        chosen(path, TEXTS)
    path.write_text('{"item":"5/a"}\n')
    with pytest.raises(CorpusError, match=r"choices.jsonl, line 1: nothing is chosen"):
        chosen(path, TEXTS)


def test_our_choices_are_general_lines_and_of_each_context_once() -> None:
    rows = chosen(CHOICES, GENERAL)
    assert len({row.name for row in rows}) == len(rows)
    assert sum(bool(row.good) for row in rows) > 0.9 * len(rows)

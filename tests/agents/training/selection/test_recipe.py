"""What the selection's recipe counts on talks set aside."""

from __future__ import annotations

import numpy as np
import pytest

from agents.training.selection.material import Example
from agents.training.selection.recipe import DOUBT, MOST, approved, in_order, told_of
from agents.verdicts.item import Candidate, Item, Said
from agents.verdicts.verdict import Mark, Verdict

NAMES = ("they ask what to do", "good news")
SCORES = np.array([[3, 2, 1], [1, 3, 2]], np.float32)


def test_how_often_what_was_chosen_and_the_first_kind_come_first_is_told() -> None:
    tested = [Example((), {2: 0.5, 0: 0.5}, {0: 0.6, 1: 0.4}), Example((), {2: 1}, {1: 1}, [(1, 0), (0, 2)])]
    kinds = np.array([[4, 0], [2, 0]], np.float32)
    chosen, first, questions, order = told_of(tested, SCORES, kinds, NAMES)
    assert chosen.startswith("2 contexts, something chosen 0.500 among 1, 1.000 among 3")
    assert first.startswith("2 messages, first kind 0.500 among 1, 1.000 among 3")
    assert questions == "questions heard 1.000, elsewhere 1.000"
    assert order == "1 contexts with verdicts, in order 1.000"


def test_only_lines_that_were_marked_differently_are_in_an_order() -> None:
    assert in_order(SCORES[0], Example((), marked=[(0, 0), (1, 2), (2, 1), (0, 0)])) == pytest.approx(4 / 5)
    assert in_order(SCORES[0], Example((), marked=[(0, 1), (1, 1)])) is None


def test_a_line_counts_more_where_readers_call_it_good_oftener_than_others() -> None:
    replies = (Candidate("A cat.", "general"), Candidate("A dog.", "general"), Candidate("A bird.", "shelf"))
    item = Item("i", "t", (Said("person", "hello"),), replies)
    marks: tuple[Mark, ...] = ("good", "bad", "good")
    verdicts = [Verdict("i", f"r{number}", marks, 0, 1, (None, "generic", None)) for number in range(4)]
    cat, dog, fish = approved([({"i": item}, verdicts)], ("A cat.", "A dog.", "A fish."))
    share = (4 + DOUBT / 2) / (4 + DOUBT)  # half of what is ours is good; of the shelf's own nothing counts
    above = 2 * np.log(share / (1 - share))
    assert above > MOST
    assert (cat, dog, fish) == (MOST, pytest.approx(-above), 0)

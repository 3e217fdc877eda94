"""The nearest lines, by vectors that can be worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from skills.models.head import Floats
from skills.openings import Line, Opening, Reference
from skills.shelf import Found, Shelf, Vectors, digest, kinds, numbers, written

CAT, DOG, ANY, PROMISE = (
    Line(text, "Others") for text in ("A cat.", "A dog.", "Anything.", "I promise it'll be okay.")
)
EYE = np.eye(3, dtype=np.float32)
ROLL = np.roll(EYE, 1, axis=0)


def rows(*values: tuple[float, float, float]) -> Floats:
    return np.array(values, np.float32)


def shelf(lines: list[tuple[Line, int]], replies: Floats, told: Floats, mapping: Floats | None = None) -> Shelf:
    return Shelf(lines, Vectors(replies, told, EYE, EYE), mapping)


def test_a_line_is_near_by_itself_and_by_what_it_was_written_for() -> None:
    lines = [(CAT, 0), (DOG, 1)]
    made = shelf(lines, rows((0.5, 0, 0), (0.6, 0, 0)), rows((0.4, 0, 0), (0.1, 0, 0)))
    ((first, second),) = made.nearest(EYE[:1], 2)
    assert (first.line, second.line) == (CAT, DOG)
    assert [first.score, second.score] == pytest.approx([0.9, 0.7])


def test_where_an_opening_s_words_are_not_known_the_line_counts_twice() -> None:
    lines = [(CAT, 0), (DOG, 1)]
    made = shelf(lines, rows((0.5, 0, 0), (0.6, 0, 0)), rows((0.4, 0, 0), (0, 0, 0)))
    ((first, second),) = made.nearest(EYE[:1], 2)
    assert (first.line, second.line) == (DOG, CAT)
    assert first.score == pytest.approx(1.2)


def test_general_lines_are_none_of_the_nearest_and_are_selected_apart() -> None:
    lines = [(ANY, -1), (CAT, 0), (DOG, -1)]
    made = shelf(lines, rows((0.2, 0, 0), (0.1, 0, 0), (0.3, 0, 0)), rows((0.5, 0, 0)))
    assert [[one.line for one in found] for found in made.nearest(EYE[:1], 5)] == [[CAT]]
    (found,) = made.selected(made.likely(EYE[:1], EYE[:1], [{}]), 5, [[]])
    assert made.general == [ANY.text, DOG.text]
    assert [(one.line, one.general) for one in found] == [(DOG, True), (ANY, True)]
    assert sum(np.exp(one.score) for one in found) == pytest.approx(1)


def test_of_general_lines_those_of_likely_kinds_come_first() -> None:
    replies = rows((0.3, 0, 0), (0.2, 0, 0), (0.1, 0, 0))
    made = Shelf([(ANY, -1), (CAT, -1), (DOG, -1)], Vectors(replies, replies, EYE, EYE), None, ["a", "b", "b"])
    ones = np.repeat(EYE[:1], 2, axis=0)
    plain, told = made.selected(made.likely(ones, ones, [{}, {"b": 0.9, "a": 0.01}]), 3, [[], []])
    assert [one.line for one in plain] == [ANY, CAT, DOG]
    assert [one.line for one in told] == [CAT, DOG, ANY]


def test_without_general_lines_none_is_selected() -> None:
    made = shelf([(CAT, 0), (DOG, 1)], rows((0.2, 0, 0), (0.1, 0, 0)), rows((0.5, 0, 0), (0.4, 0, 0)))
    assert made.selected(made.likely(EYE[:1], EYE[:1], [{}]), 5, [[]]) == [[]]


def test_general_lines_come_by_the_chances_that_are_given() -> None:
    lines = [(ANY, -1), (CAT, 0), (DOG, -1)]
    made = shelf(lines, rows((0.2, 0, 0), (0.1, 0, 0), (0.3, 0, 0)), rows((0.5, 0, 0)))
    here, there = made.selected(np.log(rows((0.7, 0.3, 0), (0.2, 0.8, 0))[:, :2]), 2, [[], [DOG.text]])
    assert [(one.line, one.general) for one in here] == [(ANY, True), (DOG, True)]
    assert [one.line for one in there] == []  # ANY's vector is like what was said


def test_each_text_comes_once_and_what_no_reply_may_say_never() -> None:
    lines = [(CAT, 0), (CAT, 1), (PROMISE, 0), (DOG, 1)]
    made = shelf(lines, rows((0.9, 0, 0), (0.8, 0, 0), (0.7, 0, 0), (0.1, 0, 0)), rows((0.1, 0, 0), (0.1, 0, 0)))
    (found,) = made.nearest(EYE[:1], 2)
    assert [one.line for one in found] == [CAT, DOG]


def test_what_says_nearly_what_was_said_is_not_found_again() -> None:
    lines = [(CAT, 0), (DOG, 1), (ANY, 1)]
    replies = rows((0.9, 0, 0), (0.8, 0.6, 0), (0, 0.9, 0.1))
    made = shelf(lines, replies, rows((0.1, 0, 0), (0.1, 0, 0)))
    fresh, again, other = made.nearest(np.repeat(EYE[:1], 3, axis=0), 3, [[], [CAT.text], ["No line of ours."]])
    assert [one.line for one in fresh] == [one.line for one in other] == [CAT, DOG, ANY]
    assert [one.line for one in again] == [ANY]  # the second is .8 like the first
    made = shelf([(line, -1) for line, _ in lines], replies, rows((0, 0, 0)))
    (general,) = made.selected(made.likely(EYE[:1], EYE[:1], [{}]), 3, [[CAT.text]])
    assert [one.line for one in general] == [ANY]


def test_the_context_is_turned_for_replies_alone() -> None:
    made = shelf([(CAT, 0), (DOG, 1)], rows((1, 0, 0), (0, 0, 1)), rows((0, 1, 0), (1, 0, 0)), mapping=ROLL)
    both = made.nearest(rows((0, 0, 1), (1, 0, 0)), 1)
    assert [found[0] for found in both] == [Found(CAT, 1.0), Found(DOG, 1.0)]


def test_openings_are_numbered_where_somebody_speaks() -> None:
    told = [
        Opening("cats", context=((False, "my cat"),), lines=[CAT, DOG], own=[PROMISE]),
        Opening("anything", lines=[ANY]),
        Opening("esconv", reference=Reference("esconv", "x", 1), lines=[DOG]),
    ]
    found = written(told)
    assert found == [(CAT, 0), (DOG, 0), (ANY, -1), (DOG, 1)]
    assert kinds(told) == ["", "", "anything", ""]
    assert digest(found) == digest(written(told)) != digest(written(told[::-1]))


def test_numbers_are_nearly_what_they_were() -> None:
    codes = np.array([[127, -64], [1, 127]], np.int8)
    assert numbers(codes, np.array([0.01, 0.5], np.float16)) == pytest.approx(
        np.array([[1.27, -0.64], [0.5, 63.5]]), rel=1e-3
    )

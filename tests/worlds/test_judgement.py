from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worlds.judgement import CHOICES, parse_choice


@pytest.mark.parametrize(
    ("answer", "choice"),
    [("a", "a"), (" B ", "b"), ("Equal", "equal"), ("e", "equal"), ("n", "neither"), ("NEITHER", "neither")],
)
def test_choices_are_read_in_any_case_and_by_their_beginnings(answer: str, choice: str) -> None:
    assert parse_choice(answer) == choice


@pytest.mark.parametrize("answer", ["", " ", "c", "ab", "both", "equally", "a b"])
def test_anything_else_is_no_choice(answer: str) -> None:
    assert parse_choice(answer) is None


@given(st.text())
def test_no_text_is_more_than_a_beginning(answer: str) -> None:
    choice = parse_choice(answer)
    assert choice is None or (choice in CHOICES and choice.startswith(answer.strip().lower()))

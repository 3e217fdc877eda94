from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.frontends.split import size, split, visible


def test_a_short_text_is_left_as_it_is() -> None:
    assert split("One.  Two.\n", 40) == ["One.  Two.\n"]


@pytest.mark.parametrize("text", ["", "  ", "\n\n", "\u200b", "\U0010ffff\u202e"])
def test_nothing_makes_no_message(text: str) -> None:
    assert split(text, 40) == []


def test_it_cuts_after_a_sentence() -> None:
    text = "That sounds heavy. You lost more than a job! What hurts most?"
    assert split(text, 45) == ["That sounds heavy. You lost more than a job!", "What hurts most?"]


def test_closing_quotes_stay_with_their_sentence() -> None:
    assert split("She said “go away.” Then silence came.", 30) == ["She said “go away.”", "Then silence came."]


def test_a_point_inside_a_number_is_no_end() -> None:
    assert split("It took 3.5 hours. Then home.", 20) == ["It took 3.5 hours.", "Then home."]


def test_sentences_of_scripts_without_spaces() -> None:
    assert split("我很难过。今天很累。", 6) == ["我很难过。", "今天很累。"]


def test_a_long_sentence_is_cut_between_words() -> None:
    assert split("one two three four five", 11) == ["one two", "three four", "five"]


def test_a_word_without_end_is_cut_where_it_must_be() -> None:
    assert split("aaaaabbbbbcc", 5) == ["aaaaa", "bbbbb", "cc"]


def test_a_character_of_two_units_is_never_halved() -> None:
    assert size("🌱") == 2
    assert split("🌱🌱🌱", 5) == ["🌱🌱", "🌱"]


def test_a_piece_with_nothing_to_see_is_left_out_and_the_rest_is_kept() -> None:
    assert split("Yes. " + "\U0010ffff" * 10 + " And no.", 10) == ["Yes.", "And no."]


def test_a_code_fence_stays_whole() -> None:
    fence = "```python\nprint('a. b. c.')\nprint('d')\n```"
    assert split(f"Try this small thing first. {'x' * 20}\n{fence}\nThen rest.", 60) == [
        f"Try this small thing first. {'x' * 20}",
        f"{fence}\nThen rest.",
    ]


def test_a_fence_too_long_becomes_several_whole_fences() -> None:
    text = "```py\n" + "".join(f"line {number}\n" for number in range(10)) + "```"
    pieces = split(text, 40)
    assert [piece.startswith("```py\n") and piece.endswith("\n```") for piece in pieces] == [True] * len(pieces)
    assert re.findall(r"line \d", "".join(pieces)) == [f"line {number}" for number in range(10)]


def test_a_fence_left_open_is_text_to_its_end() -> None:
    assert split("Before it. ```\nno fence", 12) == ["Before it.", "```\nno fence"]


def test_a_line_too_long_for_a_fence_is_cut_between_words() -> None:
    text = "```\n  one two three four five six\n```"
    assert split(text, 24) == ["```\n  one two three\n```", "```\nfour five six\n```"]


@given(st.text(alphabet=st.sampled_from("ab🌱。.!? \n`"), max_size=300), st.integers(12, 60))
def test_every_piece_fits_and_no_word_is_lost(text: str, limit: int) -> None:
    pieces = split(text, limit)
    assert all(piece.strip() and size(piece) <= limit for piece in pieces)
    assert [char for char in "".join(pieces) if char not in " \n`"] == [char for char in text if char not in " \n`"]


@given(st.text(max_size=300), st.integers(2, 40))
def test_any_text_can_be_cut(text: str, limit: int) -> None:
    pieces = split(text, limit)
    assert all(size(piece) <= limit for piece in pieces)
    assert all(map(visible, pieces))
    if "```" not in text:
        assert list(filter(visible, "".join(pieces))) == list(filter(visible, text))

"""A text that breaks off anywhere is cut at the end of a sentence, or not used at all."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sentences import sentences, whole_sentences

SENTENCES = (
    "That sounds hard.", "I hear you.", "What happened then?", "So do I.", "She called Dr. Lee at 3.5 and you waited!",
    "Small things help, e.g. a walk (or tea).", "He said “enough.”", "At 7 a.m. nobody answers.", "It cost 12.50.",
    "Go on.", "Why?", "Mr. J. Bell and Mrs. Bell came.", "1. Breathe in.",
)  # fmt: skip
INSIDE = ("Dr.", "3.", "e.g.", "a.m.", "Mr.", "J.", "Mrs.", "1.", "Well...", "12.")


@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=6), st.data())
def test_wherever_it_breaks_off_only_whole_sentences_are_left(said: list[str], data: st.DataObject) -> None:
    text = " ".join(said)
    cut = data.draw(st.integers(0, len(text)))
    ends = {" ".join(said[:count]) for count in range(len(said) + 1)}
    found = whole_sentences(text[:cut])
    assert found in ends
    assert len(found) <= cut


@pytest.mark.parametrize("word", INSIDE)
def test_an_abbreviation_or_a_number_ends_nothing(word: str) -> None:
    assert whole_sentences(f"It is late. You know {word}") == "It is late."
    assert whole_sentences(f"It is late. You know {word} Smith and") == "It is late."
    assert whole_sentences(word) == ""


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("", ""), ("  ", ""), ("half a thought", ""), ("One. Two. Thr", "One. Two."), ("It is I.", "It is I."),
        ("Really?! And", "Really?!"), ('"Why?" she asked and', ""), ("Oh no! Tell", "Oh no!"), ("A\n\nB. C", ""),
        ("Sit down.\n\nThen", "Sit down."), ("你好。 还", "你好。"), ("I wonder… Maybe", ""),
    ],
)  # fmt: skip
def test_where_a_sentence_ends(text: str, whole: str) -> None:
    assert whole_sentences(text) == whole


def test_what_is_whole_stays_whole_when_more_is_written() -> None:
    text = " ".join(SENTENCES)
    found = [whole_sentences(text[:cut]) for cut in range(len(text) + 1)]
    assert all(later.startswith(earlier) for earlier, later in pairwise(found))
    assert found[-1] == text


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("", []),
        ("Oh no! She called Dr. Lee? And then", ["Oh no!", "She called Dr. Lee?", "And then"]),
        ('He said "Why? Go." to me. You left.', ['He said "Why? Go." to me.', "You left."]),
        ("It cost 3.5 in all. Well... so be it.", ["It cost 3.5 in all.", "Well... so be it."]),
    ],
)
def test_a_text_is_its_sentences(text: str, cut: list[str]) -> None:
    assert sentences(text) == cut

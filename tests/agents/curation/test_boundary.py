import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.curation.boundary import BUCKETS, NAME, Boundary, buckets, ending, features, load, opening, persons, words
from skills.models.tensors import find


@pytest.fixture(scope="module")
def boundary() -> Boundary:
    return load()


@pytest.mark.parametrize(
    ("before", "after", "new"),
    [
        ("Where have you been?", "I was at work.", True),
        ("Thank you so much!", "You're welcome.", True),
        ("How are you?", "Fine, thanks.", True),
        ("I went to the market and", "bought some apples for my mother", False),
        ("I lost my job last week,", "and my wife left me.", False),
        ("My dog died yesterday.", "He was only three years old.", False),
    ],
)
def test_plain_cases_are_told_rightly(boundary: Boundary, before: str, after: str, new: bool) -> None:
    assert boundary.new(before, after) is new


def test_the_score_is_the_sum_of_the_weights_of_what_is_seen() -> None:
    weights = [0.0] * BUCKETS
    seen = buckets("Why?", "No.")
    weights[seen[0]], weights[seen[-1]] = 2.0, -0.5
    assert Boundary(weights, -1.0).score("Why?", "No.") == pytest.approx(0.5)
    assert Boundary(weights, -1.0).new("Why?", "No.")
    assert not Boundary(weights, -1.6).new("Why?", "No.")


def test_what_is_seen_at_a_boundary() -> None:
    assert [ending(text) for text in ("a.", 'a?"', "a...", "a…", "a -", "a", "", "a,")] == [
        ".", "?", "…", "…", "-", "", "", ",",
    ]  # fmt: skip
    assert [opening(text) for text in ("Yes", "yes", '"Yes', "...yes", "5", "")] == [
        "upper", "lower", "upper", "dots", "other", "other",
    ]  # fmt: skip
    assert words("Don’t, I'm HERE 24") == ["don't", "i'm", "here", "24"]
    assert [persons(words(text)) for text in ("I saw it", "your turn", "my love, you", "it rains")] == [
        "1", "2", "12", "",
    ]  # fmt: skip
    seen = features("Are you sure?", "I am sure.")
    assert {"mark ?", "case upper", "over sure i", "shared 1", "whole are you sure", "left you", "right am"} <= set(
        seen
    )


@given(st.text(), st.text())
def test_any_two_lines_have_places_in_the_table(before: str, after: str) -> None:
    found = buckets(before, after)
    assert len(found) == len(set(found)) > 10
    assert all(0 <= place < BUCKETS for place in found)


def test_the_weights_are_small() -> None:
    assert find(NAME).stat().st_size <= 200_000

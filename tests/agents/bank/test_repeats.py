from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agents.bank.repeats import heavy, nearly_said_before, said_before
from agents.bank.sources import Said


def said(text: str) -> Said:
    return Said("own", (), text)


def test_the_same_words_are_said_once() -> None:
    again = said_before()
    assert again(said("Oh no, what happened?")) is None
    assert again(said("oh no what HAPPENED")) == "word for word"
    assert again(said("Oh no, what else happened?")) is None
    assert said_before()(said("Oh no, what happened?")) is None, "each filter has a memory of its own"


def test_the_same_words_that_matter_are_nearly_the_same() -> None:
    again = nearly_said_before()
    assert again(said("That sounds awesome!")) is None
    assert again(said("Oh wow, that is so awesome.")) == "nearly"
    assert again(said("Is that awesome?")) is None, "a question is another thing"
    assert again(said("That's not awesome")) is None
    assert again(said("Oh, that is it.")) is None
    assert again(said("Oh, that is it!")) == "nearly", "without a word that matters all words count"


@given(st.lists(st.sampled_from(["dog", "lost", "the", "so", "really", "you"]), min_size=1))
def test_order_and_light_words_do_not_matter(words: list[str]) -> None:
    kept = [word for word in words if word in ("dog", "lost")]
    expected = sorted(set(kept)) or sorted(set(words))
    assert heavy(" ".join(words)) == (*expected, "")
    assert heavy(" ".join(reversed(words)) + " ?") == (*expected, "?")

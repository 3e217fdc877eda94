from hypothesis import given
from hypothesis import strategies as st

from agents.metrics.tokens import cased, characters, grams, lowered, treebank


def test_marks_stand_apart_and_case_is_kept() -> None:
    assert cased("Oh, I'm so-so... you?") == ["Oh", ",", "I", "'", "m", "so-so", ".", ".", ".", "you", "?"]
    assert lowered("Oh NO!") == ["oh", "no", "!"]
    assert cased("  ") == []


@given(st.text())
def test_nothing_but_white_space_is_lost(text: str) -> None:
    assert "".join(cased(text)) == "".join(text.split())


def test_every_character_is_a_token_where_no_space_stands_between_words() -> None:
    assert characters("你好 吗？\u3000OK") == ["你", "好", "吗", "？", "O", "K"]
    assert characters(" ") == []


def test_runs_of_tokens() -> None:
    assert grams("abc", 2) == [("a", "b"), ("b", "c")]
    assert grams("a", 2) == []


def test_treebank_parts_contractions_and_cuts_each_sentences_full_stop() -> None:
    assert treebank("It wasn't me. Was it YOU?") == ["it", "was", "n't", "me", ".", "was", "it", "you", "?"]
    assert treebank("Wait... what, 3.5 hours?!") == ["wait", "...", "what", ",", "3.5", "hours", "?", "!"]
    assert treebank("  ") == []

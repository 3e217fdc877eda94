import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.metrics.squad import exact, normal, token_f1


def test_case_marks_articles_and_spaces_do_not_count() -> None:
    assert normal("The  dog's bowl, (an old one)!") == "dogs bowl old one"
    assert normal("Then another theatre") == "then another theatre"
    assert exact(["the Prize!", "a prize", "prizes"], [["prize"], ["cup", "Prize"], ["prize"]]) == [1, 1, 0]


def test_token_f1_by_hand() -> None:
    # "won prize" and "we won big prize" share two words: 2 * 2 / (2 + 4).
    assert token_f1(["won the prize"], [["we won the big prize"]]) == [pytest.approx(4 / 6)]
    assert token_f1(["no no no"], [["no no"]]) == [pytest.approx(4 / 5)]
    assert token_f1(["ate it"], [["won", "ate it all"]]) == [pytest.approx(4 / 5)]
    assert token_f1(["sun"], [["rain"]]) == [0]


def test_an_answer_without_words_is_right_only_where_none_are_right() -> None:
    assert exact(["", "", "cup", "the"], [[""], ["cup"], [""], [""]]) == [1, 0, 0, 1]
    assert token_f1(["", "", "cup", "the"], [[""], ["cup"], [""], [""]]) == [1, 0, 0, 1]


def test_one_string_is_no_list_of_answers() -> None:
    with pytest.raises(ValueError, match=r"references\[0\] must be a list of texts"):
        token_f1(["cup"], ["cup"])
    with pytest.raises(ValueError, match="1 replies stand against 2"):
        exact(["cup"], [["cup"], ["cup"]])


@given(st.text(), st.text())
def test_an_exact_match_shares_all_words_and_sides_do_not_matter(one: str, other: str) -> None:
    assert token_f1([one], [[other]]) == token_f1([other], [[one]])
    assert token_f1([one], [[one]]) == exact([one], [[one]]) == [1]
    assert token_f1([one], [[other]])[0] >= exact([one], [[other]])[0]

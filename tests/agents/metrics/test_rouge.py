import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.metrics.rouge import common_length, rouge_l, rouge_l_esconv

TOKENS = st.lists(st.sampled_from("abc"), max_size=8)


def test_by_hand() -> None:
    # "police ... the gunman" is in both: 3 of 4 tokens each way (Lin 2004, section 3.2's first sentence pair).
    pair = ["police kill the gunman"], [["police killed the gunman"]]
    assert rouge_l(*pair) == pytest.approx([3 / 4])
    assert rouge_l_esconv(*pair) == pytest.approx([3 / 4])


def test_marks_and_case_are_left_out_by_the_library_and_nothing_is_stemmed() -> None:
    assert rouge_l(["Walking, then."], [["walking then"]]) == [1.0]
    assert rouge_l(["walking"], [["walked"]]) == [0.0]
    assert rouge_l_esconv(["Walking, then."], [["walking then"]])[0] < 1


def test_recall_weighs_more_in_esconvs() -> None:
    # Two of four tokens, two of two expected: P = 1/2, R = 1.
    assert rouge_l_esconv(["a b x y"], [["a b"]]) == pytest.approx([(1 + 1.44) * 0.5 / (1 + 1.44 * 0.5)])
    assert rouge_l(["a b x y"], [["a b"]]) == pytest.approx([2 / 3])


def test_the_best_reference_counts() -> None:
    assert rouge_l(["a b c"], [["x y z", "a b c", "a"]]) == [1.0]
    assert rouge_l_esconv(["a b c"], [["x y z", "a b c", "a"]]) == pytest.approx([1.0])
    assert rouge_l_esconv(["", "a"], [["x"], [""]]) == [0.0, 0.0]


def test_the_library_is_asked_for_f1() -> None:
    scorer = pytest.importorskip("rouge_score.rouge_scorer").RougeScorer(["rougeL"])
    guess, expected = "I am so sorry to hear that", "so sorry I had to hear of that"
    assert rouge_l([guess], [[expected]]) == pytest.approx([scorer.score(expected, guess)["rougeL"].fmeasure])


@given(TOKENS, TOKENS)
def test_the_common_subsequence_is_the_longest(first: list[str], second: list[str]) -> None:
    def slow(a: list[str], b: list[str]) -> int:
        if not (a and b):
            return 0
        return 1 + slow(a[1:], b[1:]) if a[0] == b[0] else max(slow(a[1:], b), slow(a, b[1:]))

    assert common_length(first, second) == slow(first, second) == common_length(second, first)


@given(TOKENS, TOKENS)
def test_values_stay_within_bounds(first: list[str], second: list[str]) -> None:
    assert 0 <= rouge_l_esconv([" ".join(first)], [[" ".join(second)]])[0] <= 1 + 1e-12

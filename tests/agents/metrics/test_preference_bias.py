import numpy as np
import pytest

from agents.metrics.preference_bias import preference_bias, preferences


def errors(*counts: tuple[int, int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Truth and guesses of (true label, guessed label, how often)."""
    pairs = [(truth, guess) for truth, guess, times in counts for _ in range(times)]
    truth, guess = zip(*pairs, strict=True)
    return np.array(truth), np.array(guess)


def test_two_labels_share_their_preference_as_they_share_the_errors() -> None:
    """Label 0 was chosen three times for 1, and once the other way: strengths 3 to 1, brought to a sum of two."""
    truth, guess = errors((1, 0, 3), (0, 1, 1), (0, 0, 9), (1, 1, 2))
    assert preferences(truth, guess, 2) == pytest.approx([1.5, 0.5])
    assert preference_bias(truth, guess, 2) == pytest.approx(0.5)


def test_three_labels_get_the_strengths_that_explain_their_matches() -> None:
    """Matches 1:2, 1:4 and 2:4 are those of strengths 1, 2, 4; brought to a sum of three the variance is 2/7."""
    truth, guess = errors((1, 0, 1), (0, 1, 2), (2, 0, 1), (0, 2, 4), (2, 1, 2), (1, 2, 4))
    assert preferences(truth, guess, 3) == pytest.approx([3 / 7, 6 / 7, 12 / 7], abs=1e-6)
    assert preference_bias(truth, guess, 3) == pytest.approx((2 / 7) ** 0.5, abs=1e-6)


def test_people_have_no_bias_and_one_answer_for_all_has_the_most() -> None:
    truth = np.array([0, 1, 2, 3, 4, 5, 6, 7] * 3)
    assert preference_bias(truth, truth, 8) == 0
    for answer in (0, 5):
        assert preferences(truth, np.full(24, answer), 8)[answer] == pytest.approx(8)
        assert preference_bias(truth, np.full(24, answer), 8) == pytest.approx(7**0.5)


def test_even_errors_are_no_bias_and_right_guesses_do_not_count() -> None:
    truth, guess = errors((0, 1, 5), (1, 0, 5), (2, 2, 100))
    assert preferences(truth, guess, 3) == pytest.approx([1, 1, 1])


def test_a_label_never_guessed_wrongly_is_not_preferred_at_all() -> None:
    truth, guess = errors((2, 0, 4), (1, 0, 1), (0, 1, 1))
    assert preferences(truth, guess, 3) == pytest.approx([1.5, 1.5, 0], abs=1e-9)

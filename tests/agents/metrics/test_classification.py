from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve
from sklearn.metrics import accuracy_score, confusion_matrix, f1_score, precision_recall_fscore_support

from agents.metrics.classification import (
    Score,
    accuracy,
    calibration_error,
    confusion,
    counts,
    macro_f1,
    multilabel,
    report,
)


def test_macro_f1_agrees_with_the_library() -> None:
    random = np.random.default_rng(0)
    truth, guess = random.integers(0, 6, 500), random.integers(0, 6, 500)
    assert macro_f1(truth, guess, 6) == pytest.approx(f1_score(truth, guess, average="macro"))
    assert accuracy(truth, guess) == pytest.approx((truth == guess).mean())


def test_a_class_that_never_occurs_is_left_out() -> None:
    assert macro_f1(np.array([0, 0, 1]), np.array([0, 0, 1]), 5) == 1.0


def test_calibration_error_is_the_gap_between_sureness_and_being_right() -> None:
    sure = np.tile([0.8, 0.2], (10, 1))
    assert calibration_error(sure, np.array([0] * 8 + [1] * 2)) == pytest.approx(0)
    assert calibration_error(sure, np.array([0] * 5 + [1] * 5)) == pytest.approx(0.3)


def test_calibration_error_by_hand_over_several_bins() -> None:
    """Five bins: two of 0.5 both wrong, four of 0.7 of which three are right, one of 0.9 wrong and one of 1.0 right."""
    sure = np.array([0.5] * 2 + [0.7] * 4 + [0.9, 1.0])
    right = np.array([0, 0, 1, 1, 1, 0, 0, 1])
    found = calibration_error(np.stack([sure, 1 - sure], axis=1), 1 - right, bins=5)
    assert found == pytest.approx(2 / 8 * 0.5 + 4 / 8 * 0.05 + 2 / 8 * 0.45)


def test_calibration_error_agrees_with_the_librarys_curve() -> None:
    random = np.random.default_rng(2)
    shares, truth = random.dirichlet([0.5] * 4, 700), random.integers(0, 4, 700)
    sure, right = shares.max(axis=1), shares.argmax(axis=1) == truth
    often, meant = calibration_curve(right, sure, n_bins=15)
    members = np.histogram(sure, 15, (0, 1))[0]
    gap = float((np.abs(often - meant) * members[members > 0]).sum() / len(sure))
    assert calibration_error(shares, truth) == pytest.approx(gap, abs=1e-12)
    assert gap > 0.3


LABELS = ("joy", "grief", "fear", "calm")


def drawn(rows: int, seed: int = 0) -> list[str]:
    return [LABELS[place] for place in np.random.default_rng(seed).integers(0, 4, rows)]


def test_the_report_agrees_with_the_library() -> None:
    truth, guess = drawn(300), drawn(300, 1)
    found = report(truth, guess, LABELS)
    theirs = precision_recall_fscore_support(truth, guess, labels=LABELS)
    assert [found.labels[name].precision for name in LABELS] == pytest.approx(list(theirs[0]))
    assert [found.labels[name].recall for name in LABELS] == pytest.approx(list(theirs[1]))
    assert [found.labels[name].f1 for name in LABELS] == pytest.approx(list(theirs[2]))
    assert [found.labels[name].support for name in LABELS] == list(theirs[3])
    for kind, score in (("macro", found.macro), ("weighted", found.weighted), ("micro", found.micro)):
        means = precision_recall_fscore_support(truth, guess, labels=LABELS, average=kind)[:3]
        assert (score.precision, score.recall, score.f1) == pytest.approx(means)
        assert score.support == 300
    assert found.accuracy == found.micro.f1 == pytest.approx(accuracy_score(truth, guess))
    assert confusion(truth, guess, LABELS).tolist() == confusion_matrix(truth, guess, labels=LABELS).tolist()


def test_by_hand() -> None:
    truth, guess = ["joy", "joy", "joy", "grief"], ["joy", "joy", "fear", "joy"]
    found = report(truth, guess, LABELS)
    assert found.accuracy == 0.5
    assert found.labels["joy"] == Score(2 / 3, 2 / 3, 2 / 3, 3)
    assert found.labels["grief"] == Score(0, 0, 0, 1)
    assert found.labels["calm"] == Score(0, 0, 0, 0)
    assert found.macro.f1 == pytest.approx(2 / 9)  # calm is neither there nor guessed
    assert found.weighted.f1 == pytest.approx(2 / 3 * 3 / 4)
    assert found.macro.f1 == macro_f1(np.array([0, 0, 0, 1]), np.array([0, 0, 2, 0]), 4)


def test_several_labels_agree_with_the_library() -> None:
    random = np.random.default_rng(5)
    there, guessed = random.random((200, 4)) < 0.3, random.random((200, 4)) < 0.4
    named = [[{LABELS[place] for place in np.flatnonzero(row)} for row in table] for table in (there, guessed)]
    found = multilabel(named[0], named[1], LABELS)
    for kind, score in (("macro", found.macro), ("weighted", found.weighted), ("micro", found.micro)):
        means = precision_recall_fscore_support(there, guessed, average=kind)[:3]
        assert (score.precision, score.recall, score.f1) == pytest.approx(means)
    assert found.accuracy == accuracy_score(there, guessed)


def test_counts_of_parts_add_up_to_the_whole_and_one_label_is_a_set_of_one() -> None:
    truth, guess = [[{name} for name in drawn(100, seed)] for seed in (2, 3)]
    parts = [counts(truth[:1], guess[:1], LABELS), counts(truth[1:40], guess[1:40], LABELS)]
    whole = parts[0] + parts[1] + counts(truth[40:], guess[40:], LABELS)
    assert whole.report() == multilabel(truth, guess, LABELS) == report(drawn(100, 2), drawn(100, 3), LABELS)
    assert parts[0].report() == multilabel(truth[:1], guess[:1], LABELS)  # adding changes nothing


def test_no_labels_at_all_is_an_answer_too() -> None:
    found = multilabel([set(), {"joy"}], [set(), set()], LABELS)
    assert (found.accuracy, found.micro.f1, found.macro.f1) == (0.5, 0, 0)
    assert multilabel([set()], [set()], LABELS).macro == Score(0, 0, 0, 0)


@given(st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS)), min_size=1, max_size=30), st.randoms())
def test_order_does_not_matter_and_values_stay_within_bounds(pairs: list[tuple[str, str]], random: Random) -> None:
    found = report([t for t, _ in pairs], [g for _, g in pairs], LABELS)
    random.shuffle(pairs)
    assert report([t for t, _ in pairs], [g for _, g in pairs], LABELS) == found
    values = [found.accuracy, found.macro.precision, found.weighted.recall, found.micro.f1]
    assert all(0 <= value <= 1 for value in values)


def test_what_is_no_label_is_named() -> None:
    with pytest.raises(ValueError, match=r"guess\[1\] is 'rage', which is none of the labels joy, grief, fear, calm"):
        report(["joy", "joy"], ["joy", "rage"], LABELS)
    with pytest.raises(ValueError, match=r"truth\[0\]\[0\] is 'rage'"):
        multilabel([{"rage"}], [{"joy"}], LABELS)
    with pytest.raises(ValueError, match=r"guess\[0\] must be a set of labels"):
        multilabel([{"joy"}], ["joy"], LABELS)
    with pytest.raises(ValueError, match="2 examples stand against 1 guesses"):
        report(["joy", "joy"], ["joy"], LABELS)
    with pytest.raises(ValueError, match="there are no examples"):
        report([], [], LABELS)

import numpy as np
import pytest
from click.testing import CliRunner
from sklearn.metrics import f1_score

from agents.evaluation.command import eval_
from agents.evaluation.heads import by_group
from agents.evaluation.scores import accuracy, calibration_error, macro_f1


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


def test_rows_of_one_talk_are_drawn_together() -> None:
    values = np.array([1.0, 0.0, 1.0, 0.0])
    together = by_group(lambda rows: float(values[rows].mean()), np.array([0, 0, 1, 1]))
    assert (together.value, together.low, together.high) == (0.5, 0.5, 0.5)
    apart = by_group(lambda rows: float(values[rows].mean()), np.array([0, 1, 0, 1]))
    assert (apart.low, apart.high) == (0.0, 1.0)


def test_the_group_lists_its_kinds_and_refuses_others() -> None:
    assert CliRunner().invoke(eval_, ["nonsense"]).exit_code == 2
    result = CliRunner().invoke(eval_, ["heads", "--help"])
    assert result.exit_code == 0
    assert "--datapath" in result.output

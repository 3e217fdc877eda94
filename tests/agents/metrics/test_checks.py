import sys

import numpy as np
import pytest

from agents.metrics import checks
from agents.metrics.rouge import rouge_l
from bot.errors import MissingPackage


def test_two_lengths_are_named() -> None:
    with pytest.raises(ValueError, match="3 labels stand against 2 guesses"):
        checks.alike([1, 2, 3], [1, 2], "labels", "guesses")
    with pytest.raises(ValueError, match="there are no labels"):
        checks.alike([], [], "labels", "guesses")


def test_a_string_is_no_list_of_references() -> None:
    with pytest.raises(ValueError, match=r"references\[1\] must be a list of texts"):
        checks.replies(["a", "b"], [["a"], "b"])
    with pytest.raises(ValueError, match=r"references\[1\] is empty"):
        checks.replies(["a", "b"], [["a"], []])
    with pytest.raises(ValueError, match="one string"):
        checks.replies("a", [["a"]])


def test_what_is_not_finite_is_named_with_its_place() -> None:
    with pytest.raises(ValueError, match=r"scores\[1, 0\] is nan"):
        checks.finite([[1.0, 2.0], [np.nan, 3.0]], "scores")
    assert checks.finite([1, 2], "scores").tolist() == [1.0, 2.0]


def test_a_library_that_is_not_installed_is_named_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rouge_score.rouge_scorer", None)
    with pytest.raises(MissingPackage, match=r"rouge_score is not installed: pip install 'attune-bot\[research\]'"):
        rouge_l(["a"], [["a"]])

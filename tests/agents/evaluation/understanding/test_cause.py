from pathlib import Path

import numpy as np
import pytest

from agents.corpora import reccon
from agents.corpora.reccon import Cause, Dialog, Utterance
from agents.evaluation.understanding.cause import Answers, answers, measures, of_part, rules
from agents.training.common.run import Run
from agents.training.common.token_states import States
from agents.training.heads.cause_examples import Pairs, Told, pairs, told
from skills.cause import LABELS as SHIPPED
from skills.labels import EMOTIONS

DIALOG = Dialog(
    "tr_1",
    (
        Utterance(1, "A", "Hello there .", "neutral"),
        Utterance(2, "B", "My goat won .", "happiness", (Cause(2, "goat won"),), types=("no-context",)),
        Utterance(3, "A", "No way !", "surprise", (Cause(2, "My goat won"),), types=("inter-personal",)),
    ),
)
TARGET, CANDIDATE, LABELS = np.array([1, 1, 2, 2, 2]), np.array([0, 1, 0, 1, 2]), np.array([0, 1, 0, 1, 0])


@pytest.fixture
def asked() -> Pairs:
    empty = np.zeros((5, 0), np.float32)
    return Pairs(empty, TARGET, CANDIDATE, empty, empty, empty, LABELS, np.zeros(5, np.int64))


def test_rules_go_by_place_alone(asked: Pairs) -> None:
    assert {name: guess.tolist() for name, guess in rules(asked).items()} == {
        "never": [0, 0, 0, 0, 0],
        "the target itself": [0, 1, 0, 0, 1],
        "the one before it": [1, 0, 0, 1, 0],
        "both": [1, 1, 0, 1, 1],
    }


def test_spans_are_measured_as_in_the_paper() -> None:
    """Three causes: one right, one half right, one not seen; two others: one rightly left, one given words."""
    found = measures(["a goat won", "won", "", "", "way"], ["goat won", "goat won", "No way", "", ""])
    rows = np.arange(5)
    assert found["EM Pos"](rows) == pytest.approx(1 / 3)
    assert found["F1 Pos"](rows) == pytest.approx((1 + 2 / 3 + 0) / 3)
    assert found["F1"](rows) == pytest.approx((1 + 2 / 3 + 0 + 1 + 0) / 5)
    assert found["F1 Neg"](rows) == pytest.approx(0.5)  # silent twice, once rightly, of two


def test_every_figure_of_a_part_is_of_the_same_answers(asked: Pairs) -> None:
    none = States(np.zeros((3, 0), np.float32), np.zeros((0, 0), np.float16), np.zeros(4, np.int64))
    known = Told((DIALOG,), none, np.zeros(3, np.int64))
    scores = np.array([[1, 0], [0, 1], [1, 0], [1, 0], [0, 1]], float)
    words = np.array(["", "goat won", "", "", "No way"], object)
    guess = np.array([0, 1, 0, 0, 1])
    answered = Answers(guess, LABELS, scores, np.ones(5), words)
    found = {row.measure.removeprefix("x: "): row for row in of_part(known, asked, answered, "x")}
    shown = {name: row.shipped.value for name, row in found.items() if row.shipped}
    assert shown["macro-F1"] == pytest.approx((2 / 3 + 1 / 2) / 2)
    assert shown["macro-F1, emotion by our reading"] == 1
    assert shown["accuracy"] == pytest.approx(3 / 5)
    assert shown["words, EM Pos"] == pytest.approx(1 / 2)
    assert shown["calibration error, before temperature"] == pytest.approx(abs(3 / 5 - 0.731), abs=1e-3)
    assert dict(found["macro-F1"].beside)["both"] == pytest.approx((2 / 3 + 2 / 4) / 2)


@pytest.mark.corpus
def test_the_shipped_head_beats_the_rules_of_place_on_the_validation_part(corpora: Path, tmp_path: Path) -> None:
    run = Run(corpora, tmp_path)
    known = told(run, reccon.load(corpora, "valid"))
    asked = pairs(known, run.head("emotion", EMOTIONS))
    found = answers(run.head("cause", SHIPPED), known, asked, run.vectorizer().words)
    row = next(of_part(known, asked, found, "valid"))
    assert len(asked.labels) == 1166
    assert row.shipped is not None
    assert row.shipped.value > max(dict(row.beside).values()) + 0.01

import csv

import numpy as np
import pytest

from agents.corpora import epitome
from agents.evaluation.answers import Answer
from agents.evaluation.empathy import readings, shown
from agents.training import empathy
from agents.training.pair_examples import Given
from agents.training.run import Run
from skills.models import head

ROWS = (
    ("Oh, how sad, I feel for you", (2, 0, 0)),
    ("What happened then?", (0, 0, 2)),
    ("It seems you are worn out by work", (0, 2, 0)),
    ("Buy a new one", (0, 0, 0)),
    ("Perhaps it was old, and that is a pity", (1, 1, 1)),
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Trained on rows in which the reply alone tells its levels."""
    folder = tmp_path_factory.mktemp("corpora")
    (folder / "epitome").mkdir()
    for place, kind in enumerate(epitome.KINDS):
        with (folder / "epitome" / f"{kind}-reddit.csv").open("w", encoding="utf8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(epitome.HEADER)
            for number in range(150):
                reply, levels = ROWS[number % 5]
                writer.writerow([f"p{number}", f"r{number}", "My cup broke", f"{reply} {number}", levels[place], ""])
    made = Run(folder, folder, seed=3, adapter="base", out=folder)
    empathy.train(made)
    return made


def test_the_saved_heads_read_rows_that_were_held_out(run: Run) -> None:
    held = [row for row in epitome.load(run.datapath) if row.held_out]
    found = readings(head.load("empathy", empathy.labels_of(), run.out), run.vectorizer(), held)
    assert [reading.kind for reading in found] == list(epitome.KINDS)
    assert min(reading.accuracy.value for reading in found) > 0.95 > max(reading.baseline for reading in found)


def test_ours_and_theirs_are_set_side_by_side(run: Run) -> None:
    context = ((False, "My cup broke"),)
    asks, feels = ROWS[1][0], ROWS[0][0]
    answers = [Answer(Given(f"{n}", "sad", context, f"{feels} {n}"), f"{asks} {n}") for n in range(20)]
    felt, _, explored = shown(head.load("empathy", None, run.out), run.vectorizer(), answers)
    assert felt.gold.value > 1 > felt.ours.value
    assert explored.gap.value == pytest.approx(explored.ours.value - explored.gold.value, abs=1e-6)
    assert explored.gap.low > 0.5


def test_features_see_a_question_and_the_length(run: Run) -> None:
    seen = empathy.features(run.vectorizer(), ["a", "a"], ["why so?", "so it is"])
    assert seen.shape == (2, 3 * 384 + 2)
    assert seen[:, -2].tolist() == [2, 0]
    assert seen[:, -1] == pytest.approx(np.log([3, 4]))

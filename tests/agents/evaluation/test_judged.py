from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.evaluation.answers import Answer
from agents.evaluation.judged import judged, measure, sample
from agents.training.common.run import Run
from agents.training.rerankers.pair_examples import Given
from bot.engine import Engine
from bot.errors import WeightsError
from skills.models import tensors
from skills.models.encoder import Piece


class LastWordJudge:
    """Scores one for a reply that ends as the context does, else nothing."""

    def table(self, contexts: Iterable[Sequence[Piece]], replies: Sequence[str]) -> NDArray[np.float32]:
        ends = [pieces[-1][1].split()[-1] for pieces in contexts]
        return np.array([[reply.split()[-1] == end for reply in replies] for end in ends], np.float32)


def test_all_measures_are_taken_of_the_same_answers(tmp_path: Path) -> None:
    talks = [Given(str(n), "sad", ((False, f"it was thing{n}"),), f"what is thing{n}") for n in range(20)]
    group = [Answer(given, "I see it all") for given in talks]
    found = {figure.measure: figure for figure in judged("Toy", Run(tmp_path, tmp_path), LastWordJudge(), [group])}
    specific, each, every, *kinds = found.values()
    assert (specific.gold.value, specific.ours.value, specific.gap and specific.gap.value, specific.of) == (
        1,
        0,
        -1,
        "1 groups of 20",
    )
    assert (each.gold.value, each.ours.value, every.gold.value) == (1, 0, 1)
    assert [kind.measure for kind in kinds] == [
        "Toy: emotional-reactions, 0 to 2",
        "Toy: interpretations, 0 to 2",
        "Toy: explorations, 0 to 2",
    ]
    assert kinds[2].gold.value > kinds[2].ours.value >= 0


def test_groups_are_of_different_emotions_and_drawn_by_the_seed() -> None:
    given = [
        Given(f"{emotion} {n}", emotion, ((False, "x"),), "y")
        for emotion in ("sad", "glad", "angry")
        for n in range(45)
    ]
    drawn = sample(given, 2, seed=3)
    assert [len(group) for group in drawn] == [20, 20]
    assert [len({item.emotion for item in group}) for group in drawn] == [1, 1]
    assert drawn[0][0].emotion != drawn[1][0].emotion
    assert drawn == sample(given, 2, seed=3)
    assert len(sample(given, 9, seed=3)) == 3


def test_without_the_judges_weights_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find = tensors.find

    def missing(name: str, folder: Path = tensors.WEIGHTS) -> Path:
        if name == "judge":
            raise WeightsError(f"{name} is not there")
        return find(name, folder)

    monkeypatch.setattr(tensors, "find", missing)
    with pytest.raises(WeightsError, match="judge is not there"):
        next(measure(Run(tmp_path, tmp_path), "valid", Engine(()), 1))

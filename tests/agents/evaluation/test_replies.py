import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from agents.evaluation import replies
from agents.evaluation.answers import Answer
from agents.evaluation.intervals import Interval
from agents.evaluation.replies import Figure, judged
from agents.training.pair_examples import Given
from agents.training.run import Run
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
    swap, each, every, *kinds = found.values()
    assert (swap.gold.value, swap.ours.value, swap.gap and swap.gap.value, swap.of) == (1, 0, -1, "1 groups of 20")
    assert (each.gold.value, each.ours.value, every.gold.value) == (1, 0, 1)
    assert [kind.measure for kind in kinds] == [
        "Toy: emotional-reactions, 0 to 2",
        "Toy: interpretations, 0 to 2",
        "Toy: explorations, 0 to 2",
    ]
    assert kinds[2].gold.value > kinds[2].ours.value >= 0


def test_the_command_prints_each_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(run: Run, split: str, bot_file: str, groups: int) -> Iterator[Figure]:
        yield Figure(f"{split} {bot_file} {groups}", Interval(0.5, 0.4, 0.6), Interval(0.25, 0, 1), None, "some")

    monkeypatch.setattr(replies, "measure", measured)
    shown = CliRunner().invoke(replies.replies, ["--datapath", "x", "--groups", "3"])
    assert "valid default 3" in shown.output
    assert "0.500 [0.400, 0.600]" in shown.output
    told = CliRunner().invoke(replies.replies, ["--datapath", "x", "--json"])
    assert json.loads(told.output)["ours"] == {"value": 0.5, "low": 0.4, "high": 0.6}

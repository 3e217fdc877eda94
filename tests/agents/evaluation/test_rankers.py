from collections.abc import Sequence

import numpy as np
import pytest

from agents.evaluation.rankers import measured, reordered
from agents.training.rerankers.pair_examples import Given
from skills.models.head import Floats


def talk(number: int) -> Given:
    return Given(str(number), "sad", ((False, f"thing{number}"),), f"about thing{number}")


def knowing(given: Sequence[Given], replies: Sequence[str]) -> Floats:
    """Two for the reply that was given, one for any other that is about something, none for the rest."""
    return np.array([[(reply == item.reply) + reply.startswith("about") for reply in replies] for item in given], float)


def knowing_nothing(given: Sequence[Given], replies: Sequence[str]) -> Floats:
    return np.zeros((len(given), len(replies)))


def test_every_measure_of_a_ranker_that_knows_is_one_and_of_one_that_does_not_chance() -> None:
    alike = [[talk(number) for number in range(20)] for _ in range(3)]
    hundred = [[talk(number) for number in range(100)]]
    found = dict(measured(knowing, knowing, alike, hundred, ["oh no"]))
    assert len(found) == 4
    assert all(values.tolist() == [1] * len(values) for values in found.values())
    blind = dict(measured(knowing_nothing, knowing, alike, hundred, ["oh no"]))
    assert [values[0] for values in blind.values()] == pytest.approx([0.05, 0.05, 0, 1])


def test_only_the_ten_likest_are_ordered_again() -> None:
    group = [talk(number) for number in range(100)]
    near = np.full((100, 100), 0.0)
    own = np.arange(100)
    near[own, own] = 1.0
    assert reordered(knowing, lambda given, replies: near, group) == 1
    near[own, own] = -1.0  # the own reply is never among the ten
    assert reordered(knowing, lambda given, replies: near, group) == 0

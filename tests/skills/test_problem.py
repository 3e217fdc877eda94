import random
from datetime import UTC, datetime

import numpy as np
import pytest

from bot.dialog import Conversation, Turn, TurnView
from skills.encoder import encoder
from skills.labels import PROBLEMS
from skills.problem import Problem, gather, problem

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I got fired and can't find another job", "job crisis"),
        ("My boyfriend broke up with me last night", "breakup with partner"),
        ("I keep failing my classes and the finals are close", "academic pressure"),
        ("My best friend stopped answering me after our fight", "problems with friends"),
    ],
)
def test_plain_cases_are_named(text: str, kind: str) -> None:
    conversation = Conversation("test", (Turn("user", text, NOW),))
    own = encoder()
    (vectors,) = own.encode([conversation])
    (found,) = problem(own)(TurnView(conversation, vectors, NOW, random.Random(0))).learnt
    assert isinstance(found, Problem)
    assert (found.label, found.paper) == (kind, kind)


def share(kind: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    shares = np.full(13, 0.02)
    shares[PROBLEMS.index(kind)] = 0.76
    return shares


def test_readings_are_gathered_as_a_mean_and_a_changed_subject_wins_in_the_end() -> None:
    state = gather(None, share("job crisis"))
    state = gather(state, share("Sleep Problems"))
    assert state.probabilities[PROBLEMS.index("job crisis")] == pytest.approx(0.39)
    state = gather(state, share("job crisis"))
    assert (state.label, state.turns) == ("job crisis", 3)
    for _ in range(4):
        state = gather(state, share("Sleep Problems"))
    assert state.label == "Sleep Problems"
    assert state.paper == "job crisis"
    assert sum(state.probabilities) == pytest.approx(1, abs=1e-4)

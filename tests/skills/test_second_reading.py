"""The opinions of drafts worked out by hand: how well each fits by a given table, how much empathy by given levels."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from bot.dialog import Conversation, Turn, TurnView, Vectors
from bot.engine import NOT_KEPT
from bot.testing.scripted import NOON
from skills.compose import Composed
from skills.moves import Move
from skills.second_reading import EMPATHY, PAIR, SecondReading
from tests.skills.conftest import unit
from tests.skills.scene import Scene

FITTING = {"What a blow.": 1.0, "What a blow. When?": 3.0, "You did well.": 2.0}
LEVELS = {"What a blow.": (2.0, 0.5, 0.0), "When?": (0.0, 1.0, 2.0), "You did well.": (0.25, 0.0, 0.0)}


class Fitting:
    """Stands for the cross-encoder; keeps what it was given."""

    def __init__(self) -> None:
        self.talk: list[tuple[bool, str]] = []

    def scores(self, context: Sequence[tuple[bool, str]], replies: Sequence[str]) -> np.ndarray:
        self.talk = list(context)
        return np.array([FITTING[text] for text in replies])


class Levels:
    """Stands for EPITOME's reader; keeps the vectors it was given."""

    def __init__(self) -> None:
        self.said: list[np.ndarray] = []

    def levels(self, said: np.ndarray, replies: np.ndarray, texts: Sequence[str]) -> np.ndarray:
        self.said.append(said)
        assert replies == pytest.approx(np.stack([unit(text) for text in texts]))
        return np.array([LEVELS[text] for text in texts])


@pytest.fixture
def moves(make: Callable[..., Move]) -> tuple[Move, ...]:
    texts = {"reflect.a.01": "What a blow.", "ask.b.02": "When?", "affirm.c.03": "You did well."}
    return tuple(make(name, text) for name, text in texts.items())


def heard(*lines: str) -> TurnView:
    talk = Conversation("t:1::me")
    for place, line in enumerate(lines):
        talk = talk.add(Turn("bot" if place % 2 else "user", line, NOON))
    return TurnView(talk, None, NOON, random.Random(0))


def test_an_opinion_is_how_much_worse_a_draft_fits_and_the_most_empathy_that_its_moves_show(
    moves: tuple[Move, ...], word_encoder: Any
) -> None:
    blow, when, well = moves
    fitting: Any = Fitting()
    levels: Any = Levels()
    reading = SecondReading(fitting, levels, Scene(word_encoder, *moves).ranking)
    turn = heard("I lost my job", "Oh.", NOT_KEPT, "Go on.", "it hurts")
    vectors = Vectors(unit("it hurts"), unit("I lost my job it hurts"))
    drafts = [Composed((blow,), "x"), Composed((blow, when), "x"), Composed((well,), "x")]
    found = reading.judge(turn, vectors)(drafts)
    # Emotional reactions and interpretations: 2 + .5; 2 and 1, of different moves; .25. Explorations don't count.
    assert found == pytest.approx([-2 * PAIR + 2.5 * EMPATHY, 3 * EMPATHY, -1 * PAIR + 0.25 * EMPATHY])
    assert fitting.talk == [(False, "I lost my job"), (True, "Oh."), (True, "Go on."), (False, "it hurts")]
    assert all((said == vectors.last).all() for said in levels.said)

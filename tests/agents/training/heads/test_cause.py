from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from agents.training.common.token_states import States
from agents.training.heads import cause
from agents.training.heads.cause import Recipe, learn, learn_bounds, threshold
from agents.training.heads.cause_examples import Pairs, Spans, Told
from skills.cause import LABELS, SIX
from skills.models import head
from skills.models.head import Head
from tests.agents.training.heads.reccon_talks import a_run


def test_a_head_learns_which_candidates_are_causes() -> None:
    random = np.random.default_rng(0)
    vectors = random.normal(size=(400, 8)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    rest, even = np.zeros((400, 3), np.float32), np.full((400, 6), 1 / 6, np.float32)
    own = np.arange(400)
    asked = Pairs(vectors, own, own, rest, even, even, (vectors[:, 0] > 0).astype(np.int64), own // 4)
    recipe = replace(Recipe(), rate=1e-2, decay=0.0, dropout=0.0, epochs=40, batch=64)
    found = learn(asked, recipe, 7)
    chances = found.probabilities(asked.seen(found, even))[:, 1]
    assert ((chances > 0.5) == asked.labels).mean() > 0.9


def test_the_threshold_is_where_both_classes_are_told_apart_best() -> None:
    """The chances are .12, .27, .73 and .88, and all but the first are causes."""
    chances = np.array([[-2.0], [-1.0], [1.0], [2.0]], np.float32)
    weight = np.zeros((2, 7), np.float32)  # codes of no numbers, one number of the rest, six of the emotion
    weight[1, 0] = 1.0
    none = np.zeros((0, 3), np.float32)
    known = Head(((weight, np.zeros(2, np.float32)),), LABELS, 1.0, {"target": none, "candidate": none})
    own, even = np.arange(4), np.zeros((4, 6), np.float32)
    asked = Pairs(np.zeros((4, 3), np.float32), own, own, chances, even, even, np.array([0, 1, 1, 1]), own)
    assert threshold(known, asked) == pytest.approx(0.12)


def test_bounds_are_learnt_from_the_states_of_tokens() -> None:
    """The first kind of state begins every span, the second ends it; nothing speaks for the outermost tokens."""
    begin, end, other = np.eye(3, dtype=np.float16)
    row = np.stack([other, other, begin, other, end, other, other])  # the outer two are the marks
    states = States(np.zeros((20, 3), np.float32), np.tile(row, (20, 1)), np.arange(21) * 7)
    known = Told((), states, np.arange(20))
    wanted = Spans(np.arange(20), np.tile([1, 3], (20, 1)), np.arange(20))
    found = learn_bounds(known, wanted, replace(Recipe(), span_rate=0.1, span_epochs=30), 7)
    assert found["bounds"].shape == (2, 3)
    assert found["bounds"].argmax(axis=1).tolist() == [0, 1]
    assert (found["outermost"] < 0).all()


def test_the_recipe_saves_a_head_that_is_read_back(tmp_path: Path) -> None:
    run = a_run(tmp_path)
    cause.train(run)
    run.finish()
    found = head.load("cause", LABELS, run.out)
    width, rest = 384, 2 * 3 + 12 + len(SIX)
    assert found.layers[0][0].shape == (cause.HIDDEN, 3 * cause.CODE + rest)
    assert {name: array.shape for name, array in found.extra.items()} == {
        "target": (cause.CODE, width),
        "candidate": (cause.CODE, width),
        "bounds": (2, width),
        "outermost": (2,),
        "threshold": (1,),
    }

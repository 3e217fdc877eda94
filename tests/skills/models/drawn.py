"""An adapter and heads of drawn numbers for an encoder of any size: with them a whole bot needs no trained ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.training.common.run import Run
from bot.dialog import STRATEGIES
from skills import bot_questions, cause
from skills.care import crisis_acts, danger_classifier
from skills.history import WITH_TRAJECTORY
from skills.labels import EMOTIONS, PROBLEMS
from skills.models import tensors
from skills.models.head import Floats, Head
from skills.sizes import Size
from skills.stage import STAGES

CODE, REST = 4, 24
"""Numbers of a turn's code in `cause`, and of what its head sees beside the codes."""
SURE = 20.0
"""How far the first label is above the others where nothing is to be found: no danger, no crisis."""


def install(size: Size, folder: Path, patch: pytest.MonkeyPatch) -> Path:
    """The folder where an encoder of this size finds its adapter and heads, for as long as `patch` holds."""
    run, known = Run(folder, folder, size=size, out=folder / "drawn"), tensors.folder_of
    random = np.random.default_rng(0)
    for name, head in heads(size, random):
        run.save_head(name, head)
    for ending in (danger_classifier.NAME, danger_classifier.FREE):
        run.save(ending, calm(size), {})
    run.save(tensors.ENCODER, adapter(size, random), {})
    run.finish()
    patch.setattr(tensors, "folder_of", lambda asked: run.out if asked is size else known(asked))
    return run.out


def heads(size: Size, random: np.random.Generator) -> Iterator[tuple[str, Head]]:
    """Every head that a skill or the guard reads vectors with, by the name of its file."""
    d = size.width
    yield "emotion", linear(EMOTIONS, d, random)
    yield "problem", linear(PROBLEMS, d, random)
    yield "intensity", linear(("intensity",), 2 * d, random)
    yield "stage", linear(tuple(STAGES), d + WITH_TRAJECTORY, random)
    yield "strategy", linear(STRATEGIES, d + WITH_TRAJECTORY, random)
    maps = {"target": (CODE, d), "candidate": (CODE, d), "bounds": (2, d), "outermost": (2,)}
    extra = {name: some(random, *shape) for name, shape in maps.items()} | {"threshold": np.zeros(1, np.float32)}
    yield "cause", linear(cause.LABELS, 3 * CODE + REST, random, extra)
    for name in (bot_questions.NAME, bot_questions.FREE):
        none = np.zeros((len(bot_questions.LABELS), 2 * d), np.float32), first(len(bot_questions.LABELS))
        yield name, Head((none,), bot_questions.LABELS, 1.0, {bot_questions.BAR: np.ones(1, np.float32)})
    for name, labels in crisis_acts.NAMES.items():
        for ending in ("", crisis_acts.FREE):
            yield name + ending, Head(((np.zeros((len(labels), d), np.float32), first(len(labels))),), labels, 1.0, {})


def linear(
    labels: Sequence[str], inputs: int, random: np.random.Generator, extra: dict[str, Floats] | None = None
) -> Head:
    layer = some(random, len(labels), inputs), some(random, len(labels))
    return Head((layer,), tuple(labels), 1.0, extra or {})


def calm(size: Size) -> dict[str, NDArray[np.float32]]:
    """A danger reader that finds none: it changes nothing of the encoder's layers."""
    labels = len(danger_classifier.NAMES)
    weight = np.zeros((labels, 3 * size.width), np.float32)
    return {
        "look": np.zeros(size.width, np.float32),
        "weight": weight,
        "bias": first(labels),
        "powers": np.ones(3, np.float32),
    }


def adapter(size: Size, random: np.random.Generator) -> dict[str, NDArray[np.float32]]:
    """A change of one map, and, where the network has none, a table of who spoke."""
    found = {"layers.0.up.a": some(random, 2, size.width), "layers.0.up.b": some(random, size.inner, 2)}
    return found if size.speakers else found | {"speakers": some(random, 2, size.width)}


def some(random: np.random.Generator, *shape: int) -> NDArray[np.float32]:
    return random.normal(0, 0.03, shape).astype(np.float32)


def first(labels: int) -> NDArray[np.float32]:
    """A bias under which the first label is sure."""
    return np.array([SURE, *[0.0] * (labels - 1)], np.float32)

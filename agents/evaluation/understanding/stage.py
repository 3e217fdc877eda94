"""Stages of support on ESConv: the stage of the next messages, and whether the talk passes to another one now.

Detecting transitions is a task of DeepPsy-Agent (Chen & Sun 2025), on hotline talks. No corpus here has stage labels:
ours are derived from strategies (`skills.stage.SHARES`), and the present stage from those of the last messages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

import numpy as np

from agents.corpora import esconv
from agents.evaluation.understanding import single
from agents.evaluation.understanding.row import Row
from agents.evaluation.understanding.single import Asked, Guesses
from agents.training.common import tables
from agents.training.common.fit import Ints
from agents.training.common.run import Run
from agents.training.examples import supported
from skills.models.head import softmax
from skills.stage import STAGES, by_turns, derive

TASK = "stage (derived)"
MEASURES = ("accuracy", "macro-F1", "weighted F1")
SURE = 0.6
"""Where the present stage is less likely than this, the talk is said to pass on; chosen on training talks left out."""


def rows(run: Run, split: str) -> Iterator[Row]:
    """The next messages' stage by every measure with its calibration, then transitions."""
    head = run.head("stage", tuple(STAGES))
    learnt = tables.derived(tuple(supported(esconv.load(run.datapath, "train"))))
    known = tables.talks(run.vectorizer(), esconv.load(run.datapath, split))
    table, staged = tables.stages(known, tables.shapes(run, known)), tables.derived(known.examples) >= 0
    now, turns = present(known)[staged], counted(known)[staged]
    commonest = single.commonest(learnt[learnt >= 0], len(now))
    beside = {"majority": commonest, "by turns": turns, "as before": np.where(now < 0, commonest, now)}
    scores = head.scores(table.features)
    after, before = (
        softmax(scores / by + head.extra["balance"] * head.temperature / by) for by in (head.temperature, 1)
    )
    asked = Asked(TASK, table.labels, len(STAGES), table.groups, "next messages: ")
    yield from single.rows(asked, Guesses(scores.argmax(axis=1), after, before, None, beside), MEASURES, {})
    told = now >= 0
    passes = Asked(TASK, (table.labels != now).astype(int)[told], 2, table.groups[told], "passing to another: ")
    guess = (after[np.arange(len(now)), now] < SURE).astype(int)[told]
    marks = {"always": np.ones_like(guess), "by turns": (turns != now).astype(int)[told]}
    yield from passing(passes, guess, marks)


def passing(asked: Asked, guess: Ints, beside: Mapping[str, Ints]) -> Iterator[Row]:
    """How well it is told whether the talk passes to another stage (1) or stays (0)."""
    for name, score in {"F1": f1, "macro-F1": single.SCORES["macro-F1"], "accuracy": single.SCORES["accuracy"]}.items():
        others = tuple((who, score(asked.truth, other, 2)) for who, other in beside.items())
        yield Row(TASK, asked.what + name, asked.score(score, guess), None, others)


def present(known: tables.Talks) -> Ints:
    """The derived stage of the messages before each example, or -1."""
    found = [derive(item.past) for item in known.examples]
    return np.array([STAGES.index(stage) if stage else -1 for stage in found])


def counted(known: tables.Talks) -> Ints:
    """The stage by the number of the seeker's turns alone; messages in a row are one turn."""
    turns = [groupby(before, key=lambda message: message.own) for before in tables.before(known)]
    said = [[" ".join(message.text for message in group) for own, group in talk if not own] for talk in turns]
    return np.array([STAGES.index(by_turns(texts)) for texts in said])


def f1(truth: Ints, guess: Ints, _: int) -> float:
    """The F1 of passing (1)."""
    both = int(truth.sum() + guess.sum())
    return 2 * int((truth & guess).sum()) / both if both else 0.0

"""The intensity head: a ridge regression from ESConv's surveys, early words to the first answer, late ones to the last.

Nothing of the position enters, so a talk is not called easier because it is long. The corpus barely has answers of 1
and 2 before a talk; `low_intensity.json` adds plain low-key lines written for this project.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from agents.corpora import esconv
from agents.training.common import tables
from agents.training.common.run import Run
from agents.training.common.vectors import Vectorizer
from skills.models.head import Floats, Head

log = logging.getLogger(__name__)
LOW = Path(__file__).with_name("low_intensity.json")
LOW_WEIGHT = 8.0
RIDGE = 20.0
EARLY, LATE = 1 / 3, 2 / 3


@dataclass(frozen=True, slots=True)
class Answers:
    """Rows for the regression: `features` (n, 2d), `answers` (n,) from 1 to 5, `weights` (n,)."""

    features: Floats
    answers: Floats
    weights: Floats


def train(run: Run) -> None:
    """Fit and save `intensity`."""
    vectorizer = run.vectorizer()
    rows = gather(vectorizer, tables.talks(vectorizer, esconv.load(run.datapath, "train")))
    weight, bias = ridge(rows, RIDGE)
    log.info("intensity: %d rows", len(rows.answers))
    run.save_head("intensity", Head(((weight[None], np.array([bias])),), ("intensity",), 1.0, {}))


def gather(vectorizer: Vectorizer, known: tables.Talks) -> Answers:
    """Rows of the first third and of the last third of every surveyed talk, and the low-key lines."""
    both = np.concatenate([known.context, known.last], axis=1)
    share = shares(known)
    answers = np.full(len(share), np.nan)
    for row, example in enumerate(known.examples):
        survey = known.dialogs[example.talk].survey
        asked = (
            survey.initial_intensity if share[row] < EARLY else survey.final_intensity if share[row] > LATE else None
        )
        answers[row] = np.nan if asked is None else asked
    told = ~np.isnan(answers)
    lines: dict[str, list[str]] = json.loads(LOW.read_text(encoding="utf8"))
    low = vectorizer([vectorizer.words.utterance(text) for texts in lines.values() for text in texts])
    low_answers = np.array([float(answer) for answer, texts in lines.items() for _ in texts])
    return Answers(
        np.concatenate([both[told], np.concatenate([low, low], axis=1)]),
        np.concatenate([answers[told], low_answers]),
        np.concatenate([np.ones(int(told.sum())), np.full(len(low), LOW_WEIGHT)]),
    )


def shares(known: tables.Talks) -> Floats:
    """How far into its talk each example stands, from 0 to 1."""
    return np.array([item.position / len(known.dialogs[item.talk].utterances) for item in known.examples])


def ridge(rows: Answers, strength: float) -> tuple[Floats, float]:
    """Weighted least squares with a penalty on the weights: (weight (f,), bias)."""
    share = rows.weights / rows.weights.sum()
    centre, mean = share @ rows.features, float(share @ rows.answers)
    x, y = rows.features - centre, rows.answers - mean
    left = (x * rows.weights[:, None]).T @ x + strength * np.eye(x.shape[1])
    weight: Floats = np.linalg.solve(left, x.T @ (rows.weights * y))
    return weight, mean - float(centre @ weight)

"""Our replies beside people's to the same contexts: are they specific, preferred, empathetic?"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.corpora import empathetic, esconv
from agents.evaluation.answers import Answer, answer, drawn
from agents.evaluation.context_specificity import GROUP, Judge, context_specificity
from agents.evaluation.empathy import shown
from agents.evaluation.preference import preference
from agents.metrics.intervals import Interval
from agents.training.common.run import Run
from agents.training.rerankers.pair_examples import Given, supported, told
from bot.engine import Engine
from skills import empathy
from skills.encoder import shared_text_encoder
from skills.models.pair import Ranker


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure of our replies and of people's; `gap` is ours less theirs; `of`: over how many groups or contexts."""

    measure: str
    ours: Interval
    gold: Interval
    gap: Interval | None
    of: str


def measure(run: Run, split: str, engine: Engine, groups: int) -> Iterator[Figure]:
    """Let the bot answer, and judge; so many `groups` of twenty contexts are drawn from each corpus.

    Raises WeightsError or CorpusError.
    """
    judge = Ranker(shared_text_encoder(run.adapter).text_encoder, "judge")
    parts = {
        "EmpatheticDialogues": told(empathetic.load(run.datapath, split)),
        "ESConv": supported(esconv.load(run.datapath, split)),
    }
    for name, given in parts.items():
        chosen = sample(list(given), groups, run.seed)
        answers = answer(engine, [item for group in chosen for item in group])
        yield from judged(name, run, judge, [answers[at : at + GROUP] for at in range(0, len(answers), GROUP)])


def sample(given: Sequence[Given], groups: int, seed: int) -> list[list[Given]]:
    """At most so many groups of one emotion each, each of another emotion."""
    each = drawn(given, GROUP, 1, seed)
    return random.Random(seed).sample(each, min(groups, len(each)))


def judged(name: str, run: Run, judge: Judge, groups: list[list[Answer]]) -> Iterator[Figure]:
    """The figures over groups of answers."""
    answers = [item for group in groups for item in group]
    specific, preferred = context_specificity(judge, groups), preference(judge, answers)
    places, contexts = f"{specific.groups} groups of {GROUP}", f"{len(answers)} contexts"
    yield Figure(f"{name}: finds its own context", specific.ours, specific.gold, specific.gap, places)
    yield Figure(f"{name}: above a kind sentence", preferred.ours, preferred.gold, None, contexts)
    yield Figure(f"{name}: above all ten", preferred.ours_over_all, preferred.gold_over_all, None, contexts)
    for kind in shown(empathy.load(run.out), run.vectorizer(), answers):
        yield Figure(f"{name}: {kind.kind}, 0 to 2", kind.ours, kind.gold, kind.gap, contexts)

"""The planner of strategies on ESConv: the next message's strategy, and how far the planner likes some too much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from agents.corpora import esconv
from agents.corpora.exchanges import Exchange
from agents.evaluation.understanding import single
from agents.evaluation.understanding.row import Row
from agents.evaluation.understanding.single import Asked, Guesses
from agents.metrics.preference_bias import preference_bias
from agents.training.common import tables
from agents.training.common.fit import Ints, Table
from agents.training.common.run import Run
from agents.training.examples import supported
from bot.dialog import STRATEGIES
from skills.models.head import Head, softmax

TASK = "strategy"
MEASURES = ("accuracy", "macro-F1", "weighted F1")
KNOWN = {
    "accuracy": "32.2 published code of ESConv, 34.7 TransESC (Zhao et al. 2023), test part",
    "macro-F1": "21.8 published code, 26.3 TransESC (Zhao et al. 2023), 27.7 EmoDynamiX (Wan et al. 2025), test part",
    "preference bias": "0.45 EmoDynamiX (Wan et al. 2025), test part; people 0",
}


def rows(run: Run, split: str) -> Iterator[Row]:
    """The balanced choice among all messages and among the first of a turn, as a bot's are; the likeliest; the bias."""
    planner = run.head("strategy", STRATEGIES)
    learnt = tuple(supported(esconv.load(run.datapath, "train")))
    known = tables.talks(run.vectorizer(), esconv.load(run.datapath, split))
    table = tables.strategies(known, tables.shapes(run, known))
    beside = {"majority": majority(learnt, known.examples), "after the last strategy": bigram(learnt, known.examples)}
    everything = np.ones(len(table.labels), bool)
    first = np.array([not said[-1].own for said in tables.before(known)])
    for what, mask, published in (("", everything, KNOWN), ("first of a turn: ", first, {})):
        some = {name: guess[mask] for name, guess in beside.items()}
        yield from chosen(planner, table.rows(mask), what, some, published)


def chosen(planner: Head, table: Table, what: str, beside: dict[str, Ints], published: dict[str, str]) -> Iterator[Row]:
    """The balanced choice with its calibration before balancing, its bias, and the same of the likeliest strategy."""
    scores = planner.scores(table.features)
    plain = scores + planner.temperature * planner.extra["balance"]
    asked = Asked(TASK, table.labels, len(STRATEGIES), table.groups, what)
    after, before = (softmax(plain / divisor) for divisor in (planner.temperature, 1.0))
    yield from single.rows(asked, Guesses(scores.argmax(axis=1), after, before, None, beside), MEASURES, published)
    biases = [(name, preference_bias(table.labels, guess, len(STRATEGIES))) for name, guess in beside.items()]
    for name, guess in (("", scores.argmax(axis=1)), ("likeliest: ", plain.argmax(axis=1))):
        known = published.get("preference bias", "")
        bias = asked.score(preference_bias, guess)
        yield Row(TASK, f"{what}{name}preference bias", bias, None, (("people", 0.0), *biases), known)
    for measure in MEASURES[:2]:
        yield Row(TASK, f"{what}likeliest: {measure}", asked.score(single.SCORES[measure], plain.argmax(axis=1)))


def majority(learnt: Sequence[Exchange], asked: Sequence[Exchange]) -> Ints:
    """The commonest strategy of those learnt from, for everybody."""
    return single.commonest(numbers(learnt), len(asked))


def bigram(learnt: Sequence[Exchange], asked: Sequence[Exchange]) -> Ints:
    """The strategy that most often follows the last one."""
    table = np.zeros((len(STRATEGIES) + 1, len(STRATEGIES)))
    np.add.at(table, (_last(learnt), numbers(learnt)), 1)
    likeliest: Ints = table.argmax(axis=1)[_last(asked)]
    return likeliest


def numbers(examples: Sequence[Exchange]) -> Ints:
    return np.array([STRATEGIES.index(item.label) for item in examples])


def _last(examples: Sequence[Exchange]) -> Ints:
    """The number of the last strategy; one more than all of them at the start."""
    return np.array([STRATEGIES.index(item.past[-1]) if item.past else len(STRATEGIES) for item in examples])

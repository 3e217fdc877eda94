"""What a paper's table says of a generator, with intervals over conversations, and its order beside another's.

Shapes: n replies. Shares are from 0 to 1 but for `PERCENT`, which are printed as papers print them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.corpora.exchanges import Exchange
from agents.evaluation.generate import Row as Figures
from agents.evaluation.generators import Result
from agents.metrics import bleu, ses
from agents.metrics.bleu import ORDERS, Counts
from agents.metrics.classification import accuracy, macro_f1, weighted_f1
from agents.metrics.intervals import Interval, Rows, by_group
from agents.metrics.preference_bias import preference_bias
from agents.metrics.tokens import cased, treebank
from bot.dialog import STRATEGIES

PPL, WORD, BITS = "PPL", "PPL a word", "bits a character"
AVG_BLEU, B_2, R_L, EXTREMA, SES = "AVG BLEU", "B-2", "R-L", "Extrema", "SES"
EMOTION, ACC, MACRO, WEIGHTED = "emotion", "strategy", "macro-F1", "weighted F1"
BIAS = "preference bias"
PERCENT = (AVG_BLEU, B_2, R_L, EXTREMA, SES, EMOTION, ACC, MACRO, WEIGHTED)
Cell = float | Interval | None
Measure = Callable[[Rows], float]


@dataclass(frozen=True, slots=True)
class Scored:
    """One row's answers beside those that people gave; `truth` are the labels of these, where labels are chosen."""

    result: Result
    figures: Figures
    items: Sequence[Exchange]
    truth: Sequence[str] = ()

    @property
    def talks(self) -> NDArray[np.int64]:
        return np.array([item.talk for item in self.items])

    def measures(self) -> dict[str, Measure]:
        """What is computed anew of rows that are drawn: perplexity and both BLEUs."""
        nats = np.array([one.nats for one in self.result.expected])
        tokens = np.array([one.tokens for one in self.result.expected])
        plain, smooth = self._counts(average=True), self._counts(average=False)
        return {
            PPL: lambda rows: math.exp(nats[rows].sum() / tokens[rows].sum()),
            AVG_BLEU: lambda rows: summed(plain[rows]).average(),
            B_2: lambda rows: summed(smooth[rows]).method3(2),
        }

    def cells(self, names: Sequence[str]) -> dict[str, Cell]:
        """The figures that are asked for by their names, None where there is none."""
        drawn = self.measures() | self._chosen() | self._felt()
        found: dict[str, Cell] = {name: by_group(drawn[name], self.talks) for name in names if name in drawn}
        return {name: _percent(name, found[name] if name in found else self._plain(name)) for name in names}

    def _chosen(self) -> dict[str, Measure]:
        """Of the labels that it would choose, where it chooses."""
        if not self.result.chosen:
            return {}
        seen = {*self.truth, *self.result.chosen}
        names = STRATEGIES if seen <= set(STRATEGIES) else sorted(seen)
        truth, guess = (np.array([names.index(one) for one in told]) for told in (self.truth, self.result.chosen))
        return {
            ACC: lambda rows: accuracy(truth[rows], guess[rows]),
            MACRO: lambda rows: macro_f1(truth[rows], guess[rows], len(names)),
            WEIGHTED: lambda rows: weighted_f1(truth[rows], guess[rows], len(names)),
            BIAS: lambda rows: preference_bias(truth[rows], guess[rows], len(names)),
        }

    def _felt(self) -> dict[str, Measure]:
        felt = np.array(self.result.felt)
        return {EMOTION: lambda rows: float(felt[rows].mean())} if len(felt) else {}

    def _plain(self, name: str) -> float | None:
        """A figure without an interval."""
        if name == SES:
            return float(np.mean(ses.ses(self.result.replies, [[item.reply] for item in self.items])))
        likely = self.figures.likely
        known = {R_L: self.figures.rouge_l, EXTREMA: self.figures.extrema}
        return (known | ({WORD: likely.word, BITS: likely.character} if likely else {})).get(name)

    def _counts(self, *, average: bool) -> NDArray[np.int64]:
        """Each reply's counts (n, 10): of ED's own tokens for AVG BLEU, else of ESConv's."""
        pairs = zip(self.result.replies, self.items, strict=True)
        found = [bleu.count(text, [item.reply], cased if average else treebank) for text, item in pairs]
        return np.array([(*one.matched, *one.total, one.guessed, one.expected) for one in found])


def summed(table: NDArray[np.int64]) -> Counts:
    """The counts of several replies together, from a row each."""
    sums = [int(value) for value in table.sum(axis=0)]
    most = len(ORDERS)
    return Counts(tuple(sums[:most]), tuple(sums[most : 2 * most]), *sums[2 * most :])


def apart(first: Scored, second: Scored, name: str) -> Interval:
    """The first's figure less the second's, on the same replies, with the interval over their talks."""
    ours, theirs = first.measures()[name], second.measures()[name]
    found = by_group(lambda rows: ours(rows) - theirs(rows), first.talks)
    return found.percent() if name in PERCENT else found


def agrees(paper: Sequence[float], ours: Interval) -> str:
    """Whether the order is the paper's: "yes", "no", or "open" where the interval holds both; "" where it has none."""
    signs = {value > 0 for value in paper if value}
    if len(signs) != 1:
        return ""
    if ours.low <= 0 <= ours.high:
        return "open"
    return "yes" if signs == {ours.value > 0} else "no"


def _percent(name: str, cell: Cell) -> Cell:
    if cell is None or name not in PERCENT:
        return cell
    return cell.percent() if isinstance(cell, Interval) else 100 * cell

"""A row's figures by hand, and when an order is the paper's."""

from __future__ import annotations

import math

import pytest

from agents.corpora.exchanges import Exchange
from agents.evaluation.generate import Row as Figures
from agents.evaluation.generators import Result
from agents.evaluation.generators_figures import (
    ACC,
    AVG_BLEU,
    B_2,
    BIAS,
    EMOTION,
    MACRO,
    PPL,
    SES,
    WORD,
    Scored,
    agrees,
    apart,
)
from agents.metrics.bleu import avg_bleu
from agents.metrics.copies import Copies
from agents.metrics.intervals import Interval
from agents.metrics.perplexity import Likelihood

ITEMS = [
    Exchange(((False, "hi"),), "what a long day it was", (), "Question", 0, 1),
    Exchange(((False, "hi"),), "so you are glad now", (), "Others", 0, 3),
    Exchange(((False, "hi"),), "that is a long way off", (), "Others", 1, 1),
]
PLAIN = Figures("one", 0, (0.5, 0.5), (0.5, 0.5), 3.0, Copies(3, 0, 0), rouge_l=0.25, extrema=0.5)


def scored(nats: float, *replies: str, chosen: tuple[str, ...] = (), felt: tuple[bool, ...] = ()) -> Scored:
    expected = tuple(Likelihood(nats * tokens, tokens, 2, 9) for tokens in (4, 5, 6))
    truth = [item.label for item in ITEMS] if chosen else ()
    return Scored(Result(replies, expected, chosen, felt), PLAIN, ITEMS, truth)


def spread(cell: object) -> Interval:
    assert isinstance(cell, Interval)
    return cell


SAID = tuple(item.reply for item in ITEMS)


def test_perplexity_and_bleu_with_intervals_over_talks() -> None:
    found = scored(2.0, "what a day it was", "you are glad", "that is a long way off").cells((PPL, AVG_BLEU, B_2))
    assert spread(found[PPL]).value == pytest.approx(math.exp(2))
    whole = avg_bleu(["what a day it was", "you are glad", "that is a long way off"], [[text] for text in SAID])
    assert spread(found[AVG_BLEU]).value == pytest.approx(100 * whole)
    assert spread(found[AVG_BLEU]).low < spread(found[AVG_BLEU]).high


def test_shares_are_printed_in_per_cent_and_what_was_not_measured_is_none() -> None:
    found = scored(2.0, *SAID, felt=(True, False, False)).cells((EMOTION, WORD, "R-L", SES))
    assert spread(found[EMOTION]).value == pytest.approx(100 / 3)
    assert (found[WORD], found["R-L"]) == (None, 25)
    assert found[SES] == pytest.approx(100, abs=0.1)


def test_strategies_that_are_chosen() -> None:
    found = scored(2.0, *SAID, chosen=("Others", "Others", "Question")).cells((ACC, MACRO, BIAS))
    assert spread(found[ACC]).value == pytest.approx(100 / 3)
    assert spread(found[MACRO]).value == pytest.approx(100 * (0 + 0.5) / 2)
    assert spread(found[BIAS]).value == pytest.approx(0, abs=1e-6)  # each was taken once for the other
    assert scored(2.0, *SAID).cells((ACC,)) == {ACC: None}


def test_two_rows_apart() -> None:
    near, far = scored(1.0, *SAID), scored(2.0, *reversed(SAID))
    less = apart(near, far, PPL)
    assert less.value == pytest.approx(math.exp(1) - math.exp(2))
    assert less.high < 0
    assert apart(near, far, AVG_BLEU).value > 0


@pytest.mark.parametrize(
    ("paper", "ours", "told"),
    [
        ([3.0], Interval(1, 0.5, 2), "yes"),
        ([-3.0, -1.0], Interval(1, 0.5, 2), "no"),
        ([3.0], Interval(1, -0.5, 2), "open"),
        ([3.0, -1.0], Interval(1, 0.5, 2), ""),
        ([], Interval(1, 0.5, 2), ""),
    ],
)
def test_an_order_is_the_papers_or_not_or_open(paper: list[float], ours: Interval, told: str) -> None:
    assert agrees(paper, ours) == told

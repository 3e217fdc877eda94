"""Outcomes: both orders together, and that a judge who goes by the place alone ties everything."""

from __future__ import annotations

import pytest

from agents.judging.answers import Answer, Ask, asks
from agents.judging.outcomes import Outcome, outcomes
from agents.judging.prompt import Says
from tests.agents.judging.examples import COMFORT, FLUENCY, PAIR, WHOLE


def answered(ask: Ask, text: str) -> Answer:
    return Answer(ask.key, ask.pair.item.id, "one", "two", ask.question.name, ask.first, "tiny", text, "stop", 9, 1)


ASKS = asks([PAIR, WHOLE], [COMFORT, FLUENCY], "tiny", {"seed": 7})


@pytest.mark.parametrize(
    ("left_first", "right_first", "said", "turned"),
    [
        ("Verdict: A", "Verdict: B", "left", False),
        ("Verdict: B", "Verdict: A", "right", False),
        ("Verdict: tie", "Verdict: tie", "tie", False),
        ("Verdict: A", "Verdict: A", "tie", True),
        ("Verdict: A", "Verdict: tie", "tie", True),
        ("Verdict: A", "Hm.", None, False),
        ("Hm.", "Hm.", None, False),
    ],
)
def test_two_orders_make_one_verdict(left_first: str, right_first: str, said: Says | None, turned: bool) -> None:
    told = {ask.key: answered(ask, left_first if ask.first == "left" else right_first) for ask in ASKS}
    found = outcomes(ASKS, told)
    assert [(one.pair, one.question.name) for one in found] == [
        (pair, question.name) for pair in (PAIR, WHOLE) for question in (COMFORT, FLUENCY)
    ]
    assert {one.says for one in found} == {said}
    assert {one.turned for one in found} == {turned}


def test_who_stood_first_is_told_where_one_was_named() -> None:
    assert list(Outcome(PAIR, COMFORT, ("left", "left")).firsts) == [True, False]
    assert list(Outcome(PAIR, COMFORT, ("left", "tie")).firsts) == [True]
    assert list(Outcome(PAIR, COMFORT, (None, "right")).firsts) == [True]


def test_of_one_order_alone_there_is_no_outcome() -> None:
    assert outcomes(ASKS, {ASKS[0].key: answered(ASKS[0], "A"), ASKS[3].key: answered(ASKS[3], "A")}) == []


def test_a_key_is_of_all_that_is_sent() -> None:
    assert len({ask.key for ask in ASKS}) == len(ASKS) == 8
    assert {ask.key for ask in asks([PAIR, WHOLE], [COMFORT, FLUENCY], "tiny", {"seed": 7})} == {a.key for a in ASKS}
    for other in (asks([PAIR], [COMFORT], "big", {"seed": 7}), asks([PAIR], [COMFORT], "tiny", {"seed": 8})):
        assert not {ask.key for ask in other} & {ask.key for ask in ASKS}

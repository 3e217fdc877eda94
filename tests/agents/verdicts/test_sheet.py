"""Sheets: blind, each reader's own order, and answers that are read or refused with the choices."""

from __future__ import annotations

import pytest

from agents.verdicts.sheet import answered, order, sheet, shown
from bot.errors import StudyError
from tests.agents.verdicts.examples import CAT, MOVING, READER


def letters(reader: str = READER) -> dict[int, str]:
    return {place: "ABC"[at] for at, place in enumerate(order(MOVING, reader))}


def test_a_sheet_shows_talk_and_replies_and_not_where_they_are_from() -> None:
    text = sheet([MOVING, CAT], READER)
    for item in (MOVING, CAT):
        assert all(said.text in text for said in item.context)
        assert all(candidate.text in text for candidate in item.candidates)
    assert not any(source in shown(MOVING, READER) for source in ("written", "shelf", "own"))


def test_orders_differ_from_reader_to_reader_and_are_kept() -> None:
    orders = [tuple(order(MOVING, f"reader {number}")) for number in range(60)]
    assert len(set(orders)) == 6
    assert orders == [tuple(order(MOVING, f"reader {number}")) for number in range(60)]


def test_an_answer_is_read_whatever_its_order_and_case() -> None:
    own = letters()
    line = (
        f"worst={own[2]} {own[1].lower()} = Passable/generic {own[0]}=good {own[2]}=bad/wrong who or what best={own[0]}"
    )
    verdict = answered(line, MOVING, READER)
    assert verdict.marks == ("good", "passable", "bad")
    assert (verdict.best, verdict.worst) == (0, 2)
    assert verdict.reasons == (None, "generic", "wrong who or what")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("A=good B=bad best=A worst=B", "C has no mark"),
        ("A=good B=bad C=fine best=A worst=B", "C = 'fine' is none of good, passable, bad"),
        ("A=good B=bad/dull C=bad best=A worst=B", "B = 'dull' is none of generic, beside the point"),
        ("A=good B=bad C=bad best=A worst=A", "one reply cannot be best and worst"),
        ("A=good B=bad C=bad best=A", "worst = '' is none of A, B, C"),
        ("A=good B=bad C=bad best=D worst=A", "best = 'D' is none of A, B, C"),
        ("A=good B=bad C=bad D=bad best=A worst=B", "'D' is none of A, B, C, best, worst"),
        ("", "A has no mark"),
    ],
)
def test_an_answer_that_cannot_be_read_is_refused_with_the_choices(line: str, message: str) -> None:
    with pytest.raises(StudyError, match=f"item moving.0: {message}"):
        answered(line, MOVING, READER)

"""Tokens of a day: taken before they are spent, put back where they weren't."""

from __future__ import annotations

from datetime import date

import pytest

from bot.errors import Withheld
from skills.writer import spending as module
from skills.writer.spending import EVERYBODY, Limits, Spending


class Days:
    day = date(2030, 1, 1)

    def __call__(self) -> date:
        return self.day


def test_turns_at_once_cannot_go_over_a_limit_together() -> None:
    spending, limits = Spending(Days()), Limits(person=100, all=150)
    with spending.reserved("a", 60, limits) as bill:
        with pytest.raises(Withheld, match=r"this person's .* \(60 of 100\)"), spending.reserved("a", 60, limits):
            pass
        with (
            spending.reserved("b", 60, limits),
            pytest.raises(Withheld, match=r"everybody's .* \(120 of 150\)"),
            spending.reserved("c", 60, limits),
        ):
            pass
        bill.spent = 10
    assert (spending.spent("a"), spending.spent("b"), spending.spent(EVERYBODY)) == (10, 0, 10)


def test_what_fails_is_put_back_and_what_is_over_is_taken() -> None:
    spending = Spending(Days())
    with pytest.raises(OSError, match="down"), spending.reserved("a", 60, Limits()):
        raise OSError("down")
    assert spending.spent("a") == 0
    with spending.reserved("a", 60, Limits()) as bill:
        bill.spent = 80
    assert spending.spent("a") == 80


def test_a_new_day_begins_from_nothing_and_owes_nothing() -> None:
    days = Days()
    spending = Spending(days)
    with spending.reserved("a", 60, Limits()) as bill:
        bill.spent = 10
        days.day = date(2030, 1, 2)
    assert spending.spent("a") == spending.spent(EVERYBODY) == 0


def test_of_very_many_people_the_first_are_forgotten_and_never_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PEOPLE", 10)
    spending = Spending(Days())
    for number in range(30):
        with spending.reserved(str(number), 1, Limits()) as bill:
            bill.spent = 1
    assert spending.spent(EVERYBODY) == 30
    assert (spending.spent("0"), spending.spent("29")) == (0, 1)

"""A server that fails in a row rests; then one turn tries it."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import Withheld
from skills.writer.breaker import Breaker


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def fail(breaker: Breaker) -> None:
    with pytest.raises(OSError, match="down"), breaker.trying():
        raise OSError("down")


def work(breaker: Breaker) -> None:
    with breaker.trying() as trial:
        trial.worked = True


def test_it_opens_after_failures_in_a_row_and_one_that_works_begins_anew() -> None:
    breaker = Breaker(2, 30, Clock())
    fail(breaker)
    work(breaker)
    fail(breaker)
    work(breaker)
    fail(breaker)
    fail(breaker)
    with pytest.raises(Withheld, match="failed 2 times in a row, and is tried again in 30 s"), breaker.trying():
        pass


def test_after_its_rest_one_turn_tries_and_the_others_do_not_wait() -> None:
    clock = Clock()
    breaker = Breaker(1, 30, clock)
    fail(breaker)
    clock.now = 31
    with breaker.trying() as trial:
        with pytest.raises(Withheld, match="by another turn just now"), breaker.trying():
            pass
        trial.worked = True
    work(breaker)


def test_a_trial_that_fails_rests_again() -> None:
    clock = Clock()
    breaker = Breaker(1, 30, clock)
    fail(breaker)
    clock.now = 31
    fail(breaker)
    with pytest.raises(Withheld, match="in 30 s"), breaker.trying():
        pass


@pytest.mark.parametrize("gone", [asyncio.CancelledError(), GeneratorExit(), Withheld("busy")])
def test_somebody_who_goes_away_says_nothing_of_the_server(gone: BaseException) -> None:
    clock = Clock()
    breaker = Breaker(1, 30, clock)
    with pytest.raises(type(gone)), breaker.trying():
        raise gone
    work(breaker)
    fail(breaker)
    clock.now = 31
    with pytest.raises(type(gone)), breaker.trying():
        raise gone
    work(breaker)  # the next one may try

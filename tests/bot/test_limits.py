from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.config import Rules
from bot.limits import (
    BUDGET_SPENT,
    BUSY_NETWORK,
    BUSY_PROGRAM,
    CLOSED,
    DAY_FULL,
    INVITED,
    MENU_FULL,
    MINUTE_FULL,
    Limits,
    network_of,
)
from bot.testing import FakeClock

FREE = Rules(
    per_minute=0,
    per_day=0,
    address_per_minute=0,
    address_per_day=0,
    token_per_minute=0,
    token_per_day=0,
    menu_per_minute=0,
    address_menu_per_minute=0,
)


def admitted(limits: Limits, times: int, person: str = "web:ann", address: str | None = None) -> int:
    return sum(limits.admit(person, address) is None for _ in range(times))


def test_a_minute_holds_so_many_messages_of_one_person() -> None:
    clock = FakeClock()
    limits = Limits(replace(FREE, per_minute=3), clock=clock)
    assert admitted(limits, 9) == 3
    assert (limits.admit("web:ann") or "").startswith(MINUTE_FULL)
    assert admitted(limits, 9, "web:bob") == 3
    clock.tick(60)
    assert admitted(limits, 9) == 3


def test_a_day_holds_so_many_whoever_was_refused_the_day_before() -> None:
    clock = FakeClock()  # noon
    limits = Limits(replace(FREE, per_day=5), clock=clock)
    assert admitted(limits, 50) == 5
    assert (limits.admit("web:ann") or "").startswith(DAY_FULL)
    clock.tick(11 * 3600 + 3599)
    assert admitted(limits, 5) == 0
    clock.tick(1)
    assert admitted(limits, 50) == 5


def test_an_address_is_counted_over_all_its_people() -> None:
    limits = Limits(replace(FREE, address_per_minute=4), clock=FakeClock())
    assert sum(limits.admit(f"web:{number}", "192.0.2.7") is None for number in range(9)) == 4
    assert (limits.admit("web:new", "192.0.2.7") or "").startswith(BUSY_NETWORK)
    assert limits.admit("web:new", "192.0.2.8") is None
    assert limits.admit("telegram:new") is None


def test_the_budget_is_everybodys_together() -> None:
    limits = Limits(replace(FREE, budget_per_day=3), clock=FakeClock())
    assert sum(limits.admit(f"web:{number}") is None for number in range(9)) == 3
    assert (limits.admit("web:ann") or "").startswith(BUDGET_SPENT)


def test_who_is_blocked_or_not_invited_is_told_so() -> None:
    limits = Limits(replace(FREE, block=("web:ann",)))
    assert (limits.admit("web:ann") or "").startswith(CLOSED)
    assert limits.admit("web:bob") is None
    limits = Limits(replace(FREE, allow=("web:ann", "web:bob"), block=("web:bob",)))
    assert limits.admit("web:ann") is None
    assert (limits.admit("web:bob") or "").startswith(CLOSED)
    assert (limits.admit("web:eve") or "").startswith(INVITED)


def test_every_refusal_names_the_way_out_of_danger() -> None:
    rules = Rules(block=("a:blocked",), allow=("a:in", "a:blocked"), per_minute=1, budget_per_day=2)
    limits = Limits(rules, clock=FakeClock())
    assert limits.admit("a:in") is None
    for person in ("a:in", "a:out", "a:blocked"):
        assert "please call your local emergency number" in (limits.admit(person) or "")


def test_new_rules_go_on_with_what_was_counted() -> None:
    limits = Limits(replace(FREE, per_minute=5), clock=FakeClock())
    assert admitted(limits, 3) == 3
    limits.use(replace(FREE, per_minute=4, people=1))
    assert admitted(limits, 3) == 1
    limits.use(FREE)
    assert admitted(limits, 99) == 99


def test_refusals_are_told_by_kind_alone() -> None:
    told: list[str] = []
    limits = Limits(replace(FREE, per_minute=1, block=("x:y",)), clock=FakeClock(), turned_away=told.append)
    for person in ("a:b", "a:b", "x:y"):
        limits.admit(person)
    assert told == ["per_minute", "block"]


@given(st.lists(st.integers(0, 500), max_size=200), st.integers(1, 20))
def test_never_more_than_its_room_is_remembered(people: list[int], room: int) -> None:
    limits = Limits(Rules(people=room), clock=FakeClock())
    for number in people:
        limits.admit(f"web:{number}", f"192.0.2.{number % 250}")
    assert all(len(window) <= room for window in limits._windows.values())


@given(st.lists(st.tuples(st.sampled_from("abc"), st.floats(0, 90)), max_size=120), st.integers(1, 5))
def test_no_minute_of_the_clock_holds_more_than_the_rule(messages: list[tuple[str, float]], limit: int) -> None:
    clock = FakeClock()
    limits = Limits(replace(FREE, per_minute=limit), clock=clock)
    counts: dict[tuple[str, int], int] = {}
    for person, pause in messages:
        clock.tick(pause)
        minute = (person, int(clock.now.timestamp()) // 60)
        before = counts.get(minute, 0)
        welcome = limits.admit(person) is None
        assert welcome == (before < limit)
        counts[minute] = before + welcome


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("unix", "unix"),
    ],
)
def test_a_household_is_one_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_a_token_is_counted_over_all_its_people() -> None:
    limits = Limits(replace(FREE, token_per_minute=4), clock=FakeClock())
    assert sum(limits.admit(f"web:clinic/{number}", token="clinic") is None for number in range(9)) == 4
    assert (limits.admit("web:clinic/new", token="clinic") or "").startswith(BUSY_PROGRAM)
    assert limits.admit("web:school/new", token="school") is None
    assert limits.admit("web:new") is None
    assert (limits.admit_menu("web:clinic/new", token="clinic") or "").startswith(BUSY_PROGRAM)


def test_who_is_refused_is_counted_all_the_same_but_not_for_everybody() -> None:
    clock = FakeClock()
    limits = Limits(replace(FREE, per_minute=2, per_day=10, address_per_minute=12, budget_per_day=5), clock=clock)
    assert admitted(limits, 10, address="192.0.2.7") == 2
    clock.tick(60)
    assert (limits.admit("web:ann", "192.0.2.7") or "").startswith(DAY_FULL)
    assert admitted(limits, 20, "web:bob", "192.0.2.7") == 2
    assert (limits.admit("web:eve", "192.0.2.7") or "").startswith(BUSY_NETWORK)
    clock.tick(60)
    assert sum(limits.admit(f"web:{number}") is None for number in range(9)) == 1  # the fifth that is answered


def test_commands_have_a_budget_of_their_own() -> None:
    limits = Limits(replace(FREE, per_minute=1, menu_per_minute=3, address_menu_per_minute=5), clock=FakeClock())
    assert sum(limits.admit_menu("web:ann", "192.0.2.7") is None for _ in range(5)) == 3
    assert (limits.admit_menu("web:ann", "192.0.2.7") or "").startswith(MENU_FULL)
    assert (limits.admit_menu("web:bob", "192.0.2.7") or "").startswith(BUSY_NETWORK)
    assert limits.admit("web:ann", "192.0.2.7") is None
    assert limits.admit_menu("web:bob", "192.0.2.8") is None


def test_who_is_blocked_still_gets_at_what_is_kept_of_them() -> None:
    limits = Limits(replace(FREE, block=("web:ann",), allow=("web:bob",)))
    assert [limits.admit_menu(person) for person in ("web:ann", "web:bob", "web:eve")] == [None] * 3

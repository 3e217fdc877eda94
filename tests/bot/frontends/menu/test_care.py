from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dialog import Conversation, Turn
from bot.frontends.menu.asking import Asking, stars_due
from bot.frontends.menu.care import Care, care_of, countries, directory, in_country
from bot.frontends.menu.choices import country_code
from bot.testing import FakeClock
from skills.care.state import CareState
from skills.crisis_resources import directory as lines

NEW = Conversation("t:1:0:1")


def test_the_countries_are_those_that_the_guard_has_lines_for() -> None:
    assert {code: name for code, (name, _) in countries().items()} == {
        code: country.name for code, country in lines().countries.items() if code != "international"
    }
    assert directory() == lines().international()


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("Germany", "de"),
        ("  deutschland. ", "de"),
        ("ESPAÑA", "es"),
        ("the Netherlands", "nl"),
        ("日本", "jp"),
        ("대한민국", "kr"),
        ("gb", "gb"),
        ("other", "other"),
        ("international", None),
        ("Atlantis", None),
        ("", None),
    ],
)
def test_a_country_is_read_as_people_write_it(written: str, code: str | None) -> None:
    assert country_code(written) == code


@given(st.text())
def test_whatever_is_written_is_a_country_or_none(written: str) -> None:
    assert country_code(written) in (*countries(), "other", None)


def test_the_guards_state_is_read_by_name() -> None:
    state = CareState(level=2, country="gb", minor=True, unsafe_to_talk=True)
    assert care_of(NEW) == Care()
    assert care_of(NEW.knowing(state)) == Care("gb", True, True)


def test_a_country_changes_nothing_else_of_what_the_guard_knows() -> None:
    state = CareState(level=2, kind="abuse", minor=True)
    assert in_country(NEW.knowing(state), "gb") == replace(state, country="gb")
    assert in_country(NEW, "gb") == CareState(country="gb")


@pytest.mark.parametrize(("answers", "due"), [(0, False), (1, False), (2, True), (3, False), (4, True)])
def test_stars_are_due_after_every_second_answer(answers: int, due: bool) -> None:
    conversation = NEW
    for _ in range(answers):
        conversation = conversation.add(Turn("user", "a", FakeClock()())).add(Turn("bot", "b", FakeClock()()))
    assert stars_due(conversation) is due
    assert not stars_due(conversation.knowing(Asking(False)))

"""What the menu does for whoever has asked for very much: over the real store, guard and limits."""

from __future__ import annotations

from typing import Any

import pytest

from bot.config import Rules
from bot.frontends.menu import Menu
from bot.limits import BUSY_NETWORK, EMERGENCY, MENU_FULL, Limits
from bot.testing import FakeClock
from tests.bot.frontends.menu.conftest import KEY, Talk


def limited(talk: Talk, **rules: Any) -> Limits:
    limits = Limits(Rules(**rules), clock=FakeClock())
    talk.menu = Menu(talk.sessions, limits=limits)
    return limits


@pytest.mark.parametrize(
    "action", ["mood", "export", "forget", "forget:yes", "reset:yes", "undo", "stop", "consent:keep:yes", "country:gb"]
)
async def test_what_takes_work_is_counted(talk: Talk, action: str) -> None:
    limited(talk, menu_per_minute=2)
    await talk.say("It was a hard day.")
    for _ in range(2):
        assert not (await talk.open("privacy")).refused
    page = await talk.open(action)
    assert page.refused
    assert page.text == f"{MENU_FULL} {EMERGENCY}"
    assert (page.file, page.picture, page.buttons) == (None, None, ())
    assert (await talk.sessions.known(KEY)).said("user") == ("It was a hard day.",)
    assert await talk.sessions.store.people.consents("telegram:7") == {}


async def test_an_address_is_counted_over_its_people(talk: Talk) -> None:
    limited(talk, address_menu_per_minute=3)
    pages = [await talk.menu.open(f"web:{number}::{number}", "export", address="192.0.2.7") for number in range(5)]
    assert [page.refused for page in pages] == [False] * 3 + [True] * 2
    assert pages[-1].text.startswith(BUSY_NETWORK)


async def test_what_this_is_and_what_there_is_costs_nothing(talk: Talk) -> None:
    limited(talk, menu_per_minute=1)
    for action in ("start", "help", "nonsense", "privacy", "start", "help", "nonsense"):
        assert not (await talk.open(action)).refused
    assert (await talk.open("privacy")).refused
    assert not (await talk.open("export", private=False)).refused  # a line that points to the private chat


async def test_in_a_crisis_help_and_the_country_are_always_there(talk: Talk) -> None:
    limited(talk, menu_per_minute=1)
    await talk.say("I want to kill myself")
    await talk.open("privacy")
    for _ in range(3):
        for action in ("start", "help", "country", "country Germany", "country:gb", "mood", "feedback"):
            assert not (await talk.open(action)).refused
    assert (await talk.open("export")).refused


async def test_at_the_first_doubt_the_country_is_there_too(talk: Talk) -> None:
    limited(talk, menu_per_minute=1)
    await talk.care(level=1, kind="suicide")
    await talk.open("privacy")
    assert not (await talk.open("country:gb")).refused
    assert (await talk.open("mood")).refused

"""What is done in danger, as a page: the law that is followed, and counts of nobody in particular."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from html import unescape
from typing import Any

from bot.engine import Engine
from bot.law import regions_of
from bot.limits import EMERGENCY
from bot.registry import Skill
from bot.sessions import utc_now
from bot.terms import Terms
from skills.care.state import CareState
from skills.safety import safety

Door = Callable[..., AbstractAsyncContextManager[Any]]


async def test_without_a_law_it_tells_what_is_done_and_that_nothing_was_so_far(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        page = unescape((await visit.client.get("/protocol")).text)
        assert "Where it is unsure, it often asks directly." in page
        assert "There are no counts to show." in page
        assert "The law it follows" not in page
        assert 'class="set-words"' not in (await visit.client.get("/")).text


async def test_it_names_the_law_and_counts_what_was_answered_with_a_line(door: Door, echo: Skill) -> None:
    terms = Terms(regions=regions_of(["new-york", "oregon"]))
    engine = Engine((("scripted", echo),), safety())
    async with door(echo, engine=engine, terms=terms) as opened, opened.visited() as visit:
        for words, event in (("I want to kill myself", "one"), ("I really do want to die", "two"), ("my cat", "three")):
            form = {"text": words, "event": event, "token": await visit.token()}
            assert (await visit.client.post("/say", data=form)).status_code == 303
        page = unescape((await visit.client.get("/protocol")).text)
        assert "<h3>New York</h3>" in page
        assert "SB 1546" in page
        month = f"{utc_now():%Y-%m}"
        assert f"<td>{month}</td><td>fewer than 10</td>" in page  # whose one is could be told
        assert "<td>suicide</td>" not in page
        assert await opened.store.people.referrals() == [(month, "suicide", 1)]  # the line is not repeated at once
        assert "kill" not in page


async def test_the_words_of_a_law_stand_above_the_talk_and_are_said_once(door: Door, echo: Skill) -> None:
    terms = Terms(regions=regions_of(["new-york"]))
    (words,) = terms.set_words
    async with door(echo, terms=terms) as opened, opened.visited() as visit:
        page = (await visit.client.get("/")).text
        assert f'<p class="set-words">{words}</p>' in page
        assert page.count(words) == 1


async def test_without_a_guard_it_claims_nothing(door: Door, echo: Skill) -> None:
    async with door(echo, terms=Terms(guarded=False)) as opened, opened.visited() as visit:
        page = unescape((await visit.client.get("/protocol")).text)
        assert "switched off what notices danger" in page
        assert "asks directly" not in page


async def test_in_danger_the_first_page_names_whom_to_call_beside_the_words_of_a_law(door: Door, echo: Skill) -> None:
    terms = Terms(regions=regions_of(["new-york"]))
    (words,) = terms.set_words
    async with door(echo, terms=terms) as opened, opened.visited() as visit:
        await opened.sessions.note(visit.conversation_id, CareState(level=2, kind="suicide"))
        page = unescape((await visit.client.get("/")).text)
        assert EMERGENCY in page
        assert page.count(words) == 1

from __future__ import annotations

import asyncio
import random

import pytest

from agents.logs.collect import Corpus, Said, Talk, collect
from bot.dialog import SelfReport, Verdict
from bot.step import NOT_KEPT
from bot.store import Store
from bot.testing.scripted import NOON
from skills.care.state import CareState
from tests.agents.logs.conftest import SEEN, Exchange, Keep

CALM = [Exchange(f"calm {number}", f"heard {number}") for number in range(6)]


def collected(url: str) -> Corpus:
    async def run() -> Corpus:
        async with Store.open(url) as store:
            return await collect(store, random.Random(1))

    return asyncio.run(run())


def test_a_talk_comes_with_strategies_stars_and_the_persons_own_word(url: str, keep: Keep) -> None:
    keep(
        "t:1::7",
        Exchange("hi, I'm Anna", "Hello. What's up?", stars=4, strategy="Question"),
        Exchange("tom left", "That hurts.", strategy=None),
        parts=[SelfReport(5, 2)],
    )
    assert collected(url) == Corpus(
        (
            Talk(
                1,
                (
                    Said("user", "hi, I'm [name-1]"),
                    Said("bot", "Hello. What's up?", "Question", 4),
                    Said("user", "[name-2] left"),
                    Said("bot", "That hurts."),
                ),
                (5, 2),
            ),
        ),
        hidden={"name": 2},  # type: ignore[arg-type]
        left_out={"turns in and after danger": 0, "talks cut before danger": 0},  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(("consent", "talks"), [((), 0), ((True,), 1), ((True, False), 0), ((False, True), 1)])
def test_only_people_who_agree_now(url: str, keep: Keep, consent: tuple[bool, ...], talks: int) -> None:
    keep("t:1::7", *CALM, consent=consent)
    assert len(collected(url).talks) == talks


def test_no_talk_of_a_minor_also_where_another_talk_says_so(url: str, keep: Keep) -> None:
    keep("t:1::7", *CALM)
    keep("t:2::7", *CALM, parts=[CareState(minor=True)])
    keep("t:1::8", *CALM, parts=[CareState(minor=False)])
    found = collected(url)
    assert [talk.person for talk in found.talks] == [1]
    assert found.left_out["minors"] == 1


@pytest.mark.parametrize(
    "danger",
    [
        Exchange(NOT_KEPT, "Are you safe?", verdict=SEEN),
        Exchange(NOT_KEPT, "Are you safe?"),
        Exchange("kept all the same", "Are you safe?", verdict=Verdict(1, "suicide", stopped=False)),
    ],
)
def test_danger_goes_with_what_the_guard_read_and_all_that_followed(url: str, keep: Keep, danger: Exchange) -> None:
    keep("t:1::7", *CALM, danger, *CALM, parts=[SelfReport(5, 1)])
    found = collected(url)
    (talk,) = found.talks
    assert [said.text for said in talk.turns] == [
        "calm 0",
        "heard 0",
        "calm 1",
        "heard 1",
        "calm 2",
        "heard 2",
        "calm 3",
    ]
    assert talk.cut
    assert talk.intensity is None  # the last word was said in danger
    assert found.left_out["turns in and after danger"] == 26 - 7
    assert found.left_out["talks cut before danger"] == 1


def test_a_talk_that_begins_in_danger_is_not_there(url: str, keep: Keep) -> None:
    keep("t:1::7", Exchange(NOT_KEPT, "Are you safe?", verdict=SEEN), *CALM)
    assert collected(url).talks == ()


@pytest.mark.parametrize("care", [CareState(level=1, kind="suicide"), CareState(danger_at=NOON)])
def test_a_talk_whose_danger_was_taken_back_is_not_there(url: str, keep: Keep, care: CareState) -> None:
    keep("t:1::7", *CALM, parts=[care])
    keep("t:2::7", *CALM, parts=[CareState(country="GB")])
    assert len(collected(url).talks) == 1


def test_after_three_hours_another_talk_begins_and_one_without_an_answer_is_none(url: str, keep: Keep) -> None:
    late = [Exchange("back again", "Welcome back.", minutes=200), Exchange("fine", "Good.", minutes=201)]
    keep("t:1::7", Exchange("hi", "Hello.", minutes=1), *late, parts=[SelfReport(4, 2)])
    found = collected(url).talks
    assert [[said.text for said in talk.turns] for talk in found] == [
        ["hi", "Hello."],
        ["back again", "Welcome back.", "fine", "Good."],
    ]
    assert [talk.intensity for talk in found] == [None, None]  # nobody knows of which of them it is
    assert [talk.person for talk in found] == [1, 1]


def test_no_identifier_of_a_channel_is_left(url: str, keep: Keep) -> None:
    keep("telegram:424242::424242", *CALM)
    assert "424242" not in repr(collected(url))

"""A server that fails, is slow or costs too much: the bot's own choice stands, and the trace says why."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.dialog import Conversation
from bot.people import person_of
from bot.testing.chat_completions import ChatCompletions, Told
from skills.server import Server
from skills.writer.spending import spending
from tests.skills.asked import OWN, asking, there, turn

pytest.importorskip("openai")
__all__ = ["there"]


FAILURES = [
    (Told(status=500), "InternalServerError 500"),
    (Told(status=503), "InternalServerError 503"),
    (Told(status=401), "AuthenticationError 401"),
    (Told(status=400), "BadRequestError 400"),
    (Told(fault="cut"), "APIConnectionError"),
    (Told(fault="unfinished"), "its answer broke off"),
    (Told(fault="malformed"), "a piece of its answer makes no sense: JSONDecodeError"),
    (Told(fault="error event"), "APIError"),
    (Told(fault="moved", headers={"Location": "http://127.0.0.1:9/v1/chat/completions"}), "307"),
]


@pytest.mark.parametrize(("told", "why"), FAILURES)
async def test_whatever_fails_the_bots_own_choice_stands_and_the_trace_says_why(
    there: ChatCompletions, told: Told, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    there.told = [told]
    step = await turn(asking(there))
    assert step.reply.text == OWN
    ((_, found),) = step.trace.missed
    assert found.startswith("failed: ")
    assert why in found
    assert "Fluffington" not in caplog.text + found


@pytest.mark.parametrize("fault", ["no json", "no choices", "malformed"])
async def test_a_whole_answer_that_makes_no_sense_is_a_failure(there: ChatCompletions, fault: Any) -> None:
    there.told = [Told(fault=fault)]
    step = await turn(asking(there, stream=False))
    assert step.reply.text == OWN
    assert step.trace.missed[0][1].startswith("failed: its answer")


async def test_of_an_answer_that_breaks_off_only_what_was_shown_stands(there: ChatCompletions) -> None:
    there.told = [Told(fault="cut"), Told(fault="cut")]
    assert (await turn(asking(there))).reply.text == OWN
    there.reply = "[Reflection of feelings] The house is quiet. And then he came and left"
    shown: list[str] = []
    assert (await turn(asking(there), shown=shown)).reply.text == "The house is quiet."
    assert shown == ["The house is quiet."]


async def test_nobody_there_is_a_failure(there: ChatCompletions) -> None:
    async with ChatCompletions() as gone:
        away = asking(gone)
    step = await turn(away)
    assert step.reply.text == OWN
    assert step.trace.missed[0][1].startswith("failed: APIConnectionError")


async def test_a_slow_server_is_late_and_is_hung_up_on(there: ChatCompletions) -> None:
    there.told = [Told(fault="slow"), Told(fault="stall")]
    step = await turn(asking(there), wait=0.5)
    assert (step.reply.text, step.trace.missed[0][1]) == (OWN, "late")
    await there.until(lambda: there.hung_up == 1)
    there.reply = "[Reflection of feelings] The house is quiet. And then he came and left"
    step = await turn(asking(there), wait=0.5)
    assert (step.reply.text, step.trace.missed[0][1]) == ("The house is quiet.", "late")
    await there.until(lambda: there.hung_up == 2)


async def test_what_may_help_is_asked_again_and_nothing_else(there: ChatCompletions) -> None:
    there.told = [Told(status=500), Told(status=429, headers={"Retry-After": "0"})]
    assert (await turn(asking(there, retries=2))).reply.skill == "server"
    assert len(there.asked) == 3
    there.told = [Told(status=400)]
    assert (await turn(asking(there, retries=2))).reply.text == OWN
    assert len(there.asked) == 4


async def test_a_server_that_wants_more_time_than_there_is_is_not_waited_for(there: ChatCompletions) -> None:
    there.told = [Told(status=429, headers={"Retry-After": "30"})]
    step = await asyncio.wait_for(turn(asking(there, retries=5), wait=20), 10)
    assert step.reply.text == OWN
    assert step.trace.missed == (("server", "withheld: its server is busy and asks to wait 30 s"),)


async def test_after_failures_in_a_row_it_is_left_alone_and_then_tried_once(there: ChatCompletions) -> None:
    asked = asking(there, failures=2, rest=60)
    assert isinstance(asked, Server)
    there.told = [Told(status=500), Told(status=500)]
    for _ in range(2):
        await turn(asked)
    step = await turn(asked)
    assert len(there.asked) == 2
    assert step.trace.missed == (
        ("server", "withheld: its server failed 2 times in a row, and is tried again in 60 s"),
    )
    asked.breaker._until = 0.0
    assert (await turn(asked)).reply.skill == "server"
    assert (await turn(asked)).reply.skill == "server"


async def test_a_server_from_which_nothing_came_in_time_has_failed(there: ChatCompletions) -> None:
    asked = asking(there, failures=1, rest=60)
    there.told = [Told(fault="slow")]
    await turn(asked, wait=0.3)
    assert "tried again" in (await turn(asked)).trace.missed[0][1]


async def test_a_person_and_all_together_have_their_tokens_of_a_day(there: ChatCompletions) -> None:
    asked = asking(there, person_per_day=900)
    assert (await turn(asked)).reply.skill == "server"
    spent = spending(there.base_url, "tiny").spent(person_of("t:1::me"))
    usage = sum(int(part.split()[0]) for part in (await turn(asking(there))).trace.notes[0][1].split(", "))
    assert spent == usage  # by the server's own count
    step = await turn(asked)
    assert step.reply.text == OWN
    assert step.trace.missed[0][1].startswith("withheld: this person's tokens for today are used up (")
    assert (await turn(asked, talk=Conversation("t:1::you"))).reply.skill == "server"
    everybody = asking(there, person_per_day=0, all_per_day=1500)
    step = await turn(everybody, talk=Conversation("t:1::she"))
    assert step.trace.missed[0][1].startswith("withheld: everybody's tokens for today are used up (")


async def test_what_failed_at_once_costs_nothing(there: ChatCompletions) -> None:
    there.told = [Told(status=500)]
    before = spending(there.base_url, "tiny").spent(person_of("t:1::me"))  # another test may have had the same port
    await turn(asking(there))
    assert spending(there.base_url, "tiny").spent(person_of("t:1::me")) == before

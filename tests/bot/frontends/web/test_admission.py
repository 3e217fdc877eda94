"""What is taken of messages that are too long or too many, over a real server and a real store."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

from bot.config import Rules
from bot.dialog import Reply, TurnView, Verdict
from bot.engine import Engine
from bot.frontends.danger import EXCERPT
from bot.limits import DAY_FULL, EMERGENCY, MINUTE_FULL, Limits
from bot.registry import Skill, Watch
from bot.testing import FakeClock

Door = Callable[..., AbstractAsyncContextManager[Any]]
CALM = "it was a long day and the rain did not stop. "
LONG = CALM * 1000


class Counting:
    """Stops whatever speaks of danger; notes how much it has read."""

    def __init__(self) -> None:
        self.read: list[int] = []

    def watch(self, turn: TurnView, /) -> Watch:
        self.read.append(len(turn.text))
        if "danger" in turn.text:
            return Watch(Verdict(2, "suicide", stopped=True), reply=Reply("Are you safe?", "guard", 1.0))
        return Watch()

    def refuse(self, reply: Reply, /) -> str | None:
        return None


async def test_a_message_that_is_too_long_counts_and_is_read_no_further_than_the_limits_go(
    door: Door, echo: Skill
) -> None:
    guard = Counting()
    limits = Limits(Rules(per_minute=4), clock=FakeClock())
    async with (
        door(echo, engine=Engine((("echo", echo),), guard), limits=limits) as opened,
        opened.visited() as visit,
        visit.socket() as socket,
    ):
        for number in range(5):
            await socket.say(LONG, f"long-event-{number}")
            refused = (await socket.told("refused"))["text"]
            assert refused.startswith(f"That is {len(LONG.strip())} characters long")
            assert refused.endswith(EMERGENCY)
        assert sum(length > EXCERPT for length in guard.read) == 3  # the first took what was left of the minute
        assert sum(length <= EXCERPT for length in guard.read) == 5
        await socket.say("hello", "short-event-1")
        assert (await socket.told("refused"))["text"] == f"{MINUTE_FULL} {EMERGENCY}"
        await socket.say(LONG + "I am in danger", "long-event-9")
        assert (await socket.told("reply", "refused"))["text"] == "Are you safe?"


async def test_what_is_taken_of_it_is_no_longer_than_a_message_may_be(door: Door, echo: Skill) -> None:
    engine = Engine((("echo", echo),), Counting(), keep_crisis_text=True)
    async with door(echo, engine=engine) as opened, opened.visited() as visit, visit.socket() as socket:
        await socket.say(CALM * 180 + "I am in danger. " + CALM * 120, "long-event-1")
        assert (await socket.told("reply", "refused"))["text"] == "Are you safe?"
        (said,) = (await opened.sessions.known(visit.conversation_id)).said("user")
        assert "danger" in said
        assert len(said) <= 4000


async def test_the_day_ends_for_who_sends_nothing_but_what_is_too_long(door: Door, echo: Skill) -> None:
    limits = Limits(Rules(per_day=3, per_minute=0), clock=FakeClock())
    async with door(echo, limits=limits) as opened, opened.visited() as visit, visit.socket() as socket:
        await socket.say(LONG, "long-event-1")
        await socket.told("refused")
        await socket.say("hello", "short-event-1")
        assert (await socket.told("refused", "reply"))["text"] == f"{DAY_FULL} {EMERGENCY}"


async def test_a_command_is_no_message_of_the_page(door: Door, echo: Skill) -> None:
    engine = Engine((("echo", echo),), Counting())
    async with door(echo, engine=engine) as opened, opened.visited() as visit, visit.socket() as socket:
        await socket.say("/exprot", "event-number-1")
        assert (await socket.told("refused"))["text"].startswith("I don't know /exprot. /help shows")
        await socket.say("/country germany", "event-number-2")
        assert (await socket.told("refused"))["text"].startswith("/country has a page of its own here")
        assert (await opened.sessions.known(visit.conversation_id)).turns == ()
        await socket.say("/danger", "event-number-3")
        assert (await socket.told("reply", "refused"))["text"] == "Are you safe?"
        await socket.say("/home is where my children are", "event-number-4")
        assert "home is where" in (await socket.told("reply", "refused"))["text"]


async def test_without_a_script_it_is_none_either(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        said = await visit.client.post("/say", data={"text": "/exprot", "token": await visit.token()})
        assert said.status_code == 422
        assert "/exprot" in said.text
        assert await opened.store.conversations("") == []

"""Slow responders, and another bot that takes over."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.dialog import Reply, TurnView
from bot.engine import Engine
from bot.registry import Draft
from bot.testing import ScriptedSkill
from tests.bot.room import KEY, Alarm, bot, echo, opened


class Slow:
    """Drafts at once, then waits for ever; `ended` tells that it was stopped."""

    def __init__(self, *drafts: str, error: Exception | None = None) -> None:
        self.drafts, self.error = drafts, error
        self.started, self.ended = asyncio.Event(), asyncio.Event()

    async def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]:
        try:
            for text in self.drafts:
                yield Draft(Reply(text, "slow", 0.9))
            self.started.set()
            if self.error:
                raise self.error
            await asyncio.Event().wait()
        finally:
            self.ended.set()


async def test_at_the_deadline_whole_sentences_count(tmp_path: Path) -> None:
    slow = Slow("A first try.", "A better one. And th")
    async with opened(tmp_path, bot(echo), slow, wait=0.02) as (sessions, _):
        answer = await sessions.say(KEY, "hi")
        assert answer.text == "A better one."
        assert answer.step
        assert [reply.text for reply in answer.step.trace.proposals] == ["hi?", "A better one."]
        assert answer.step.trace.missed == (("slow0", "late"),)
        assert slow.ended.is_set()


async def test_whole_allowed_sentences_are_shown_as_they_come(tmp_path: Path) -> None:
    slow = Slow(
        "That sou", "That sounds hard. What", "That sounds hard. What happ", "That sounds hard. You rude!", "So. So."
    )
    shown: list[str] = []

    async def show(text: str) -> None:
        shown.append(text)

    async with opened(tmp_path, Engine((("echo", echo),), Alarm()), slow, wait=0.05) as (sessions, _):
        await sessions.say(KEY, "hi", draft=show)
    assert shown == ["That sounds hard."]


async def test_another_bot_takes_over_between_two_turns(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(echo)) as (sessions, store):
        await sessions.say(KEY, "one")
        sessions.use(bot(ScriptedSkill("two, then")))
        assert (await sessions.say(KEY, "two")).text == "two, then"
        assert (await store.load(KEY)).conversation.said("user") == ("one", "two")


async def test_a_responder_that_fails_costs_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(tmp_path, bot(echo), Slow(error=ValueError("a secret"))) as (sessions, _):
        assert (await sessions.say(KEY, "hi")).text == "hi?"
    assert f"conversation {KEY}: the slow responder slow0: failed: ValueError" in caplog.text
    assert "secret" not in caplog.text


async def test_a_caller_that_goes_away_holds_nobody_up_and_stops_its_responders(tmp_path: Path) -> None:
    slow = Slow("A draft.")
    async with opened(tmp_path, bot(echo), slow) as (sessions, _):
        gone = asyncio.create_task(sessions.say(KEY, "hi"))
        await slow.started.wait()
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        await asyncio.wait_for(slow.ended.wait(), 5)
        slow.error = ValueError()
        assert [answer.text for answer in await sessions.unsent(KEY)] == ["hi?"]

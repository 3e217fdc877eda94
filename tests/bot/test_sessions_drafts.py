"""Slow responders, and another bot that takes over."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.dialog import Reply, TurnView
from bot.engine import Engine
from bot.people import person_of
from bot.registry import Draft
from bot.testing import FakeClock, ScriptedSkill
from tests.bot.room import KEY, Alarm, bot, echo, opened


class Slow:
    """Drafts at once, then waits for ever; `ended` tells that it was stopped."""

    def __init__(self, *drafts: str, error: Exception | None = None) -> None:
        self.drafts, self.error = drafts, error
        self.started, self.ended = asyncio.Event(), asyncio.Event()
        self.outside = False

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


async def test_at_the_deadline_the_last_draft_counts(tmp_path: Path) -> None:
    slow = Slow("a first try", "a better one")
    async with opened(tmp_path, bot(echo), slow, wait=0.02) as (sessions, _):
        answer = await sessions.say(KEY, "hi")
        assert answer.text == "a better one"
        assert answer.step
        assert [reply.text for reply in answer.step.trace.proposals] == ["hi?", "a better one"]
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


@pytest.mark.parametrize(("answers", "reply"), [([], "hi?"), ([True], "from afar"), ([True, False], "hi?")])
async def test_words_leave_the_machine_only_with_consent(tmp_path: Path, answers: list[bool], reply: str) -> None:
    slow = Slow("from afar")
    slow.outside = True
    async with opened(tmp_path, bot(echo), slow, wait=0.05) as (sessions, store):
        for given in answers:
            await store.people.consent(person_of(KEY), "outside", given, FakeClock()())
        assert (await sessions.say(KEY, "hi")).text == reply


async def test_another_bot_takes_over_between_two_turns(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(echo)) as (sessions, store):
        await sessions.say(KEY, "one")
        sessions.use(bot(ScriptedSkill("two, then")))
        assert (await sessions.say(KEY, "two")).text == "two, then"
        assert (await store.load(KEY)).conversation.said("user") == ("one", "two")


async def test_a_responder_that_fails_costs_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(tmp_path, bot(echo), Slow(error=ValueError("a secret"))) as (sessions, _):
        assert (await sessions.say(KEY, "hi")).text == "hi?"
    assert "a slow responder failed: ValueError" in caplog.text
    assert "secret" not in caplog.text


async def test_a_caller_that_goes_away_holds_nobody_up_and_stops_its_responders(tmp_path: Path) -> None:
    slow = Slow("a draft")
    async with opened(tmp_path, bot(echo), slow) as (sessions, _):
        gone = asyncio.create_task(sessions.say(KEY, "hi"))
        await slow.started.wait()
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        await asyncio.wait_for(slow.ended.wait(), 5)
        slow.error = ValueError()
        assert [answer.text for answer in await sessions.unsent(KEY)] == ["a draft"]

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


async def test_who_writes_again_waits_for_no_reply_to_what_came_before(tmp_path: Path) -> None:
    slow = Slow("A draft. And th")
    async with opened(tmp_path, bot(echo), slow, wait=60) as (sessions, store):
        first = asyncio.create_task(sessions.say(KEY, "one", "1"))
        await slow.started.wait()
        again = asyncio.create_task(sessions.say(KEY, "one", "1"))  # the same message, told twice, interrupts nothing
        await asyncio.sleep(0.05)
        assert not first.done()
        slow.error = ValueError()
        second = await asyncio.wait_for(sessions.say(KEY, "two", "2"), 10)
        assert ((await first).text, (await again).text, second.text) == ("A draft.", "A draft.", "two?")
        step = (await first).step
        assert step
        assert step.trace.missed == (("slow0", "interrupted: the person wrote again"),)
        assert slow.ended.is_set()
        assert (await store.load(KEY)).conversation.said("user") == ("one", "two")


async def test_of_messages_that_wait_only_the_last_is_asked_about(tmp_path: Path) -> None:
    slow, asked = Slow("A draft."), 0

    class Counted:
        async def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]:
            nonlocal asked
            asked += 1
            async for draft in slow.propose(turn, deadline):
                yield draft

    async with opened(tmp_path, bot(echo), Counted(), wait=60) as (sessions, _):
        first = asyncio.create_task(sessions.say(KEY, "one"))
        await slow.started.wait()
        slow.error = ValueError()
        answers = await asyncio.gather(first, *(sessions.say(KEY, text) for text in ("two", "three", "four")))
    assert [answer.text for answer in answers] == ["A draft.", "two?", "three?", "four?"]
    assert asked == 2


async def test_messages_that_are_answered_as_one_do_not_interrupt_it(tmp_path: Path) -> None:
    slow = Slow("A draft.")
    async with opened(tmp_path, bot(echo), slow, wait=60, merge_above=2) as (sessions, _):
        first = asyncio.create_task(sessions.say(KEY, "one"))
        await slow.started.wait()
        slow.ended.clear()
        slow.started.clear()
        rest = asyncio.gather(*(sessions.say(KEY, text) for text in ("two", "three", "four")))
        await asyncio.wait_for(slow.started.wait(), 10)  # it is asked about all three
        await asyncio.sleep(0.05)
        assert not rest.done()
        last = asyncio.create_task(sessions.say(KEY, "five"))
        assert len({answer.id for answer in await asyncio.wait_for(rest, 10)}) == 1
        assert (await first).text == "A draft."
        last.cancel()


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

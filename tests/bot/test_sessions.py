"""Turns, and what goes wrong."""

import asyncio
import logging
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.dialog import Reply, SkillResult, TurnView
from bot.engine import Engine
from bot.parts import part
from bot.turns import TROUBLE
from tests.bot.room import KEY, Alarm, Failing, bot, echo, opened


@part("test_sessions_odd", version=1)
@dataclass(frozen=True, slots=True)
class Odd:
    text: str


async def test_an_answer_comes_with_its_step_and_waits_in_the_outbox(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(echo)) as (sessions, store):
        answer = await sessions.say(KEY, "hi")
        assert answer.text == "hi?"
        assert answer.step
        assert answer.step.conversation == (await store.load(KEY)).conversation
        assert [waiting.id for waiting in await sessions.unsent("t:")] == [answer.id]
        await sessions.sending(answer)
        assert [waiting.id for waiting in await sessions.unsent("t:")] == [answer.id]
        await sessions.sent(answer)
        assert await sessions.unsent("t:") == []


async def test_the_same_event_gets_the_same_answer_and_one_turn(tmp_path: Path) -> None:
    async with opened(tmp_path, bot(echo)) as (sessions, store):
        answers = await asyncio.gather(*(sessions.say(KEY, "hi", "event") for _ in range(3)))
        answers.append(await sessions.say(KEY, "hi", "event"))
        assert len({answer.id for answer in answers}) == 1
        assert {answer.text for answer in answers} == {"hi?"}
        assert (await store.load(KEY)).conversation.said("user") == ("hi",)


async def test_what_would_be_stopped_is_told_without_a_turn(tmp_path: Path) -> None:
    async with opened(tmp_path, Engine((("echo", echo),), Alarm())) as (sessions, store):
        assert await sessions.endangered(KEY, "i am in danger")
        assert not await sessions.endangered(KEY, "all is well", level=1)
        assert await sessions.endangered(KEY, "i am low", level=1)
        assert not await sessions.endangered(KEY, "i am low")
        assert (await store.load(KEY)).version == 0


async def test_when_the_engine_fails_the_conversation_survives(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path, Failing((("echo", echo),))) as (sessions, store):
        await sessions.say(KEY, "before")
        failed = await sessions.say(KEY, "fail secretly")
        assert (failed.text, failed.step) == (TROUBLE, None)
        await sessions.say(KEY, "after")
        assert (await store.load(KEY)).conversation.said("user") == ("before", "after")
        assert await store.waiting("") == []
    assert "the turn failed: ValueError" in caplog.text
    assert "secret" not in caplog.text


async def test_a_part_that_cannot_be_read_is_logged_without_its_words(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path, bot(echo)) as (sessions, _):
        await sessions.say(KEY, "hi")
        with closing(sqlite3.connect(tmp_path / "t.db")) as database:
            database.execute("INSERT INTO state_part VALUES (?, 'self_report', 1, '{\"first\": \"a secret\"}')", [KEY])
            database.commit()
        with caplog.at_level(logging.WARNING):
            assert (await sessions.say(KEY, "still there")).text == "still there?"
    assert "'self_report' is damaged" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize(
    "text", ["", " \n", "\0\x01", "a\0b", "\ud83d lone", "\U0001f41f", "x" * 100_000, "\u05e9\u05dc\u05d5\u05dd"]
)
async def test_any_message_gets_an_answer(tmp_path: Path, text: str) -> None:
    async with opened(tmp_path, bot(echo)) as (sessions, _):
        assert (await sessions.say(KEY, text)).text
        assert (await sessions.say(KEY, "and now")).text == "and now?"


async def test_what_cannot_be_written_down_is_answered_all_the_same_and_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def learns(turn: TurnView) -> SkillResult:
        learnt = [Odd(b"a secret".decode() + "\ud83d")] if turn.text == "odd" else []
        return SkillResult(tuple(learnt), (Reply(f"{turn.text}?", "learns", 1.0),))

    async with opened(tmp_path, bot(learns)) as (sessions, store):
        assert (await sessions.say(KEY, "odd")).text == TROUBLE
        assert await store.waiting("") == []
        assert (await sessions.say(KEY, "fine")).text == "fine?"
        assert (await sessions.known(KEY)).said("user") == ("fine",)
    assert "state part 'test_sessions_odd' cannot be written down: UnicodeEncodeError" in caplog.text
    assert "secret" not in caplog.text

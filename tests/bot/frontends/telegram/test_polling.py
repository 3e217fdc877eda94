from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from telegram.error import NetworkError, RetryAfter, TelegramError

from bot.frontends.telegram.polling import OneByOne, delay
from bot.registry import Skill
from bot.sessions import Sessions
from bot.store import Store
from bot.testing.telegram import BAD_GATEWAY, LOST_AFTER, FakeTelegram

Room = Callable[..., AbstractAsyncContextManager[tuple[Sessions, Store]]]
Bot = Callable[..., AbstractAsyncContextManager[None]]


async def test_an_update_that_cannot_be_read_stops_no_other(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as opened, bot(opened):
        await telegram.sends({"text": "one", "entities": "no list"}, user=7)
        await telegram.says("two", user=7)
        assert await telegram.heard(7, 2) == ["You said: one", "You said: two"]
        await telegram.sends({"text": 3, "date": "yesterday"}, user=7)  # the newest: nothing comes after it
        await telegram.confirmed()


async def test_trouble_on_the_line_is_waited_out(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill, pauses: Any
) -> None:
    telegram.faults["getUpdates"].extend([BAD_GATEWAY, BAD_GATEWAY, LOST_AFTER])
    async with room(echo) as opened, bot(opened):
        await telegram.says("hello", user=7)
        assert await telegram.heard(7) == ["You said: hello"]
    assert pauses.asked[:3] == [1.0, 2.0, 4.0]


async def test_two_processes_that_poll_do_not_answer_twice(
    telegram: FakeTelegram, room: Room, bot: Bot, echo: Skill, pauses: Any
) -> None:
    async with room(echo) as one, room(echo) as other, bot(one), bot(other):
        # Who begins takes over at once what is being sent, as if it were left by a process that died.
        await telegram.until(lambda: bool(pauses.asked))  # each has sent the other away
        for number in range(3):
            await telegram.says(f"hello {number}", user=number + 1)
        for number in range(3):
            assert await telegram.heard(number + 1) == [f"You said: hello {number}"]
        await asyncio.sleep(0.1)
    assert len(telegram.sent) == 3


def parsed(raw: object) -> Any:
    return OneByOne.parse_json_payload(json.dumps(raw).encode())


def test_a_bad_update_becomes_an_empty_one_of_its_number() -> None:
    good = {"update_id": 1, "message": {"message_id": 1, "date": 1, "chat": {"id": 7, "type": "private"}, "text": "a"}}
    bad = {"update_id": 2, "message": {"date": "yesterday"}}
    answer = parsed({"ok": True, "result": [good, bad, "nonsense", {"update_id": "3"}]})
    assert answer == {"ok": True, "result": [good, {"update_id": 2}]}


def test_of_a_message_that_cannot_be_read_the_words_are() -> None:
    words = {"message_id": 1, "date": 1, "chat": {"id": 7, "type": "private"}, "text": "a"}
    answer = parsed({"ok": True, "result": [{"update_id": 1, "message": words | {"photo": 5}}]})
    assert answer["result"] == [{"update_id": 1, "message": words}]


def test_other_answers_are_left_alone() -> None:
    refusal = {"ok": False, "error_code": 409, "description": "Conflict"}
    assert parsed(refusal) == refusal


def outcome(payload: bytes) -> str:
    try:
        OneByOne.parse_json_payload(payload)
    except TelegramError as error:
        return str(error)
    return "read"


@given(st.binary(max_size=60))
def test_no_bytes_are_more_than_a_bad_answer(payload: bytes) -> None:
    assert outcome(payload) in ("read", "Invalid server response")


@pytest.mark.parametrize("payload", [b"", b"\xff", b"<html>", b"[" * 100_000])
def test_what_is_no_json_is_not_repeated(payload: bytes) -> None:
    assert outcome(payload) == "Invalid server response"


def test_it_waits_longer_each_time_but_as_long_as_it_is_told() -> None:
    assert [delay(NetworkError("x"), failures) for failures in range(1, 8)] == [1, 2, 4, 8, 16, 30, 30]
    assert delay(RetryAfter(7), 5) == pytest.approx(7)

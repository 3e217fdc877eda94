from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest

from bot.frontends.door import Door, Refused, repeated
from bot.registry import Skill
from bot.sessions import Sessions
from bot.store import Store
from bot.testing import ScriptedSkill

Room = Callable[[Skill], AbstractAsyncContextManager[tuple[Sessions, Store]]]


class Channel:
    """Keeps what is sent as (conversation, text, key); raises its `errors` first."""

    def __init__(self, *errors: Exception) -> None:
        self.sent: list[tuple[str, str, str]] = []
        self.errors = list(errors)

    async def __call__(self, conversation_id: str, text: str, key: str) -> None:
        if self.errors:
            raise self.errors.pop(0)
        self.sent.append((conversation_id, text, key))

    @property
    def texts(self) -> list[str]:
        return [text for _, text, _ in self.sent]


async def no_sign() -> None:
    """A channel without a typing sign."""


async def test_an_answer_that_could_not_be_sent_goes_out_with_the_next(room: Room, echo: Skill) -> None:
    channel = Channel(OSError("line down"))
    async with room(echo) as (sessions, _):
        door = Door(sessions, channel, limit=100)
        await door.hear("test:1:0:1", "one", "1", no_sign)
        assert channel.sent == []
        await door.hear("test:1:0:1", "two", "2", no_sign)
    assert channel.texts == ["You said: one", "You said: two"]


async def test_one_person_never_sets_off_what_waits_for_another(room: Room, echo: Skill) -> None:
    channel = Channel(OSError("line down"))
    async with room(echo) as (sessions, _):
        door = Door(sessions, channel, limit=100)
        await door.hear("test:1:0:12", "mine", "1", no_sign)
        await door.hear("test:1:0:1", "yours", "2", no_sign)  # an id that the other begins with
    assert channel.texts == ["You said: yours"]


async def test_what_is_refused_for_good_is_not_tried_again(room: Room, echo: Skill) -> None:
    channel = Channel(Refused("blocked"))
    async with room(echo) as (sessions, _):
        door = Door(sessions, channel, limit=100)
        await door.hear("test:1:0:1", "one", "1", no_sign)
        await door.resend("test:")
    assert channel.sent == []


async def test_pieces_have_keys_that_stay_the_same(room: Room) -> None:
    first, again = Channel(), Channel()
    async with room(ScriptedSkill("One sentence. Another one.")) as (sessions, store):
        await Door(sessions, first, limit=15).hear("test:1:0:1", "hi", "1", no_sign)
        await store.mark(1, "sending")
        await Door(sessions, again, limit=15).resend("test:")
    assert first.texts == ["One sentence.", "Another one."]
    assert again.sent == first.sent
    assert len({key for _, _, key in first.sent}) == 2


async def test_settle_waits_for_what_is_under_way(room: Room, echo: Skill) -> None:
    channel = Channel()
    async with room(echo) as (sessions, _):
        door = Door(sessions, channel, limit=100)
        hearing = asyncio.create_task(door.hear("test:1:0:1", "one", "1", no_sign))
        await asyncio.sleep(0)
        await door.settle()
        assert channel.texts == ["You said: one"]
        await hearing
        await door.settle()  # with nothing under way it returns at once


async def test_a_sign_is_repeated_until_the_block_ends() -> None:
    signs: list[int] = []
    enough = asyncio.Event()

    async def sign() -> None:
        signs.append(1)
        if len(signs) == 3:
            enough.set()
        raise OSError("its failure is nobody's concern")

    async with repeated(sign, 0.001):
        await enough.wait()
    shown = len(signs)
    await asyncio.sleep(0.01)
    assert len(signs) == shown


async def test_a_failing_block_still_fails() -> None:
    with pytest.raises(ValueError, match="inside"):
        async with repeated(no_sign, 1):
            raise ValueError("inside")

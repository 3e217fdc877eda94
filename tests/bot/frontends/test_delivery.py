"""What goes out of the outbox, in which pieces, and what is sent again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from contextvars import ContextVar
from datetime import timedelta
from pathlib import Path

import pytest

from bot.engine import Engine
from bot.errors import StoreError
from bot.frontends.delivery import Refused
from bot.frontends.door import Door
from bot.registry import Skill
from bot.sessions import Sessions
from bot.store import Store
from bot.testing import ScriptedSkill
from tests.bot.frontends.channel import Channel, no_sign

Room = Callable[[Skill], AbstractAsyncContextManager[tuple[Sessions, Store]]]


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
        await store.sent_pieces(1, 0)
        await Door(sessions, again, limit=15).resend("test:")
    assert first.texts == ["One sentence.", "Another one."]
    assert again.sent == first.sent
    assert len({key for _, _, key in first.sent}) == 2


async def test_only_pieces_that_are_not_out_yet_are_sent_again(room: Room) -> None:
    class Breaks(Channel):
        async def __call__(self, conversation_id: str, text: str, key: str) -> None:
            if self.sent:
                raise OSError("line down")
            await super().__call__(conversation_id, text, key)

    breaks, again = Breaks(), Channel()
    async with room(ScriptedSkill("One sentence. Another one.")) as (sessions, _):
        await Door(sessions, breaks, limit=15).hear("test:1:0:1", "hi", "1", no_sign)
        await Door(sessions, again, limit=15).resend("test:")
    assert breaks.texts == ["One sentence."]
    assert again.texts == ["Another one."]


async def test_what_was_made_before_is_sent_again_and_what_is_new_is_not(tmp_path: Path, echo: Skill) -> None:
    """After a long while a message finds the answer to the one before it, which may have been sent by the dead."""
    marked: list[str] = []
    again = ContextVar("again", default=False)

    @contextmanager
    def before() -> Iterator[None]:
        token = again.set(True)
        yield
        again.reset(token)

    async def send(conversation_id: str, text: str, key: str) -> None:
        marked.append(f"{'again' if again.get() else 'new'}: {text}")

    address = f"sqlite+aiosqlite:///{tmp_path / 'talk.db'}"
    async with Store.open(address) as store, Sessions(Engine((("echo", echo),)), store, stale=timedelta(0)) as sessions:
        assert await sessions.sending(await sessions.say("test:1:0:1", "one"))
        door = Door(sessions, send, limit=100, again=before)
        await door.hear("test:1:0:1", "two", "2", no_sign)
        await sessions.say("test:1:0:1", "three")
        await door.resend("test:")
    assert marked == ["again: You said: one", "new: You said: two", "again: You said: three"]


async def test_when_the_store_fails_over_the_sending_a_new_answer_goes_out_and_an_old_one_waits(
    room: Room, echo: Skill, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*_: object) -> bool:
        raise StoreError("full")

    channel = Channel()
    async with room(echo) as (sessions, _):
        door = Door(sessions, channel, limit=100)
        for name in ("claim", "mark"):
            monkeypatch.setattr(Store, name, fails)
        assert await door.hear("test:1:0:1", "one", "1", no_sign)
        assert channel.texts == ["You said: one"]
        for _ in range(3):
            await door.resend("test:")
        assert channel.texts == ["You said: one"]
        monkeypatch.undo()
        await door.resend("test:")
    assert channel.texts == ["You said: one"] * 2  # that it was sent could not be noted
    assert "conversation test:1:0:1: no word on an answer: StoreError" in caplog.text


async def test_where_the_outbox_cannot_be_read_the_new_answer_goes_out(
    room: Room, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> list[object]:
        raise StoreError("gone")

    channel = Channel()
    async with room(echo) as (sessions, _):
        monkeypatch.setattr(Store, "unsent", fails)
        await Door(sessions, channel, limit=100).hear("test:1:0:1", "one", "1", no_sign)
    assert channel.texts == ["You said: one"]

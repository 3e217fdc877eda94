from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from bot.errors import BotError, ConfigError, StoreError
from bot.frontends.door import APOLOGY, HELLO, ONLY_TEXT
from bot.frontends.quiet import quiet
from bot.frontends.telegram.client import serve
from bot.registry import Skill
from bot.sessions import Sessions
from bot.store import Store
from bot.testing import ScriptedSkill
from bot.testing.telegram import BAD_GATEWAY, TOKEN, FakeTelegram, Sent, flood

Room = Callable[[Skill], AbstractAsyncContextManager[tuple[Sessions, Store]]]


class Pauses:
    """Waits no time; `asked` is for how long it was asked to."""

    def __init__(self) -> None:
        self.asked: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.asked.append(seconds)
        await asyncio.sleep(0.01)


@pytest.fixture
async def telegram() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram() as fake:
        yield fake


@pytest.fixture
def pauses() -> Pauses:
    return Pauses()


@asynccontextmanager
async def bot(fake: FakeTelegram, opened: tuple[Sessions, Store], pauses: Pauses | None = None) -> AsyncIterator[None]:
    stop = asyncio.Event()
    sessions, store = opened
    serving = asyncio.create_task(
        serve(fake.token, sessions, store, stop, api_base=fake.base_url, pause=pauses or Pauses())
    )
    try:
        yield
    finally:
        stop.set()
        await serving


async def test_a_message_is_answered_in_its_chat(telegram: FakeTelegram, room: Room) -> None:
    async with room(ScriptedSkill("What happened?")) as opened, bot(telegram, opened):
        await telegram.says("I lost my job", user=7)
        assert await telegram.heard(7) == ["What happened?"]
    assert telegram.actions == [(7, "typing")]
    assert telegram.commands == [{"command": "start", "description": "What I am, and what I'm not"}]


async def test_two_people_at_once_are_not_mixed(telegram: FakeTelegram, room: Room, echo: Skill) -> None:
    async with room(echo) as opened, bot(telegram, opened):
        for number in range(5):
            await telegram.says(f"one {number}", user=1)
            await telegram.says(f"two {number}", user=12)
        first, second = await telegram.heard(1, 5), await telegram.heard(12, 5)
        loaded = await opened[1].load("telegram:1:0:1")
    assert first == [f"You said: one {number}" for number in range(5)]
    assert second == [f"You said: two {number}" for number in range(5)]
    assert loaded.conversation.said("user") == tuple(f"one {number}" for number in range(5))


async def test_start_says_what_it_is_and_is_no_turn(telegram: FakeTelegram, room: Room, echo: Skill) -> None:
    async with room(echo) as opened, bot(telegram, opened):
        await telegram.says("/start", user=7)
        assert await telegram.heard(7) == [HELLO]
        assert (await opened[1].load("telegram:7:0:7")).conversation.turns == ()
    assert "computer program, not a person" in HELLO


async def test_a_picture_is_kindly_declined(telegram: FakeTelegram, room: Room, echo: Skill) -> None:
    photo = {"photo": [{"file_id": "a", "file_unique_id": "b", "width": 1, "height": 1}], "caption": "my dog"}
    async with room(echo) as opened, bot(telegram, opened):
        await telegram.sends(photo, user=7)
        assert await telegram.heard(7) == [ONLY_TEXT]


async def test_a_long_reply_comes_in_pieces_in_order(telegram: FakeTelegram, room: Room) -> None:
    long = " ".join(f"This is sentence number {number}." for number in range(300))
    async with room(ScriptedSkill(long)) as opened, bot(telegram, opened):
        await telegram.says("tell me", user=7)
        pieces = await telegram.heard(7, 3)
    assert all(piece.endswith(".") and len(piece) <= 4096 for piece in pieces)
    assert " ".join(pieces) == long


async def test_an_update_that_comes_again_is_answered_once(telegram: FakeTelegram, room: Room, echo: Skill) -> None:
    async with room(echo) as opened, bot(telegram, opened):
        telegram.unconfirmable = True
        await telegram.says("hello", user=7)
        await telegram.heard(7)
    telegram.unconfirmable = False
    async with room(echo) as opened, bot(telegram, opened):
        await telegram.confirmed()
        await telegram.says("still there?", user=7)
        assert await telegram.heard(7, 2) == ["You said: hello", "You said: still there?"]


async def test_an_answer_left_by_a_crash_goes_out_at_the_start(telegram: FakeTelegram, room: Room, echo: Skill) -> None:
    telegram.meet(7)
    async with room(echo) as (sessions, store):
        await sessions.say("telegram:7:0:7", "first", "41")  # stepped, never sent
        answer = await sessions.say("telegram:8:0:8", "sent already", "42")
        await sessions.sent(answer)
        await store.receive("telegram:7:0:7", "second", "43", sessions._clock())  # in the inbox, never stepped
    async with room(echo) as opened, bot(telegram, opened):
        assert await telegram.heard(7, 2) == ["You said: first", "You said: second"]
    async with room(echo) as (sessions, _):
        assert await sessions.unsent("telegram:") == []


async def test_nothing_is_confirmed_that_is_not_in_the_inbox(
    telegram: FakeTelegram, room: Room, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    receive, failures = Store.receive, iter([StoreError("disk full")] * 2)

    async def full_at_first(store: Store, *told: object) -> object:
        if failure := next(failures, None):
            assert telegram.unconfirmed() == 1
            raise failure
        return await receive(store, *told)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "receive", full_at_first)
    async with room(echo) as opened, bot(telegram, opened):
        await telegram.says("hello", user=7)
        assert await telegram.heard(7) == ["You said: hello"]


async def test_it_waits_as_long_as_it_is_told_to(
    telegram: FakeTelegram, room: Room, echo: Skill, pauses: Pauses
) -> None:
    telegram.faults["sendMessage"].extend([flood(3), BAD_GATEWAY])
    async with room(echo) as opened, bot(telegram, opened, pauses):
        await telegram.says("hello", user=7)
        assert await telegram.heard(7) == ["You said: hello"]
    assert pauses.asked == [3.0, 2.0]


async def test_who_must_wait_holds_up_nobody_else(telegram: FakeTelegram, room: Room, echo: Skill) -> None:
    class UntilTheOtherIsAnswered(Pauses):
        async def __call__(self, seconds: float) -> None:
            await telegram.heard(8, 2)

    telegram.faults["sendMessage"].append(flood(3))
    async with room(echo) as opened, bot(telegram, opened, UntilTheOtherIsAnswered()):
        await telegram.says("first", user=7)
        await telegram.until(lambda: not telegram.faults["sendMessage"])
        for text in ("one", "two"):
            await telegram.says(text, user=8)
        assert await telegram.heard(7) == ["You said: first"]
    assert [message.chat for message in telegram.sent] == [8, 8, 7]


async def test_who_blocked_the_bot_is_left_alone(telegram: FakeTelegram, room: Room, echo: Skill) -> None:
    telegram.blocked.add(7)
    async with room(echo) as opened, bot(telegram, opened):
        await telegram.says("hello", user=7)
        await telegram.says("hello", user=8)
        assert await telegram.heard(8) == ["You said: hello"]
    async with room(echo) as (sessions, _):
        assert await sessions.unsent("telegram:") == []


async def test_a_turn_that_fails_is_apologised_for(
    telegram: FakeTelegram, room: Room, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise StoreError("disk full")

    async with room(echo) as opened, bot(telegram, opened):
        monkeypatch.setattr(Store, "commit", broken)
        await telegram.says("hello", user=7)
        assert await telegram.heard(7) == [APOLOGY]


@pytest.mark.parametrize(
    ("text", "answered"),
    [
        ("hello everybody", False),
        ("ask @attune_bot_2 instead", False),
        ("what do you think, @Attune_Bot?", True),
        ("/start@attune_bot", True),
        ("/start", False),
    ],
)
async def test_a_group_gets_one_line_when_the_bot_is_spoken_to(
    telegram: FakeTelegram, room: Room, echo: Skill, text: str, answered: bool
) -> None:
    async with room(echo) as opened, bot(telegram, opened):
        await telegram.says(text, user=7, group=-100)
        await telegram.says("a sign that the one before is done with", user=8)
        await telegram.heard(8)
        if answered:
            await telegram.heard(-100)
        loaded = await opened[1].load("telegram:-100:0:7")
    line = "I keep talks out of groups. You can write to me in private: https://t.me/attune_bot"
    assert telegram.texts(-100) == [line] * answered
    assert loaded.conversation.turns == ()


async def test_a_reply_to_the_bot_in_a_group_is_speaking_to_it(telegram: FakeTelegram, room: Room, echo: Skill) -> None:
    async with room(echo) as opened, bot(telegram, opened):
        update = await telegram.says("yes", user=7, group=-100, reply_to=telegram.bot_message("hm", -100))
        await telegram.heard(-100)
    assert telegram.sent[0].reply_to == update["message"]["message_id"]


@pytest.mark.parametrize("token", ["1234567890:AAAnotherTokenOfTheRightShape-01234", "nonsense"])
async def test_a_wrong_token_is_named_but_not_shown(
    telegram: FakeTelegram, room: Room, echo: Skill, token: str
) -> None:
    async with room(echo) as (sessions, store):
        with pytest.raises(ConfigError, match="Telegram refuses this token") as caught:
            await serve(token, sessions, store, asyncio.Event(), api_base=telegram.base_url)
    assert token not in str(caught.value)
    assert caught.value.__suppress_context__


async def test_a_token_withdrawn_while_it_runs_ends_it(telegram: FakeTelegram, room: Room, echo: Skill) -> None:
    async with room(echo) as (sessions, store):
        serving = asyncio.create_task(serve(TOKEN, sessions, store, asyncio.Event(), api_base=telegram.base_url))
        await telegram.says("hello", user=7)
        await telegram.heard(7)
        telegram.token = "1234567890:AAAnotherTokenOfTheRightShape-01234"
        await telegram.says("hello", user=7)
        with pytest.raises(ConfigError):
            await serving


async def test_no_server_is_a_clear_error(room: Room, echo: Skill) -> None:
    async with room(echo) as (sessions, store):
        with pytest.raises(BotError, match="Telegram cannot be reached"):
            await serve(TOKEN, sessions, store, asyncio.Event(), api_base="http://127.0.0.1:1/bot")


async def test_neither_words_nor_token_are_logged(
    telegram: FakeTelegram, room: Room, echo: Skill, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    telegram.blocked.add(9)
    telegram.faults["sendMessage"].extend([flood(1), BAD_GATEWAY])
    telegram.faults["getUpdates"].append(BAD_GATEWAY)
    secret = "a very private sentence"
    with quiet():
        async with room(echo) as opened, bot(telegram, opened):
            await telegram.says(secret, user=7)
            await telegram.says(secret, user=9)
            await telegram.says(f"{secret} @attune_bot", user=7, group=-100)
            await telegram.heard(7)
            await telegram.heard(-100)
    assert "listening on Telegram" in caplog.text
    for record in caplog.records:
        shown = logging.Formatter().format(record)
        assert secret not in shown
        assert TOKEN not in shown
    assert telegram.sent[-1] != Sent(9, secret)

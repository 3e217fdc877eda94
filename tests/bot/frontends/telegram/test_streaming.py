"""An answer shows while it is being written: whole sentences that the guard allows, and never too often."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from telegram import Bot as Account

from bot.dialog import Reply, TurnView
from bot.frontends.telegram.outlet import Outlet
from bot.frontends.telegram.pace import Pace
from bot.frontends.telegram.reading import Place
from bot.frontends.telegram.streaming import Streams
from bot.registry import Draft, Skill
from bot.sessions import Sessions
from bot.store import Store
from bot.testing.telegram import TOKEN, FakeTelegram, flood

Room = Callable[..., AbstractAsyncContextManager[tuple[Sessions, Store]]]
Bot = Callable[..., AbstractAsyncContextManager[None]]
ALONE, GROUP = Place(7, 0, 7), Place(-100, 0, 7)


class Writer:
    """A slow responder; it goes on when `seen` lets it, after each step."""

    def __init__(self, *steps: str, seen: Callable[[str], Any]) -> None:
        self.steps, self.seen = steps, seen

    async def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]:
        for step in self.steps:
            yield Draft(Reply(step, "writer", 2.0), final=step is self.steps[-1])
            await self.seen(step)


@pytest.fixture
async def outlet(telegram: FakeTelegram) -> AsyncIterator[Outlet]:
    async def no_pause(seconds: float) -> None:
        raise AssertionError(f"it was told to wait {seconds} s")

    async with Account(TOKEN, telegram.base_url) as account:
        yield Outlet(account, Pace(0, 0, no_pause), no_pause)


async def test_in_private_it_is_a_draft_until_it_is_sent(
    telegram: FakeTelegram, guarded: Room, bot: Bot, echo: Skill
) -> None:
    async def seen(step: str) -> None:
        if step == "One.":
            await telegram.until(lambda: bool(telegram.drafts))

    async with guarded(echo, ("writer", Writer("One.", "One. Two.", seen=seen))) as opened, bot(opened):
        await telegram.says("tell me", user=7)
        assert await telegram.heard(7) == ["One. Two."]
    assert [(draft.chat, draft.text) for draft in telegram.drafts] == [(7, "One.")]
    assert telegram.edits == []


async def test_in_a_group_it_is_a_message_that_grows(
    telegram: FakeTelegram, guarded: Room, bot: Bot, echo: Skill
) -> None:
    async def seen(step: str) -> None:
        if step == "One.":
            await telegram.heard(-100)

    async with guarded(echo, ("writer", Writer("One.", "One. Two.", seen=seen))) as opened, bot(opened):
        update = await telegram.says("@attune_bot tell me", user=7, group=-100)
        await telegram.until(lambda: bool(telegram.edits))
    assert [(sent.text, sent.reply_to) for sent in telegram.sent] == [("One.", update["message"]["message_id"])]
    assert [sent.text for sent in telegram.edits] == ["One. Two."]
    assert telegram.drafts == []


async def test_what_the_guard_refuses_is_never_shown(
    telegram: FakeTelegram, guarded: Room, bot: Bot, echo: Skill
) -> None:
    async def seen(_: str) -> None:
        """Nothing to wait for."""

    async with guarded(echo, ("writer", Writer("unspeakable.", seen=seen))) as opened, bot(opened):
        await telegram.says("tell me", user=7)
        assert await telegram.heard(7) == ["You said: tell me"]
    assert telegram.drafts == []


async def test_who_writes_again_is_not_kept_waiting_by_a_reply_to_what_came_before(
    telegram: FakeTelegram, guarded: Room, bot: Bot, echo: Skill
) -> None:
    class Endless:
        """Writes one sentence about the first message and never ends; nothing about any other."""

        async def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]:
            if turn.text == "tell me":
                yield Draft(Reply("One. And", "writer", 2.0))
                await asyncio.Event().wait()

    async with guarded(echo, ("writer", Endless())) as opened, bot(opened):
        await telegram.says("tell me", user=7)
        await telegram.until(lambda: [draft.text for draft in telegram.drafts] == ["One."])
        await telegram.says("wait", user=7)
        assert await telegram.heard(7, 2) == ["One.", "You said: wait"]


async def test_one_step_a_second_is_shown(telegram: FakeTelegram, outlet: Outlet) -> None:
    now = [0.0]
    streams = Streams(outlet, lambda: now[0])
    telegram.meet(7)
    telegram.chat(-100)
    for moment, text in ((0.0, "a."), (0.5, "a. b."), (1.0, "a. b. c."), (2.5, "a. b. c.")):
        now[0] = moment
        await streams.show(ALONE, text)
        await streams.show(GROUP, text)
    assert [draft.text for draft in telegram.drafts] == ["a.", "a. b. c."]
    assert len({draft.id for draft in telegram.drafts}) == 1
    assert (telegram.texts(-100), [sent.text for sent in telegram.edits]) == (["a."], ["a. b. c."])
    assert not await streams.finish(ALONE, "a. b. c. d.")
    assert await streams.finish(GROUP, "a. b. c. d.")
    assert telegram.edits[-1].text == "a. b. c. d."


async def test_the_next_answer_is_another_draft_and_another_message(telegram: FakeTelegram, outlet: Outlet) -> None:
    streams = Streams(outlet, lambda: 0.0)
    telegram.meet(7)
    telegram.chat(-100)
    for text in ("one.", "two."):
        for place in (ALONE, GROUP):
            await streams.show(place, text)
            await streams.finish(place, text)
    assert len({draft.id for draft in telegram.drafts}) == 2
    assert telegram.texts(-100) == ["one.", "two."]
    assert telegram.edits == []


async def test_told_to_wait_it_shows_nothing_until_then(telegram: FakeTelegram, outlet: Outlet) -> None:
    now = [0.0]
    streams = Streams(outlet, lambda: now[0])
    telegram.meet(7)
    telegram.faults["sendMessageDraft"].append(flood(9))
    for moment in (0.0, 5.0, 9.0):
        now[0] = moment
        await streams.show(ALONE, f"at {moment}.")
    assert [draft.text for draft in telegram.drafts] == ["at 9.0."]


async def test_a_message_that_is_gone_is_sent_anew(telegram: FakeTelegram, outlet: Outlet) -> None:
    streams = Streams(outlet, lambda: 0.0)
    telegram.chat(-100)
    await streams.show(GROUP, "one.")
    del telegram.chat(-100).messages[telegram.sent[0].id]
    assert not await streams.finish(GROUP, "one. two.")

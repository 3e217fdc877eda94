from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from telegram import Bot as Account
from telegram.error import NetworkError

from bot.frontends.delivery import Refused
from bot.frontends.telegram.outlet import LONGEST, UNMET, Later, Outlet
from bot.frontends.telegram.pace import Pace
from bot.frontends.telegram.polling import TRIES
from bot.frontends.telegram.reading import Place
from bot.testing.telegram import BAD_GATEWAY, LOST_AFTER, TOKEN, FakeTelegram, flood

ALONE = Place(7, 0, 7)
Make = Callable[..., Outlet]


@pytest.fixture
async def outlet(telegram: FakeTelegram, pauses: Any) -> AsyncIterator[Make]:
    async with Account(TOKEN, telegram.base_url) as account:
        yield lambda **given: Outlet(account, Pace(0, 0, pauses), given.pop("pause", pauses), **given)


async def test_the_network_is_tried_so_often_and_no_more(telegram: FakeTelegram, outlet: Make, pauses: Any) -> None:
    telegram.meet(7)
    telegram.faults["sendMessage"].extend([BAD_GATEWAY] * TRIES)
    with pytest.raises(NetworkError):
        await outlet().text(ALONE, "hello")
    assert pauses.asked == [1.0, 2.0, 4.0, 8.0, 16.0]
    await outlet().text(ALONE, "hello")
    assert telegram.texts(7) == ["hello"]


async def test_a_yes_that_was_lost_doubles_the_message(telegram: FakeTelegram, outlet: Make) -> None:
    telegram.meet(7)
    telegram.faults["sendMessage"].append(LOST_AFTER)
    await outlet().text(ALONE, "hello")
    assert telegram.texts(7) == ["hello", "hello"]  # Telegram has no way to say that it is the same


async def test_what_is_no_use_is_refused_at_once(telegram: FakeTelegram, outlet: Make, pauses: Any) -> None:
    with pytest.raises(Refused, match=UNMET):
        await outlet().text(ALONE, "nobody is there")
    telegram.meet(7)
    telegram.blocked.add(7)
    with pytest.raises(Refused, match="Forbidden"):
        await outlet().text(ALONE, "they don't want to hear it")
    assert pauses.asked == []


async def test_a_chat_that_is_shut_for_long_is_not_knocked_at(telegram: FakeTelegram, outlet: Make) -> None:
    now = [0.0]
    one = outlet(clock=lambda: now[0])
    telegram.meet(7)
    telegram.meet(8)
    telegram.faults["sendMessage"].append(flood(int(LONGEST) + 1))
    for _ in range(2):
        with pytest.raises(Later):
            await one.text(ALONE, "hello")
    await one.text(Place(8, 0, 8), "you are not meant")
    now[0] = LONGEST + 2
    await one.text(ALONE, "hello")
    assert [sent.text for sent in telegram.sent] == ["you are not meant", "hello"]


async def test_out_of_patience_a_message_is_given_back(telegram: FakeTelegram, outlet: Make) -> None:
    async def for_ever(_: float) -> None:
        await asyncio.Event().wait()

    telegram.meet(7)
    telegram.faults["sendMessage"].append(flood(3))
    with pytest.raises(TimeoutError):
        await outlet(pause=for_ever, patience=0.1).text(ALONE, "hello")
    assert telegram.sent == []


async def test_an_edit_that_changes_nothing_is_done(telegram: FakeTelegram, outlet: Make) -> None:
    telegram.meet(7)
    message = await outlet().text(ALONE, "hello")
    assert await outlet().edit(ALONE, message.message_id, "hello")
    assert await outlet().edit(ALONE, message.message_id, "hello you")
    assert not await outlet().edit(ALONE, 999, "who?")
    assert [sent.text for sent in telegram.edits] == ["hello you"]

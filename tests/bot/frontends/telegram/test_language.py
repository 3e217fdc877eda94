"""Whether everything that the door says on Telegram can be translated."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from bot.frontends.menu import COMMANDS
from bot.phrases import speaking
from bot.sessions import Sessions
from bot.store import Store
from bot.testing import ScriptedSkill
from bot.testing.telegram import FakeTelegram
from tests.bot.frontends.bracketed import Bracketed, loose

Room = Callable[..., AbstractAsyncContextManager[tuple[Sessions, Store]]]
Bot = Callable[..., AbstractAsyncContextManager[None]]
GROUP = -100


class Full:
    """Admits nobody."""

    def admit(self, person: str, address: str | None = None) -> str | None:
        return "5"

    def admit_menu(self, person: str, address: str | None = None, token: str | None = None) -> str | None:
        return "5"


async def test_in_private(telegram: FakeTelegram, room: Room, bot: Bot) -> None:
    with speaking(Bracketed()):
        async with room(ScriptedSkill("1", "2")) as opened, bot(opened, ask_stars=True):
            first = await telegram.says("hello", user=7)
            await telegram.says("again", user=7)
            for command in COMMANDS:
                await telegram.says(f"/{command.name}", user=7)
            for kind in ("photo", "voice", "sticker", "document", "location"):
                await telegram.shows(kind, user=7)
            await telegram.shows("photo", user=7, caption="my dog")
            await telegram.amends(first, "hello there")
            await telegram.heard(7, 2 + len(COMMANDS) + 5 + 1)
    assert loose(sent.text for sent in telegram.sent) == []
    assert loose(label for sent in telegram.sent for row in sent.buttons for label, _ in row) == []
    assert loose(command["description"] for command in telegram.commands) == []


async def test_in_a_group(telegram: FakeTelegram, room: Room, bot: Bot) -> None:
    with speaking(Bracketed()):
        async with room(ScriptedSkill("1")) as opened, bot(opened):
            await telegram.invites(GROUP, user=7)
            for text in ("@attune_bot hello", "/mood@attune_bot", "/start@attune_bot", "/help@attune_bot"):
                await telegram.says(text, user=7, group=GROUP)
            await telegram.heard(GROUP, 5)
    assert loose(sent.text for sent in telegram.sent) == []


async def test_in_trouble(telegram: FakeTelegram, room: Room, bot: Bot) -> None:
    with speaking(Bracketed()):
        async with room(ScriptedSkill(error=RuntimeError())) as opened, bot(opened, limits=Full()):
            await telegram.says("hello", user=7)
            await telegram.heard(7)
    assert loose(sent.text for sent in telegram.sent) == []

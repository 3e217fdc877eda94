"""The channels on which the bot is killed, each with people on it and the command that opens the bot's door there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Protocol

from bot.testing import discord_wire
from bot.testing.discord import SEND, FakeDiscord, unavailable
from bot.testing.load.ledger import Ledger
from bot.testing.load.machine import attune
from bot.testing.load.page import Pages
from bot.testing.load.telegram import bot_file, database, of_person
from bot.testing.telegram import BAD_GATEWAY, LOST_AFTER, LOST_BEFORE, FakeTelegram, flood
from bot.testing.telegram_rules import Fault


class Channel(Protocol):
    """A channel with people on it; `calls` is how often the bot has turned to it."""

    name: str

    @property
    def calls(self) -> int: ...

    async def hears(self) -> None:
        """Wait until what is said to the bot for the first time reaches it, now or later."""

    async def say(self, person: int, text: str) -> None: ...

    def command(self, folder: Path) -> tuple[list[str], dict[str, str]]:
        """The bot's command line and what is added to its environment."""

    def person(self, conversation_id: str) -> int:
        """Whose conversation it is."""


PATIENCE = 120.0
SECRET = {"ATTUNE_WEB_SECRET": "a secret of this measurement alone, long enough"}
Opened = Callable[[Ledger], AbstractAsyncContextManager[Channel]]


class OnTelegram:
    """`mishaps` is the share of calls that go wrong, once it listens: refused, or the line goes dead."""

    name = "telegram"
    wrong: tuple[Fault, ...] = (BAD_GATEWAY, flood(1), LOST_BEFORE, LOST_AFTER)

    def __init__(self, telegram: FakeTelegram, mishaps: float, seed: int) -> None:
        self._telegram, self._mishaps, self._random = telegram, mishaps, Random(seed)
        self.calls = 0
        telegram.mishap = self._mishap

    async def hears(self) -> None:
        """It keeps everything."""

    async def say(self, person: int, text: str) -> None:
        await self._telegram.says(text, user=person)

    def command(self, folder: Path) -> tuple[list[str], dict[str, str]]:
        token = {"ATTUNE_TELEGRAM_TOKEN": self._telegram.token}
        return door("telegram", folder, "--api-base", self._telegram.base_url), token

    def person(self, conversation_id: str) -> int:
        return of_person(conversation_id)

    def _mishap(self, method: str) -> Fault | None:
        self.calls += 1
        if method in ("getMe", "setMyCommands", "deleteWebhook") or self._random.random() >= self._mishaps:
            return None
        return self._random.choice(self.wrong)


class OnDiscord:
    """Direct messages. `mishaps` is the share of messages that go wrong."""

    name = "discord"
    wrong: tuple[discord_wire.Fault, ...] = (unavailable(502), discord_wire.LOST_BEFORE, discord_wire.LOST_AFTER)

    def __init__(self, discord: FakeDiscord, mishaps: float, seed: int) -> None:
        self._discord, self._mishaps, self._random = discord, mishaps, Random(seed)
        self.calls = 0
        discord.wire.mishap = self._mishap

    async def hears(self) -> None:
        """It tells a bot nothing of strangers who wrote while it was away."""
        await self._discord.until(lambda: bool(self._discord.gateway.identified), PATIENCE)

    async def say(self, person: int, text: str) -> None:
        await self._discord.says(text, user=person)

    def command(self, folder: Path) -> tuple[list[str], dict[str, str]]:
        token = {"ATTUNE_DISCORD_TOKEN": self._discord.token}
        return door("discord", folder, "--api-base", self._discord.url), token

    def person(self, conversation_id: str) -> int:
        return of_person(conversation_id)

    def _mishap(self, route: str) -> discord_wire.Fault | None:
        self.calls += 1
        if route != SEND or self._random.random() >= self._mishaps:
            return None
        return self._random.choice(self.wrong)


class OnThePage(Pages):
    """Browsers that keep a message until it is acknowledged, and an answer apart by its id."""

    name = "web"

    def command(self, folder: Path) -> tuple[list[str], dict[str, str]]:
        return door("web", folder, "--port", str(self.port)), SECRET


def door(name: str, folder: Path, *options: str) -> list[str]:
    """The command that opens a door of the echoing bot."""
    bot = bot_file("echo", folder, paced=False)
    return attune(name, "--bot", str(bot), "--database", database(folder), *options)


def opened(name: str, mishaps: float = 0.0, seed: int = 1) -> Opened:
    """The channel of that name, empty."""

    @asynccontextmanager
    async def on_telegram(ledger: Ledger) -> AsyncIterator[Channel]:
        async with FakeTelegram() as telegram:
            telegram.on_sent = lambda sent: ledger.hear(sent.chat, sent.text)
            yield OnTelegram(telegram, mishaps, seed)

    @asynccontextmanager
    async def on_discord(ledger: Ledger) -> AsyncIterator[Channel]:
        async with FakeDiscord(burst=None, overall=None) as discord:
            people: dict[int, int] = {}

            class Known(OnDiscord):
                async def say(self, person: int, text: str) -> None:
                    people[discord.dm(person)] = person
                    await super().say(person, text)

            discord.watch.append(lambda sent: ledger.hear(people[sent.channel], sent.text))
            yield Known(discord, mishaps, seed)

    @asynccontextmanager
    async def on_the_page(ledger: Ledger) -> AsyncIterator[Channel]:
        async with OnThePage(ledger) as pages:
            yield pages

    return {"telegram": on_telegram, "discord": on_discord, "web": on_the_page}[name]

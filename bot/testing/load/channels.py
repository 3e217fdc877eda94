"""The channels on which the bot is killed, each with people on it and the command that opens the bot's door there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from bot.testing.load.kill import Opened
from bot.testing.load.ledger import Ledger
from bot.testing.load.machine import attune
from bot.testing.load.telegram import bot_file, database
from bot.testing.telegram import BAD_GATEWAY, LOST_AFTER, LOST_BEFORE, FakeTelegram, flood
from bot.testing.telegram_rules import Fault

MISHAPS: tuple[Fault, ...] = (BAD_GATEWAY, flood(1), LOST_BEFORE, LOST_AFTER)


class OnTelegram:
    """`mishaps` is the share of calls that go wrong: refused, or the line goes dead before the answer."""

    name = "telegram"

    def __init__(self, telegram: FakeTelegram, mishaps: float, seed: int) -> None:
        self._telegram, self._mishaps, self._random = telegram, mishaps, Random(seed)
        self.calls = 0
        telegram.mishap = self._mishap

    async def say(self, person: int, text: str) -> None:
        await self._telegram.says(text, user=person)

    def command(self, folder: Path) -> tuple[list[str], dict[str, str]]:
        options = ["--bot", str(bot_file("echo", folder, paced=False)), "--database", database(folder)]
        token = {"ATTUNE_TELEGRAM_TOKEN": self._telegram.token}
        return attune("telegram", *options, "--api-base", self._telegram.base_url), token

    def _mishap(self, _: str) -> Fault | None:
        self.calls += 1
        if self._random.random() >= self._mishaps:
            return None
        return self._random.choice(MISHAPS)


def on_telegram(mishaps: float = 0.0, seed: int = 1) -> Opened:
    @asynccontextmanager
    async def opened(ledger: Ledger) -> AsyncIterator[OnTelegram]:
        async with FakeTelegram() as telegram:
            telegram.on_sent = lambda sent: ledger.hear(sent.chat, sent.text)
            yield OnTelegram(telegram, mishaps, seed)

    return opened

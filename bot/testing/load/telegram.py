"""Many people at once on Telegram: the bot as a real process, everything between it and them over real HTTP."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic

from bot.config import CONFIGS
from bot.errors import BotError
from bot.store import Store
from bot.testing.load.crowd import Crowd
from bot.testing.load.figures import Figures
from bot.testing.load.ledger import Kept, Ledger, kept
from bot.testing.load.machine import Program, attune, running
from bot.testing.telegram import FakeTelegram, FloodControl

HERE = Path(__file__).parent
FREE = "\n[limits]\nper_minute = 0\nper_day = 0\naddress_per_minute = 0\naddress_per_day = 0\n"
UNPACED = "\n[doors.telegram]\nper_second = 0\nper_chat = 0\n"
START_PATIENCE = 120.0


async def telegram_load(folder: Path, crowd: Crowd, *, bot: str, limits: bool) -> Figures:
    """The crowd talks with `attune telegram`; the server keeps Telegram's limits when `limits` are on."""
    limiter, ledger = FloodControl() if limits else None, Ledger(echoes=bot == "echo")
    async with FakeTelegram(limits=limiter) as telegram:
        telegram.on_sent = lambda sent: ledger.hear(sent.chat, sent.text)
        async with bot_on(telegram, bot_file(bot, folder, paced=limits), folder) as program:
            lasted = await crowd.talk(lambda person, text: telegram.says(text, user=person), ledger)
            await program.end()
    stored = await kept_by("telegram", ledger, folder, lambda conversation: int(conversation.split(":")[3]))
    return Figures(crowd.people, ledger, program, lasted, stored, limiter.refused if limiter else 0)


@asynccontextmanager
async def bot_on(telegram: FakeTelegram, bot: Path, folder: Path) -> AsyncIterator[Program]:
    """`attune telegram` in a process of its own, once it asks for updates."""
    options = ["--bot", str(bot), "--database", database(folder), "--api-base", telegram.base_url]
    command = attune("telegram", *options)
    polls = telegram.updates.polls
    async with running(command, folder / "bot.log", {"ATTUNE_TELEGRAM_TOKEN": telegram.token}) as program:
        end = monotonic() + START_PATIENCE
        while telegram.updates.polls == polls:
            if program.process.returncode is not None or monotonic() > end:
                raise BotError(f"the bot did not begin to listen:\n{program.said()}")
            await asyncio.sleep(0.05)
        yield program


def bot_file(bot: str, folder: Path, *, paced: bool) -> Path:
    """The bot file that is measured, in `folder`; `echo` is one that says what it is told.

    Nobody says too much for it. A door that is not `paced` sends as fast as it can, for a server without limits.
    """
    source = HERE / "echo.toml" if bot == "echo" else CONFIGS / f"{bot}.toml"
    source = source if source.is_file() else Path(bot)
    if bot == "echo":
        shutil.copy(HERE / "echo.py", folder)
    made = folder / "measured.toml"
    made.write_text(source.read_text(encoding="utf8") + FREE + ("" if paced else UNPACED), encoding="utf8")
    return made


def database(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'talk.db'}"


async def kept_by(channel: str, ledger: Ledger, folder: Path, person: Callable[[str], int]) -> Kept:
    """What the database of a bot that has ended says about the messages; `person` tells whose conversation it is."""
    turns: list[tuple[int, str]] = []
    async with Store.open(database(folder)) as store:
        for conversation in await store.conversations(f"{channel}:"):
            loaded = await store.load(conversation)
            turns.extend((person(conversation), text) for text in loaded.conversation.said("user"))
    return kept(ledger.said, turns)

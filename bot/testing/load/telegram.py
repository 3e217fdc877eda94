"""Many people at once on Telegram: the bot as a real process, everything between it and them over real HTTP."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic

from bot.config import CONFIGS
from bot.dialog import Speaker
from bot.errors import BotError, ConfigError
from bot.store import Store
from bot.testing.load.crowd import Crowd
from bot.testing.load.figures import Figures
from bot.testing.load.ledger import Ledger, kept
from bot.testing.load.machine import Program, attune, running
from bot.testing.telegram import FakeTelegram, FloodControl

HERE = Path(__file__).parent
LIMITS = (
    *("per_minute", "per_day", "address_per_minute", "address_per_day"),
    *("token_per_minute", "token_per_day", "menu_per_minute", "address_menu_per_minute"),
)
FREE = "\n[limits]\n" + "".join(f"{name} = 0\n" for name in LIMITS)
PACED = "\n[doors.telegram]\n"
UNPACED = f"{PACED}per_second = 0\nper_chat = 0\n"
START_PATIENCE = 120.0


async def telegram_load(folder: Path, crowd: Crowd, *, bot: str, limits: bool, run: bool = False) -> Figures:
    """The crowd talks with `attune telegram`, or `attune run`; with `limits` the server keeps those of Telegram."""
    limiter, ledger = FloodControl() if limits else None, Ledger(echoes=bot == "echo")
    async with FakeTelegram(limits=limiter) as telegram:
        telegram.on_sent = lambda sent: ledger.hear(sent.chat, sent.text)
        made = bot_file(bot, folder, paced=limits)
        command = by_run(telegram, made, folder) if run else by_door(telegram, made, folder)
        async with bot_on(telegram, command, folder) as program:
            lasted = await crowd.talk(lambda person, text: telegram.says(text, user=person), ledger)
            await program.end()
    turns = await turns_of("telegram", folder, of_person)
    if not ledger.echoes:
        ledger.match(turns)
        ledger.cross(await turns_of("telegram", folder, of_person, "bot"))
    return Figures(crowd.people, ledger, program, lasted, kept(ledger.said, turns), limiter.refused if limiter else 0)


@asynccontextmanager
async def bot_on(telegram: FakeTelegram, command: Sequence[str], folder: Path) -> AsyncIterator[Program]:
    """The bot in a process of its own, once it asks for updates."""
    polls = telegram.updates.polls
    async with running(command, folder / "bot.log", {"ATTUNE_TELEGRAM_TOKEN": telegram.token}) as program:
        end = monotonic() + START_PATIENCE
        while telegram.updates.polls == polls:
            if program.process.returncode is not None or monotonic() > end:
                raise BotError(f"the bot did not begin to listen:\n{program.said()}")
            await asyncio.sleep(0.05)
        yield program


def by_door(telegram: FakeTelegram, bot: Path, folder: Path) -> list[str]:
    """`attune telegram`."""
    options = ["--bot", str(bot), "--database", database(folder), "--api-base", telegram.base_url]
    return attune("telegram", *options)


def by_run(telegram: FakeTelegram, bot: Path, folder: Path) -> list[str]:
    """`attune run`, whose bot file names the door."""
    with bot.open("a", encoding="utf8") as more:
        more.write(f'api_base = "{telegram.base_url}"\n')
    return attune("run", str(bot), "--database", database(folder))


def bot_file(bot: str, folder: Path, *, paced: bool) -> Path:
    """The bot file that is measured, in `folder`; `echo` is one that says what it is told.

    Nobody says too much for it. A door that is not `paced` sends as fast as it can, for a server without limits.
    """
    source = HERE / "echo.toml" if bot == "echo" else CONFIGS / f"{bot}.toml"
    source = source if source.is_file() else Path(bot)
    if bot == "echo":
        shutil.copy(HERE / "echo.py", folder)
    text = source.read_text(encoding="utf8")
    for section in ("[limits]", "[doors.telegram]"):
        if section in text:
            raise ConfigError(f"{source}: {section} is set by the measurement: take it out")
    made = folder / "measured.toml"
    made.write_text(text + FREE + (PACED if paced else UNPACED), encoding="utf8")
    return made


def database(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'talk.db'}"


async def turns_of(
    channel: str, folder: Path, person: Callable[[str], int], speaker: Speaker = "user"
) -> list[tuple[int, str]]:
    """What was said, by the database of a bot that has ended; `person` tells whose conversation it is."""
    turns: list[tuple[int, str]] = []
    async with Store.open(database(folder)) as store:
        for conversation in await store.conversations(f"{channel}:"):
            loaded = await store.load(conversation)
            turns.extend((person(conversation), text) for text in loaded.conversation.said(speaker))
    return turns


def of_person(conversation_id: str) -> int:
    """The number of the person whose conversation it is."""
    return int(conversation_id.split(":")[3])

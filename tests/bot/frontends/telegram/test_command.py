"""`attune telegram` as a process of its own, ended politely and not."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.frontends.console import HELLO
from bot.testing.telegram import FakeTelegram

BOT = """
[guard]
off = "a test"

[[skills]]
use = "./slow.py:echo"
"""
SKILL = """
import time
from pathlib import Path
from bot.dialog import Reply, SkillResult
from bot.registry import skill

@skill("echo")
def echo():
    def answer(turn):
        begun = Path(__file__).with_name("begun")
        if turn.text == "think long" and not begun.exists():
            begun.touch()
            time.sleep(60)
        return SkillResult(replies=(Reply(f"You said: {turn.text}", "echo", 1.0),))
    return answer
"""


@pytest.fixture
def bot_file(tmp_path: Path) -> Path:
    (tmp_path / "slow.py").write_text(SKILL)
    (tmp_path / "bot.toml").write_text(BOT)
    return tmp_path / "bot.toml"


@asynccontextmanager
async def attune(telegram: FakeTelegram, bot_file: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    options = ["--bot", str(bot_file), "--database", str(bot_file.with_name("talk.db"))]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "attune", "telegram", *options, "--api-base", telegram.base_url),
        env=os.environ | {"ATTUNE_TELEGRAM_TOKEN": telegram.token},
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def test_it_answers_and_ends_when_asked_to(bot_file: Path) -> None:
    async with FakeTelegram() as telegram, attune(telegram, bot_file) as process:
        await telegram.says("something private", user=7)
        await telegram.until(lambda: telegram.texts(7) == [f"{HELLO}\n\nYou said: something private"], 30)
        process.send_signal(signal.SIGTERM)
        _, log = await process.communicate()
    assert process.returncode == 0
    assert b"listening on Telegram as @attune_bot" in log
    assert b"the safety guard is off: a test" in log
    assert b"private" not in log
    assert telegram.token.encode() not in log


async def test_killed_in_the_middle_of_a_turn_it_answers_once_when_it_is_back(bot_file: Path) -> None:
    async with FakeTelegram() as telegram:
        async with attune(telegram, bot_file) as process:
            await telegram.says("think long", user=7)
            async with asyncio.timeout(30):
                while not bot_file.with_name("begun").exists():
                    await asyncio.sleep(0.02)
            process.kill()
        assert telegram.texts(7) == []
        async with attune(telegram, bot_file):
            await telegram.until(lambda: bool(telegram.texts(7)), 30)
            await telegram.says("and now", user=7)
            await telegram.until(lambda: len(telegram.texts(7)) > 1, 30)
    assert telegram.texts(7) == [f"{HELLO}\n\nYou said: think long", "You said: and now"]

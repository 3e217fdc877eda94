"""`python -m bot.testing.telegram` and its like, tried as docs/frontends.md says: two terminals, one command pasted."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

BOT = """
[guard]
off = "a test"

[[skills]]
use = "./echo.py:echo"
"""
SKILL = """
from bot.dialog import Reply, SkillResult
from bot.registry import skill

@skill("echo")
def echo():
    return lambda turn: SkillResult(replies=(Reply(f"You said: {turn.text}", "echo", 1.0),))
"""
Trial = Callable[[str, str], AbstractAsyncContextManager[tuple[Process, str]]]
SECONDS = 30


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    """`trial(channel, options)` is both terminals: the person's process, and the command that it printed."""
    (tmp_path / "echo.py").write_text(SKILL)
    (tmp_path / "bot.toml").write_text(BOT)
    paths = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    ours = {key: value for key, value in os.environ.items() if not key.startswith(("ATTUNE_", "XDG_"))}
    home = ours | {"HOME": str(tmp_path / "home"), "PATH": paths}

    @asynccontextmanager
    async def begin(channel: str, options: str) -> AsyncIterator[tuple[Process, str]]:
        module = f"bot.testing.{channel}"
        person = await asyncio.create_subprocess_exec(sys.executable, "-m", module, stdin=PIPE, stdout=PIPE, env=home)
        command = await line(person)
        await line(person)  # what to do with it
        pasted = f"{command} --bot {tmp_path / 'bot.toml'} {options}"
        bot = await asyncio.create_subprocess_shell(f"exec env {pasted}", env=home, stderr=PIPE)
        try:
            assert "bot is there" in await line(person)
            yield person, command
            bot.terminate()
            await bot.communicate()
            assert bot.returncode == 0
            await person.communicate(b"")
        finally:
            for process in (bot, person):
                if process.returncode is None:
                    process.kill()
                    await process.wait()

    return begin


async def line(person: Process) -> str:
    assert person.stdout
    async with asyncio.timeout(SECONDS):
        told = await person.stdout.readline()
    assert told, "the trial has ended"
    return told.decode().strip()


async def says(person: Process, text: str) -> str:
    """The last line of the answer."""
    assert person.stdin
    person.stdin.write(f"{text}\n".encode())
    while not (heard := await line(person)).endswith(f"You said: {text}"):
        assert "You said" not in heard
    return heard


@pytest.mark.parametrize("channel", ["telegram", "discord"])
async def test_every_trial_hears_the_first_message_also_in_a_database_that_is_kept(
    channel: str, trial: Trial, tmp_path: Path
) -> None:
    for _ in range(2):
        async with trial(channel, f"--database {tmp_path / 'kept.db'}") as (person, _):
            await says(person, "first")
            await says(person, "second")


@pytest.mark.parametrize("channel", ["telegram", "discord"])
async def test_a_trial_keeps_nothing_and_leaves_ones_own_talks_alone(
    channel: str, trial: Trial, tmp_path: Path
) -> None:
    async with trial(channel, "") as (person, command):
        await says(person, "hello")
        database = Path(command.rpartition(" --database ")[2])
        assert database.is_file()
    assert not database.parent.exists()
    assert not (tmp_path / "home/.local").exists()

"""configs/everything.toml as it is shipped, run in a process of its own, with the small servers at the other end."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import fields
from pathlib import Path

import httpx
import pytest

from bot.config import Keeping, Rules, read, sections
from bot.frontends.console import HELLO
from bot.testing.discord import TOKEN as DISCORD_TOKEN
from bot.testing.discord import FakeDiscord
from bot.testing.telegram import FakeTelegram

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "configs" / "everything.toml"
ANN = 7


def test_it_is_the_default_bot_with_every_door() -> None:
    found, default = read("everything"), read("default")
    assert (found.skills, found.guard, found.encoder) == (default.skills, default.guard, default.encoder)
    assert tuple(found.doors) == sections.DOORS
    assert (found.store, found.limits) == (Keeping(), Rules())
    assert found.metrics == sections.Figures()


def test_what_it_comments_out_is_known(tmp_path: Path) -> None:
    """Each commented key, let in, is taken; so none is out of date."""
    text = FILE.read_text(encoding="utf8")
    commented = re.findall(r"^# (\w+) = ", text, re.MULTILINE)
    let_in = re.sub(r"^# (\w+ = [^\n]*)", r"\1", text, flags=re.MULTILINE)
    (tmp_path / "bot.toml").write_text(let_in.replace('\nuse = "./mine.py:words"', ""))
    found = read(tmp_path / "bot.toml")
    assert found.limits.allow == ("telegram:123",)
    assert found.doors["web"].origin == "https://talk.example.org"
    assert {"url", "allow", "block", "api_base", "webhook_url", "origin", "proxies", "country"} <= set(commented)
    assert {field.name for field in fields(Rules)} - {"people"} <= set(re.findall(r"^#? ?(\w+) =", text, re.MULTILINE))


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


@asynccontextmanager
async def running(
    folder: Path, telegram: FakeTelegram, discord: FakeDiscord, web: int, figures: int
) -> AsyncIterator[list[str]]:
    """The shipped file with other addresses, in a process. What is yielded holds its log once it has ended."""
    text = FILE.read_text(encoding="utf8")
    text = text.replace("[doors.telegram]", f'[doors.telegram]\napi_base = "{telegram.base_url}"')
    text = text.replace("[doors.discord]", f'[doors.discord]\napi_base = "{discord.url}"')
    text = text.replace("[doors.web]", f"[doors.web]\nport = {web}").replace("port = 9464", f"port = {figures}")
    (folder / "everything.toml").write_text(text)
    secrets = {"ATTUNE_TELEGRAM_TOKEN": telegram.token, "ATTUNE_DISCORD_TOKEN": DISCORD_TOKEN}
    places = {"ATTUNE_DATABASE": str(folder / "talk.db"), "XDG_DATA_HOME": str(folder)}
    command = ["-m", "attune", "run", str(folder / "everything.toml"), "--log", "json"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, cwd=ROOT, env={**os.environ, **secrets, **places}, stderr=asyncio.subprocess.PIPE
    )
    log: list[str] = []
    try:
        yield log
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(60):
            log += (await process.communicate())[1].decode().splitlines()
        assert process.returncode == 0, log
    finally:
        if process.returncode is None:
            process.kill()


async def opened(browser: httpx.AsyncClient) -> None:
    """The bot is made in ten seconds or so."""
    async with asyncio.timeout(90):
        while True:
            try:
                if (await browser.get("/readyz")).status_code == 200:
                    return
            except httpx.ConnectError:
                await asyncio.sleep(0.2)


@pytest.mark.slow
async def test_one_process_answers_at_every_door(tmp_path: Path) -> None:
    said, web, figures = "my cat Fluffington died last night", free_port(), free_port()
    async with (
        FakeTelegram() as telegram,
        FakeDiscord(guilds=[5]) as discord,
        running(tmp_path, telegram, discord, web, figures) as log,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{web}", follow_redirects=True, timeout=20) as browser,
    ):
        await opened(browser)
        await discord.online(discord.shards)
        await telegram.says(said, user=ANN)
        at_telegram = await telegram.heard(ANN)
        await discord.says(said, user=ANN)
        at_discord = await discord.heard(discord.dm(ANN), 2)
        page = (await browser.get("/")).text
        token = page.partition('name="token" value="')[2].partition('"')[0]
        page = (await browser.post("/say", data={"text": said, "token": token})).text
        read_off = (await browser.get(f"http://127.0.0.1:{figures}/metrics")).text
        assert (await browser.get("/metrics")).status_code == 404
    assert at_telegram
    assert HELLO in "".join(at_discord)
    assert said in page
    assert "attune_messages_total 3.0" in read_off
    written = "\n".join(log)
    assert "opens telegram, discord, web" in written
    for secret in ("Fluffington", telegram.token, DISCORD_TOKEN):
        assert secret not in written

"""configs/everything.toml as it is shipped, run in a process of its own, with the small servers at the other end."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
import tomllib
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import fields
from inspect import Parameter
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from click.testing import CliRunner

from bot.commands import check
from bot.config import BOT_KEYS, RUN_KEYS, Config, Keeping, Law, Rules, Study, read, sections
from bot.frontends.console import HELLO
from bot.registry import Kind, find, listings
from bot.testing.discord import TOKEN as DISCORD_TOKEN
from bot.testing.discord import FakeDiscord
from bot.testing.telegram import FakeTelegram

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "configs" / "everything.toml"
ANN = 7


def test_it_is_the_default_bot_with_every_door() -> None:
    found, default = read("everything"), read("default")
    assert (found.skills, found.guard, found.encoder) == (default.skills, default.guard, default.encoder)
    assert found.writer == default.writer
    assert tuple(found.doors) == sections.DOORS
    assert (found.store, found.limits) == (Keeping(), Rules())
    assert found.metrics == sections.Figures()


def test_it_has_nothing_to_complain_about() -> None:
    result = CliRunner().invoke(check, [str(FILE)])
    assert (result.exit_code, result.output) == (0, f"{FILE}: nothing to complain about\n")


def let_in() -> str:
    """The file with every commented key and table in it."""
    return re.sub(r"^# (\[\[?\w+\]\]?|\w+ = .*)$", r"\1", FILE.read_text(encoding="utf8"), flags=re.MULTILINE)


def lines() -> dict[tuple[str, str], str]:
    """The comment of each key by its place, as in `("skills[1]", "weights")`; "" where it has none."""
    found, place, seen = {}, "", Counter[str]()
    for line in let_in().splitlines():
        if table := re.match(r"\[(\[?)([\w.]+)\]", line):
            place = f"{table[2]}[{seen[table[2]]}]" if table[1] else table[2]
            seen[table[2]] += 1
        elif key := re.match(r"(\w+) = [^#]*(?:# (.*))?$", line):
            found[place, key[1]] = key[2] or ""
    return found


def as_shown(place: str, table: Mapping[str, Any], defaults: Mapping[str, Any]) -> list[str]:
    """What is wrong with a table: keys that it lacks or has too many, and values that are not the defaults.

    Where there is no default, the comment begins with "none".
    """
    wrong = [f"{place}.{key} is not shown" for key in defaults if key not in table]
    wrong += [f"{place}.{key} is not known" for key in table if key not in defaults]
    for key in table.keys() & defaults.keys():
        none = lines()[place, key].startswith("none: ")
        if none != (defaults[key] in (None, (), Parameter.empty)):
            wrong.append(f"{place}.{key}: whether it has a default")
        elif not none and table[key] != (list(found) if isinstance(found := defaults[key], tuple) else found):
            wrong.append(f"{place}.{key} = {table[key]!r}, where the default is {defaults[key]!r}")
    return wrong


def test_every_key_of_its_sections_stands_there_with_its_default() -> None:
    raw = tomllib.loads(let_in())
    assert set(raw) == set(BOT_KEYS + RUN_KEYS)
    kinds = {"store": Keeping, "limits": Rules, "metrics": sections.Figures, "study": Study, "law": Law}
    kinds["cluster"] = sections.Cluster
    kinds |= {f"doors.{channel}": sections.settings_of(channel) for channel in sections.DOORS}
    tables = raw | {f"doors.{channel}": table for channel, table in raw["doors"].items()}
    assert set(raw["doors"]) == set(sections.DOORS)
    for place, kind in kinds.items():
        assert as_shown(place, tables[place], {field.name: field.default for field in fields(kind)}) == []
    ours = {field.name: field.default for field in fields(Config)}
    plain = {key: value for key, value in raw.items() if not isinstance(value, dict | list) and key != "name"}
    assert as_shown("", plain, {key: ours[key] for key in ("wait", "turn_limit", "seed", "keep_crisis_text")}) == []


def test_everything_usable_stands_there_with_its_settings(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(let_in())
    found = read(tmp_path / "bot.toml")  # every commented key is taken
    assert found.encoder
    assert found.guard
    assert found.writer
    shown = [found.encoder, found.guard, *found.skills, found.writer, *found.responders]
    kinds = {item.name: item.kind for item in listings()} | {"encoder": "encoder"}
    assert [use.use for use in shown if use.use not in kinds] == ["./mine.py:words"]
    assert sorted({use.use for use in shown} & kinds.keys()) == sorted(kinds)
    for use in shown:
        if use.use in kinds:
            spec = find(use.use, cast(Kind, kinds[use.use]), tmp_path)
            takes = {name: one.default for name, one in spec.takes.items()}
            assert as_shown(use.where, use.settings, takes) == []


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

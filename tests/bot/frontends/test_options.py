from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from bot.config import read
from bot.errors import ConfigError, MissingPackage
from bot.frontends.discord.command import discord
from bot.frontends.options import Opened, database_option, hold_door, hold_doors, read_token, require
from bot.frontends.telegram.command import telegram
from bot.run.command import run

DOORS = pytest.mark.parametrize(
    ("command", "variable"), [(telegram, "ATTUNE_TELEGRAM_TOKEN"), (discord, "ATTUNE_DISCORD_TOKEN")]
)


def test_a_file_goes_before_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOOR_TOKEN", "from-environment")
    file = tmp_path / "token"
    file.write_text("from-file\n")
    assert read_token(file, "DOOR_TOKEN") == "from-file"
    assert read_token(None, "DOOR_TOKEN") == "from-environment"
    monkeypatch.setenv("DOOR_TOKEN_FILE", str(file))
    assert read_token(None, "DOOR_TOKEN") == "from-environment"
    monkeypatch.delenv("DOOR_TOKEN")
    assert read_token(None, "DOOR_TOKEN") == "from-file"


def test_what_is_wrong_with_a_token_is_said_without_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOOR_TOKEN", raising=False)
    empty, two = tmp_path / "empty", tmp_path / "two"
    empty.write_text(" \n")
    two.write_text("first-token second-token")
    with pytest.raises(ConfigError, match=r"no token in DOOR_TOKEN: .* --token-file, or set DOOR_TOKEN"):
        read_token(None, "DOOR_TOKEN")
    with pytest.raises(ConfigError, match=r"no token in .*empty"):
        read_token(empty, "DOOR_TOKEN")
    with pytest.raises(ConfigError, match=r"absent cannot be read: FileNotFoundError"):
        read_token(tmp_path / "absent", "DOOR_TOKEN")
    with pytest.raises(ConfigError, match=r"two must hold the token and nothing else") as caught:
        read_token(two, "DOOR_TOKEN")
    assert "first-token" not in str(caught.value)


@DOORS
def test_a_token_on_the_command_line_is_refused(command: click.Command, variable: str) -> None:
    result = CliRunner().invoke(command, ["--token", "very-secret"])
    assert result.exit_code == 2
    assert f"or set {variable}" in " ".join(result.output.split())
    assert "very-secret" not in result.output


@DOORS
def test_no_token_is_a_clear_error(command: click.Command, variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(variable, raising=False)
    result = CliRunner().invoke(command, [])
    assert isinstance(result.exception, ConfigError)
    assert variable in str(result.exception)


@DOORS
def test_an_absent_library_is_named(command: click.Command, variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, "x")
    monkeypatch.setattr("bot.frontends.options.find_spec", lambda _: None)
    result = CliRunner().invoke(command, [])
    assert isinstance(result.exception, MissingPackage)
    assert f"pip install 'attune-bot[{command.name}]'" in str(result.exception)


def test_a_library_that_is_there_is_not_missed() -> None:
    assert importlib.util.find_spec("click")
    require("click", "click", "none")


def chosen(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, Opened]]:
    """What would be opened, in the place of a run."""
    found: list[Mapping[str, Opened]] = []
    monkeypatch.setattr("bot.run.life.live", lambda file, _, choose: found.append(choose(read(file))))
    return found


def bot_file(folder: Path, doors: str) -> str:
    (folder / "bot.toml").write_text(f'[guard]\noff = "a test"\n{doors}')
    return str(folder / "bot.toml")


def test_a_run_opens_the_doors_of_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = chosen(monkeypatch)
    monkeypatch.setenv("ATTUNE_TELEGRAM_TOKEN", "1:x")
    hold_doors(bot_file(tmp_path, "[doors.telegram]\n[doors.web]\n"), None)
    assert list(found[0]) == ["telegram", "web"]
    with pytest.raises(ConfigError, match=r"bot\.toml opens no door: add \[doors.telegram\]"):
        hold_doors(bot_file(tmp_path, ""), None)


def test_what_a_door_lacks_is_told_before_the_bot_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen(monkeypatch)
    monkeypatch.delenv("ATTUNE_TELEGRAM_TOKEN", raising=False)
    with pytest.raises(ConfigError, match="no token in ATTUNE_TELEGRAM_TOKEN"):
        hold_doors(bot_file(tmp_path, "[doors.telegram]\n"), None)


async def test_options_go_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found, served = chosen(monkeypatch), list[Any]()

    async def serve(settings: object, *_: object, limits: object) -> None:
        served.append((settings, limits))

    monkeypatch.setattr("bot.frontends.web.server.serve", serve)
    file = bot_file(tmp_path, '[doors.web]\nport = 9000\nname = "Listener"\n')
    hold_door("web", file, None, port=9001, host=None)
    await found[0]["web"](None, None, asyncio.Event(), "limits")  # type: ignore[arg-type]
    ((settings, limits),) = served
    assert (settings.port, settings.name, settings.host, limits) == (9001, "Listener", "127.0.0.1", "limits")


def test_how_the_log_is_written_reaches_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    styles: list[str] = []

    @contextmanager
    def logged(style: str) -> Iterator[None]:
        styles.append(style)
        yield

    chosen(monkeypatch)
    monkeypatch.setattr("bot.logs.logged", logged)
    file = bot_file(tmp_path, "[doors.web]\n")
    for options in ([], ["--log", "json"]):
        assert CliRunner().invoke(run, [file, *options]).exit_code == 0
    assert styles == ["plain", "json"]


def test_a_database_may_stand_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command()
    @database_option
    def command(database: str | None) -> None:
        click.echo(database)

    def asked(*options: str) -> Result:
        return CliRunner().invoke(command, options)

    (tmp_path / "url").write_text("postgresql+asyncpg://attune:pw@db/a\n")
    monkeypatch.setenv("ATTUNE_DATABASE_FILE", str(tmp_path / "url"))
    assert asked().output == "postgresql+asyncpg://attune:pw@db/a\n"
    assert asked("--database", "t.db").output == "t.db\n"
    monkeypatch.setenv("ATTUNE_DATABASE_FILE", str(tmp_path / "none"))
    assert "ATTUNE_DATABASE_FILE" in str(asked().exception)
    monkeypatch.delenv("ATTUNE_DATABASE_FILE")
    assert asked().output == "\n"


HIDDEN = "hunter2"


def refused(words: list[str], url: str) -> bool:
    """Whether a command line is, by what it says, which must not repeat the password."""
    from bot.cli import main

    done = CliRunner().invoke(main, [*words, "--database", url])
    assert HIDDEN not in done.output
    said = "set ATTUNE_DATABASE, or put the address into a file and name that in ATTUNE_DATABASE_FILE"
    return done.exit_code == 2 and said in " ".join(done.output.split())


@pytest.mark.parametrize(
    "words",
    [
        *(["run", "bot.toml"], ["telegram"], ["discord"], ["web"], ["chat"], ["doctor"], ["rotate-key"]),
        *(["token", "add", "x"], ["token", "remove", "x"], ["token", "list"], ["report", "safety"]),
        *(["export", "--person", "web:x"], ["forget", "--person", "web:x", "--yes"], ["export-corpus", "--out", "x"]),
    ],
)
def test_a_password_on_the_command_line_is_refused(words: list[str]) -> None:
    assert refused(words, f"postgresql+asyncpg://attune:{HIDDEN}@db/attune")


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://attune:{HIDDEN}/x@db/attune",  # SQLAlchemy takes all up to the @ to be the password
        f"postgresql+asyncpg://:{HIDDEN}@db/attune",
        f"postgresql+asyncpg://db/attune?user=attune&password={HIDDEN}",
    ],
)
def test_a_password_is_known_as_the_store_knows_it(url: str) -> None:
    assert refused(["report", "safety"], url)


@pytest.mark.parametrize(
    "url", ["sqlite+aiosqlite:////tmp/a:b@c.db", "postgresql+asyncpg://attune@db/a", "me:you@x.db"]
)
def test_an_address_without_a_password_may_stand_there(url: str) -> None:
    @click.command()
    @database_option
    def command(database: str | None) -> None:
        click.echo(database)

    assert CliRunner().invoke(command, ["--database", url]).output == f"{url}\n"


def test_a_password_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command()
    @database_option
    def command(database: str | None) -> None:
        click.echo(database)

    monkeypatch.setenv("ATTUNE_DATABASE", "postgresql+asyncpg://attune:pw@db/a")
    assert CliRunner().invoke(command, []).output == "postgresql+asyncpg://attune:pw@db/a\n"

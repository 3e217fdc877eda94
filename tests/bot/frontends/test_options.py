from __future__ import annotations

import importlib.util
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from bot.errors import ConfigError, MissingPackage
from bot.frontends.discord.command import discord
from bot.frontends.options import read_token, require
from bot.frontends.telegram.command import telegram

DOORS = pytest.mark.parametrize(
    ("command", "variable"), [(telegram, "ATTUNE_TELEGRAM_TOKEN"), (discord, "ATTUNE_DISCORD_TOKEN")]
)


def test_a_file_goes_before_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOOR_TOKEN", "from-environment")
    file = tmp_path / "token"
    file.write_text("from-file\n")
    assert read_token(file, "DOOR_TOKEN") == "from-file"
    assert read_token(None, "DOOR_TOKEN") == "from-environment"


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
    assert f"pip install 'attune[{command.name}]'" in str(result.exception)


def test_a_library_that_is_there_is_not_missed() -> None:
    assert importlib.util.find_spec("click")
    require("click", "click", "none")

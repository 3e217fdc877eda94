"""`attune cluster` where Ray is not installed, and what it starts where it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bot.cluster.command import cluster
from bot.cluster.private import TOKEN
from bot.errors import MissingPackage
from bot.frontends import options

FILE = '[guard]\noff = "a test"\n[[skills]]\nuse = "persona"\n[cluster]\n'


@pytest.fixture
def token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "token").write_text("x" * 64)
    monkeypatch.setenv(TOKEN, str(tmp_path / "token"))
    return tmp_path / "token"


@pytest.mark.parametrize("arguments", [["start"], ["deploy", "FILE"], ["show", "FILE"]])
def test_without_ray_it_says_what_to_install(
    arguments: list[str], tmp_path: Path, token: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot.toml").write_text(FILE)
    monkeypatch.setattr(options, "find_spec", lambda name: None)
    given = [str(tmp_path / "bot.toml") if each == "FILE" else each for each in arguments]
    result = CliRunner().invoke(cluster, given)
    assert isinstance(result.exception, MissingPackage)
    assert "pip install 'attune-bot[ray]'" in str(result.exception)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The command and the environment that would be run."""
    found: list[Any] = []
    monkeypatch.setattr(options, "find_spec", lambda name: True)
    monkeypatch.setattr(os, "execve", lambda path, command, env: found.extend((command, env)))
    return found


def test_it_begins_a_cluster_on_the_loopback_without_a_dashboard(
    started: list[Any], token: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ATTUNE_KEY", "secret")
    assert CliRunner().invoke(cluster, ["start", "--cpus", "2"]).exit_code == 0
    command, env = started
    words = " ".join(command)
    assert all(
        each in words
        for each in ("--head", "--include-dashboard=false", "--disable-usage-stats", "--node-ip-address 127.0.0.1")
    )
    assert "ATTUNE_KEY" not in env
    assert env["RAY_AUTH_TOKEN_PATH"] == str(token)
    assert env["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] == "0"


def test_it_joins_one_that_is_there(started: list[Any], token: Path) -> None:
    result = CliRunner().invoke(cluster, ["start", "--join", "head:6390", "--host", "10.0.0.2", "--cpus", "0"])
    assert result.exit_code == 0
    command, env = started
    assert "--address head:6390" in " ".join(command)
    assert "--num-cpus 0" in " ".join(command)
    assert "--head" not in command
    assert "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER" not in env


def test_one_on_the_loopback_cannot_be_joined(started: list[Any], token: Path) -> None:
    result = CliRunner().invoke(cluster, ["start", "--join", "127.0.0.1:6390"])
    assert (result.exit_code, started) == (2, [])
    assert "--host auto" in result.output


def test_importing_the_command_brings_no_ray() -> None:
    code = "import sys, bot.cluster.command, bot.cluster.joined, bot.cluster.serving; print('ray' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"

"""A port that is taken is said before a bot is made, by commands in processes of their own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.errors import ConfigError
from bot.ports import bind, check

SKILL = """
from pathlib import Path
from bot.dialog import SkillResult
from bot.registry import skill

Path(__file__).with_name("made").touch()

@skill("words")
def words():
    return lambda turn: SkillResult()
"""
FILE = """
[guard]
off = "a test"
[[skills]]
use = "./kind.py:words"
[store]
url = "talk.db"
"""


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as place:
        yield place.getsockname()[1]


def attune(folder: Path, doors: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command over a bot file with these doors; the words `FILE` stand for its path."""
    (folder / "kind.py").write_text(SKILL)
    (folder / "bot.toml").write_text(f"{FILE}{doors}")
    own = {"ATTUNE_TELEGRAM_TOKEN": "1:x", "ATTUNE_WEB_SECRET": "s" * 40, "ATTUNE_KEY": "", "ATTUNE_DATABASE": ""}
    said = [str(folder / "bot.toml") if word == "FILE" else word for word in words]
    command = [sys.executable, "-c", "from bot.cli import run; run()", *said]
    return subprocess.run(command, env=os.environ | own, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("doors", "words", "setting"),
    [
        ("", ("web", "--bot", "FILE", "--port", "PORT"), "[doors.web] port or --port"),
        ("[doors.web]\nport = PORT\n", ("web", "--bot", "FILE"), "[doors.web] port or --port"),
        ("[doors.web]\nport = PORT\n", ("run", "FILE"), "[doors.web] port"),
        ("[doors.web]\nport = 0\n[metrics]\nport = PORT\n", ("run", "FILE"), "[metrics] port"),
        (
            '[doors.telegram]\nwebhook_url = "https://talk.example.org/in"\nwebhook_port = PORT\n',
            ("telegram", "--bot", "FILE"),
            "[doors.telegram] webhook_port",
        ),
    ],
)
def test_a_port_in_use_is_all_that_is_said_and_no_bot_is_made(
    tmp_path: Path, taken: int, doors: str, words: tuple[str, ...], setting: str
) -> None:
    said = [word.replace("PORT", str(taken)) for word in words]
    done = attune(tmp_path, doors.replace("PORT", str(taken)), *said)
    assert done.stderr == f"Error: cannot listen on 127.0.0.1:{taken}: address already in use; set {setting}\n"
    assert done.returncode == 1
    assert not (tmp_path / "made").exists()
    assert not (tmp_path / "talk.db").exists()


def test_a_place_that_was_looked_at_is_free_again(taken: int) -> None:
    with bind("doors.web.port", "127.0.0.1", 0) as found:
        port = found.getsockname()[1]
    check("doors.web.port", "127.0.0.1", port)
    with bind("doors.web.port", "127.0.0.1", port) as again:
        assert again.getsockname()[1] == port
    with pytest.raises(ConfigError, match=rf"127\.0\.0\.1:{taken}"):
        check("doors.web.port", "127.0.0.1", taken)


@pytest.mark.parametrize("host", ["192.0.2.1", "nowhere.invalid"])
def test_where_the_address_is_wrong_the_host_is_named(host: str) -> None:
    with pytest.raises(ConfigError, match=rf"cannot listen on {host}:1: .*; set \[doors\.telegram\] webhook_host$"):
        check("doors.telegram.webhook_port", host, 1)

"""`attune web` as a process of its own, and `attune token`."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from bot.frontends.web.command import token, web

BOT = """
[guard]
off = "a trial on this machine"
[[skills]]
use = "./kind.py:kind"
[store]
url = "talk.db"
[doors.web]
port = 0
"""
SKILL = """
from bot.dialog import Reply, SkillResult
from bot.registry import skill

@skill("kind")
def kind():
    return lambda turn: SkillResult(replies=(Reply("I hear you.", "kind", 1.0),))
"""


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    (tmp_path / "kind.py").write_text(SKILL)
    (tmp_path / "bot.toml").write_text(BOT)
    return tmp_path / "bot.toml"


def test_the_door_opens_answers_and_closes_when_it_is_told_to(bot: Path) -> None:
    command = [sys.executable, "-c", "from bot.frontends.web.command import web; web()", "--bot", str(bot)]
    environment = os.environ | {"XDG_DATA_HOME": str(bot.parent / "own"), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stderr
            found = next(filter(None, (re.search(r"listening on (http\S+)", line) for line in process.stderr)))
            with httpx.Client(base_url=found[1]) as client:
                page = client.get("/").text
                form = {"text": "hello", "token": page.split('name="token" value="')[1].split('"')[0]}
                assert "I hear you." in client.post("/say", data=form, follow_redirects=True).text
            process.send_signal(signal.SIGTERM)
            assert "closed" in process.stderr.read()
            assert process.wait(20) == 0
        finally:
            process.kill()
    assert (bot.parent / "own/attune/web-secret").stat().st_mode & 0o777 == 0o600


def test_it_refuses_to_be_reached_by_others_without_an_origin(bot: Path) -> None:
    result = CliRunner().invoke(web, ["--bot", str(bot), "--host", "0.0.0.0"])
    assert result.exit_code == 1
    assert "`origin` must say where browsers find the page" in str(result.exception)


def test_tokens_are_made_listed_and_withdrawn(bot: Path) -> None:
    runner, where = CliRunner(), ["--bot", str(bot)]
    made = runner.invoke(token, ["add", "clinic", *where]).output.strip()
    assert re.fullmatch(r"attune_[\w-]{40,}", made)
    assert runner.invoke(token, ["list", *where]).output.startswith("clinic  20")
    assert made.encode() not in (bot.parent / "talk.db").read_bytes()
    assert runner.invoke(token, ["remove", "clinic", *where]).exit_code == 0
    assert runner.invoke(token, ["list", *where]).output == ""
    assert runner.invoke(token, ["remove", "clinic", *where]).exit_code == 1


@pytest.mark.parametrize("name", ["", "A", "a/b", "a:b", "x" * 33])
def test_a_token_has_a_plain_name(bot: Path, name: str) -> None:
    result = CliRunner().invoke(token, ["add", "--bot", str(bot), "--", name])
    assert result.exit_code == 2
    assert "small letters" in result.output

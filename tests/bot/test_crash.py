"""A process is killed outright in the middle of a turn; the next one picks up what it left."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# `stop` in a text: the process says so by a file and hangs, unless it was told to go on.
SKILL = """
import os, time
from pathlib import Path
from bot.dialog import Reply, SkillResult
from bot.registry import skill

@skill("words")
def words(*, folder: str):
    def answer(turn):
        hold(turn.text, "skill")
        return SkillResult(replies=(Reply(turn.text + "?", "words", 1.0),))

    def hold(text, place):
        if "stop" in text and os.environ.get("STOP") == place:
            Path(folder, "ready").touch()
            time.sleep(60)
    return answer
"""
DOOR = """
import asyncio, os, sys, time
from pathlib import Path
from bot.sessions import Sessions

if os.environ.get("STOP") == "sent":
    really_sent = Sessions.sent
    async def sent(self, answer):
        if "stop" not in answer.text:
            return await really_sent(self, answer)
        Path(os.environ["FOLDER"], "ready").touch()
        time.sleep(60)
    Sessions.sent = sent
    sys.stdout = open(os.devnull, "w")  # the reply is saved, but reaches nobody
from bot.cli import main
main()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "kind.py").write_text(SKILL)
    (tmp_path / "bot.toml").write_text(
        f"[guard]\noff = 'a test'\n[[skills]]\nuse = './kind.py:words'\nfolder = '{tmp_path}'\n"
    )
    return tmp_path


def start(folder: Path, stop: str = "") -> "subprocess.Popen[str]":
    chat = ["chat", "--plain", "--database", str(folder / "t.db"), "--bot", str(folder / "bot.toml")]
    return subprocess.Popen(
        [sys.executable, "-c", DOOR, *chat],
        cwd=ROOT,
        env=os.environ | {"STOP": stop, "FOLDER": str(folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def kill_while(folder: Path, stop: str, lines: str) -> None:
    with start(folder, stop) as process:
        assert process.stdin
        process.stdin.write(lines)
        process.stdin.flush()
        while not (folder / "ready").exists():
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert process.returncode == -signal.SIGKILL


def said(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "t.db")) as database:
        return [text for (text,) in database.execute("SELECT text FROM turn ORDER BY conversation_id, number")]


@pytest.mark.parametrize(
    ("stop", "before"), [("skill", ["one", "one?"]), ("sent", ["one", "one?", "please stop", "please stop?"])]
)
def test_a_killed_process_loses_nothing_and_doubles_nothing(folder: Path, stop: str, before: list[str]) -> None:
    kill_while(folder, stop, "one\nplease stop\n")
    assert said(folder) == before
    with start(folder) as process:
        replies, aside = process.communicate("two\n")
    assert process.returncode == 0
    assert replies == "two?\n"
    assert aside == "The safety guard is off: a test\nTo your last message before this: please stop?\n"
    assert said(folder) == ["one", "one?", "please stop", "please stop?", "two", "two?"]
    with closing(sqlite3.connect(folder / "t.db")) as database:
        assert database.execute("SELECT text, status FROM outbox ORDER BY id").fetchall() == [
            (text, "sent") for text in ("one?", "please stop?", "two?")
        ]

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
DOOR = '''
"""Opens two doors in a process of its own; what they are told to do stands in a file beside the bot file."""

import asyncio, json, sys
from pathlib import Path
import click
from bot.errors import BotError
from bot.frontends.options import database_option, log_option, _hold

folder = Path(sys.argv[1]).parent

def door(name):
    async def serve(sessions, store, stop, limits):
        (folder / f"{name}.open").touch()
        while not stop.is_set():
            for job in sorted(folder.glob(f"{name}.*.job")):
                order = json.loads(job.read_text())
                job.unlink()
                if "break" in order:
                    raise ValueError(order["break"])
                refusal = limits.admit(f"{name}:{order['person']}")
                text = refusal or (await sessions.say(f"{name}:1:0:{order['person']}", order["text"])).text
                (folder / f"{job.stem}.answer").write_text(text)
            await asyncio.sleep(0.02)
        (folder / f"{name}.closed").touch()
    return serve

@click.command()
@click.argument("file")
@database_option
@log_option
def main(file, database):
    _hold(file, database, lambda config: {"left": door("left"), "right": door("right")})

try:
    main(standalone_mode=False)
except BotError as error:
    sys.exit(f"Error: {error}")
'''
SKILL = """
import time
from bot.dialog import Reply, SkillResult
from bot.registry import skill

@skill("words")
def words(*, line: str = "heard", slow: float = 0.0):
    def answer(turn):
        time.sleep(slow)
        return SkillResult(replies=(Reply(line, "words", 1.0),))
    return answer
"""
FILE = '[guard]\noff = "a test"\n[limits]\nblock = ["left:eve"]\n[[skills]]\nuse = "./kind.py:words"\n'
SECRET = "what a person wrote"


class Process:
    """A process with two doors."""

    def __init__(self, folder: Path, text: str = FILE, *options: str) -> None:
        self.folder = folder
        (folder / "kind.py").write_text(SKILL)
        (folder / "bot.toml").write_text(text)
        (folder / "doors.py").write_text(DOOR)
        environment = {**os.environ, "ATTUNE_KEY": "", "PYTHONPATH": str(ROOT), "ATTUNE_DATABASE": str(folder / "t.db")}
        command = [sys.executable, str(folder / "doors.py"), str(folder / "bot.toml"), *options]
        self.running = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        self.number = 0

    def wait_for(self, name: str) -> str:
        path, until = self.folder / name, time.monotonic() + 60
        while not path.exists():
            assert self.running.poll() is None, self.running.communicate()[1]
            assert time.monotonic() < until, f"no {name}"
            time.sleep(0.02)
        time.sleep(0.02)
        return path.read_text()

    def tell(self, door: str, **order: str) -> str:
        """Gives an order to a door; the file in which its answer will be."""
        self.number += 1
        (self.folder / f"{self.number}.new").write_text(json.dumps(order))
        (self.folder / f"{self.number}.new").rename(self.folder / f"{door}.{self.number}.job")
        return f"{door}.{self.number}.answer"

    def say(self, door: str, person: str) -> str:
        return self.wait_for(self.tell(door, person=person, text=SECRET))

    def open(self) -> None:
        self.wait_for("left.open")
        self.wait_for("right.open")

    def end(self, how: signal.Signals = signal.SIGTERM) -> str:
        self.running.send_signal(how)
        return self.running.communicate(timeout=60)[1]


def test_a_run_from_its_start_to_its_end(tmp_path: Path) -> None:
    process = Process(tmp_path, FILE + "slow = 0.4\n")
    process.open()
    assert process.say("left", "ann") == process.say("right", "ann") == "heard"
    assert process.say("left", "eve").startswith("I'm sorry, I can't talk with you here.")

    (tmp_path / "bot.toml").write_text(FILE.replace("left:eve", "left:ann") + 'line = "anew"\nslow = 0.4\n')
    process.running.send_signal(signal.SIGHUP)
    until = time.monotonic() + 30
    while process.say("right", "ann") != "anew":
        assert time.monotonic() < until
    assert process.say("left", "ann").startswith("I'm sorry")
    assert process.say("left", "eve") == "anew"

    answer = process.tell("left", person="bob", text=SECRET)
    while (tmp_path / answer.replace("answer", "job")).exists():
        time.sleep(0.01)
    log = process.end()
    assert (tmp_path / answer).read_text() == "anew"  # the turn in flight was finished
    assert (tmp_path / "left.closed").exists()
    assert (tmp_path / "right.closed").exists()
    assert process.running.returncode == 0
    assert "the safety guard is off: a test" in log
    assert "what people say is stored as it is: ATTUNE_KEY is not set" in log
    assert f"opens left, right; talks are kept in sqlite+aiosqlite:///{tmp_path}/t.db" in log
    assert "was made anew" in log
    assert SECRET not in log


def test_a_door_that_cannot_be_opened_ends_the_run(tmp_path: Path) -> None:
    (tmp_path / "right.0.job").write_text(json.dumps({"break": SECRET}))
    process = Process(tmp_path)
    log = process.running.communicate(timeout=60)[1]
    assert process.running.returncode == 1
    assert "Error: the door right cannot be opened: ValueError at doors.py:" in log
    assert (tmp_path / "left.closed").exists()
    assert SECRET not in log


def test_logs_as_json_and_figures_on_a_port_of_their_own(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = Process(tmp_path, FILE.replace("[[", f"[metrics]\nport = {port}\n[["), "--log", "json")
    process.open()
    process.say("left", "ann")
    process.say("left", "eve")
    page = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode()
    assert "attune_messages_total 1.0" in page
    assert 'attune_turned_away_total{rule="block"} 1.0' in page
    records = [json.loads(line) for line in process.end(signal.SIGINT).splitlines()]
    assert [record["said"] for record in records][-1] == "closed"
    assert {record["level"] for record in records} == {"INFO", "WARNING"}


def test_talks_are_kept_where_the_file_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATTUNE_DATABASE", "")
    process = Process(tmp_path, FILE.replace("[[", '[store]\nurl = "own.db"\n[['), "--database", "")
    process.open()
    assert f"talks are kept in sqlite+aiosqlite:///{tmp_path}/own.db" in process.end()
    assert (tmp_path / "own.db").exists()


def test_a_bot_that_cannot_be_made_ends_the_run_with_one_line(tmp_path: Path) -> None:
    process = Process(tmp_path, FILE.replace("words", "wrods"))
    log = process.running.communicate(timeout=60)[1]
    assert process.running.returncode == 1
    assert log.splitlines() == [
        f"Error: './kind.py:wrods': {tmp_path}/kind.py has no decorated function 'wrods' (it has: words)"
    ]

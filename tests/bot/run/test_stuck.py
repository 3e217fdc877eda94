"""`attune web` as a process of its own, with a skill that holds the interpreter's lock on a word."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from bot.testing.load.machine import family
from bot.turns import SET_ASIDE

ROOT = Path(__file__).parents[3]
SKILL = """
import re
from pathlib import Path
from bot.dialog import Reply, SkillResult
from bot.registry import skill

@skill("kind")
def kind(*, folder: str):
    def answer(turn):
        if "pattern" in turn.text:
            Path(folder, "stuck").touch()
            re.match(r"(a+)+$", "a" * 60 + "!")
        if "native" in turn.text:
            Path(folder, "stuck").touch()
            sum(range(10**14))
        return SkillResult(replies=(Reply(f"I hear {turn.text}.", "kind", 1.0),))
    return answer
"""
FILE = """
turn_limit = {limit}
[guard]
off = "a trial on this machine"
[[skills]]
use = "./kind.py:kind"
folder = "{folder}"
[store]
url = "talk.db"
[doors.web]
port = 0
settle = 1
secret_file = "secret"
[metrics]
port = {metrics}
"""
SECRET = "what somebody wrote, a pattern"


class Bot:
    """A running bot, and somebody at its page."""

    def __init__(self, process: subprocess.Popen[str], metrics: int) -> None:
        self.process, self._metrics = process, metrics
        assert process.stderr
        found = next(filter(None, (re.search(r"listening on (http\S+)", line) for line in process.stderr)))
        self.browser = httpx.Client(base_url=found[1], timeout=60)
        self.page = self.browser.get("/").text
        self.family = family(process.pid)

    def say(self, text: str, event: str = "") -> str:
        form = {"text": text, "token": self.page.split('name="token" value="')[1].split('"')[0], "event": event}
        return self.browser.post("/say", data=form, follow_redirects=True).text

    def set_aside(self) -> bool:
        """Whether one message was, by the figures."""
        return "attune_set_aside_total 1.0" in httpx.get(f"http://127.0.0.1:{self._metrics}/metrics").text

    def get(self, path: str) -> int:
        return httpx.get(f"{self.browser.base_url}{path}", timeout=10).status_code

    def until(self, true: Callable[[], object]) -> None:
        end = time.monotonic() + 60
        while not true():
            assert time.monotonic() < end
            time.sleep(0.01)


@contextmanager
def running(folder: Path, limit: float = 0.6, **environment: str) -> Iterator[Bot]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "kind.py").write_text(SKILL)
    (folder / "secret").write_text("a secret of this test alone, long enough")
    (folder / "bot.toml").write_text(FILE.format(limit=limit, folder=folder, metrics=port))
    command = [sys.executable, "-c", "from bot.frontends.web.command import web; web()"]
    process = subprocess.Popen(
        [*command, "--bot", str(folder / "bot.toml")],
        cwd=ROOT,
        env=os.environ | {"PYTHONUNBUFFERED": "1"} | environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        bot = Bot(process, port)
        yield bot
        bot.browser.close()
    finally:
        process.kill()
        process.communicate()


def gone(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.parametrize("word", ["pattern", pytest.param("native", marks=pytest.mark.slow)])
def test_whoever_asks_meanwhile_is_served_and_the_person_gets_an_answer(tmp_path: Path, word: str) -> None:
    with running(tmp_path) as bot, ThreadPoolExecutor(1) as aside:
        said = aside.submit(bot.say, f"what somebody wrote, a {word}")
        bot.until((tmp_path / "stuck").exists)
        assert bot.get("/healthz") == 200
        assert not said.done()
        states = set()
        while not said.done():
            states.add(bot.get("/readyz"))
            assert bot.get("/healthz") == 200
        # Only where the process had to be ended is there none for a moment.
        assert states == ({200} if word == "pattern" else {200, 503})
        assert "local emergency number" in said.result()
        assert SET_ASIDE.split(":")[0].split("'")[-1] in said.result()
        assert "I hear something else." in bot.say("something else")
        assert bot.set_aside()
        bot.process.send_signal(signal.SIGTERM)
        assert bot.process.stderr
        log = bot.process.stderr.read()
        assert bot.process.wait(60) == 0
    assert SECRET.rpartition(" ")[0] not in log
    assert all(map(gone, bot.family))


@pytest.mark.parametrize(
    "how",
    [
        pytest.param(signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param(signal.SIGINT, marks=pytest.mark.slow),
        signal.SIGKILL,
    ],
)
def test_it_ends_when_told_although_a_turn_is_stuck_and_leaves_nobody_behind(
    tmp_path: Path, how: signal.Signals
) -> None:
    with running(tmp_path, limit=500) as bot, ThreadPoolExecutor(1) as aside:
        said = aside.submit(bot.say, "native")
        bot.until((tmp_path / "stuck").exists)
        assert len(bot.family) == 2
        bot.process.send_signal(how)
        assert bot.process.wait(40) == (-how if how is signal.SIGKILL else 0)
        bot.until(lambda: all(map(gone, bot.family)))
        said.exception(30)
    with closing(sqlite3.connect(tmp_path / "talk.db")) as database:
        assert database.execute("SELECT text, done, tries FROM inbox").fetchall() == [("native", False, 1)]


def test_what_a_killed_process_was_stuck_in_is_not_fed_to_the_next_ones_for_ever(tmp_path: Path) -> None:
    with running(tmp_path, limit=500) as bot, ThreadPoolExecutor(1) as aside:
        cookies = dict(bot.browser.cookies)
        said = aside.submit(bot.say, SECRET, "one")
        bot.until((tmp_path / "stuck").exists)
        bot.process.kill()
        assert said.exception(30)
    with running(tmp_path) as bot:
        bot.browser.cookies.update(cookies)
        bot.until(bot.set_aside)
        bot.page = bot.browser.get("/").text
        assert "local emergency number" in bot.page
        assert "I hear something else." in bot.say("something else")


def test_systemd_hears_that_it_is_up_well_and_ending(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        with running(tmp_path, NOTIFY_SOCKET=str(tmp_path / "notify"), WATCHDOG_USEC="300000") as bot:
            assert [systemd.recv(99) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
            bot.process.send_signal(signal.SIGTERM)
            bot.until(lambda: systemd.recv(99) == b"STOPPING=1")
            assert bot.process.wait(60) == 0

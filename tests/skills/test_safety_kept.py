"""The guard over sessions and a store: a restart goes on where it was, words are not kept, forgetting erases."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.dialog import Reply
from bot.engine import Engine
from bot.sessions import Sessions
from bot.step import NOT_KEPT
from bot.store import Store
from bot.testing import FakeClock, ScriptedSkill
from skills.care.state import CareState
from skills.safety import safety

KEY = "t:1::me"
ROOT = Path(__file__).parents[2]
HOUR = 3_600.0


def bot() -> Engine:
    """Made anew for each opening, as after a restart."""
    return Engine((("other", ScriptedSkill(Reply("What was that like?", "other", 0.5))),), safety(country="gb"))


@asynccontextmanager
async def opened(folder: Path, clock: FakeClock) -> AsyncIterator[tuple[Sessions, Store]]:
    async with (
        Store.open(f"sqlite+aiosqlite:///{folder / 't.db'}") as store,
        Sessions(bot(), store, clock=clock) as sessions,
    ):
        yield sessions, store


async def kept(store: Store) -> CareState | None:
    return (await store.load(KEY)).conversation.state.get(CareState)


async def test_a_restart_in_the_middle_of_a_crisis_goes_on_rightly(tmp_path: Path) -> None:
    clock = FakeClock()
    async with opened(tmp_path, clock) as (sessions, store):
        await sessions.say(KEY, "I'm 15")
        first = await sessions.say(KEY, "I want to die")
        before = await kept(store)
    async with opened(tmp_path, clock) as (sessions, store):
        assert await kept(store) == before
        near = await sessions.say(KEY, "yes, my brother")
        calm = [await sessions.say(KEY, text) for text in ("I'm safe now", "we had soup", "it rained")]
        after = await kept(store)
    assert first.step
    assert first.step.trace.verdict
    assert first.step.trace.verdict.minor
    assert near.text.startswith("It's good that someone is near.")  # the question of before the restart
    assert [answer.step.trace.verdict.level for answer in calm if answer.step and answer.step.trace.verdict] == [
        2,
        2,
        1,
    ]
    assert after is not None
    assert (after.level, after.minor) == (1, True)


async def test_lines_are_not_shown_again_because_of_a_restart(tmp_path: Path) -> None:
    clock = FakeClock()
    async with opened(tmp_path, clock) as (sessions, _):
        assert "call 999" in (await sessions.say(KEY, "I want to die")).text
    async with opened(tmp_path, clock) as (sessions, _):
        assert "999" not in (await sessions.say(KEY, "it hurts")).text


async def test_the_words_of_danger_are_in_no_table(tmp_path: Path) -> None:
    async with opened(tmp_path, FakeClock()) as (sessions, store):
        await sessions.say(KEY, "the marmalade is nice")
        await sessions.say(KEY, "I want to die, says the secret word periwinkle")
        turns = (await store.load(KEY)).conversation.turns
    assert [turn.text for turn in turns if turn.speaker == "user"] == ["the marmalade is nice", NOT_KEPT]
    raw = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"marmalade" in raw
    assert b"periwinkle" not in raw


async def test_only_forgetting_erases_it(tmp_path: Path) -> None:
    clock = FakeClock()
    async with opened(tmp_path, clock) as (sessions, store):
        await sessions.say(KEY, "I want to die")
        clock.tick(20 * HOUR)
        await sessions.say(KEY, "it rained")
        await sessions.report_intensity(KEY, 4)
        state = await kept(store)
        assert state is not None
        assert state.level == 2
        await sessions.forget(KEY)
        assert await kept(store) is None
        assert (await sessions.say(KEY, "it rained")).text == "What was that like?"
        assert await kept(store) is None


async def test_every_waiting_message_is_judged(tmp_path: Path) -> None:
    async with opened(tmp_path, FakeClock()) as (sessions, store):
        lines = ("hello", "I want to kill myself", "we had soup")
        answers = await asyncio.gather(*(sessions.say(KEY, text) for text in lines))
        found = [answer.step.trace.verdict for answer in answers if answer.step]
        assert [verdict.level if verdict else 0 for verdict in found] == [0, 2, 2]
        state = await kept(store)
        assert state is not None
        assert state.level == 2


BOT = "[guard]\nuse = 'safety'\ncountry = 'gb'\n[[skills]]\nuse = './kind.py:words'\n"
SKILL = """
from bot.dialog import Reply, SkillResult
from bot.registry import skill

@skill("words")
def words():
    return lambda turn: SkillResult(replies=(Reply("What was that like?", "words", 1.0),))
"""


def start(folder: Path) -> subprocess.Popen[str]:
    chat = ["chat", "--json", "--database", str(folder / "t.db"), "--bot", str(folder / "bot.toml")]
    return subprocess.Popen(
        [sys.executable, "-c", "from bot.cli import main; main()", *chat],
        cwd=ROOT,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def ask(process: subprocess.Popen[str], text: str) -> tuple[int | None, str]:
    assert process.stdin
    assert process.stdout
    process.stdin.write(text + "\n")
    process.stdin.flush()
    row = json.loads(process.stdout.readline())
    return row["safety"]["level"] if row["safety"] else None, row["reply"]


@pytest.mark.parametrize("danger", ["I want to die", "I'm going to kill myself tonight"])
def test_killed_outright_in_a_crisis_it_stays_in_it(tmp_path: Path, danger: str) -> None:
    (tmp_path / "kind.py").write_text(SKILL)
    (tmp_path / "bot.toml").write_text(BOT)
    with start(tmp_path) as process:
        level, reply = ask(process, danger)
        assert "999" in reply
        process.send_signal(signal.SIGKILL)
    with start(tmp_path) as process:
        again, reply = ask(process, "no, I live alone")
        assert again == level
        assert "What was that like?" not in reply
        process.communicate("")
    assert level in (2, 3)

"""The store fails, in one way after the other: everybody is answered all the same, and the talk goes on after it."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.dialog import Conversation
from bot.engine import Engine
from bot.errors import Postponed, StoreError
from bot.sessions import Sessions
from bot.store import Store, people
from bot.store.wishes import Wishes
from bot.turns import UNKEPT
from skills.safety import safety
from tests.bot.failing import WAYS, failing, names_emergency
from tests.bot.room import Alarm, echo

KEY = "t:1:0:me"
ROOT = Path(__file__).parents[2]
CASES = [json.loads(line) for line in (ROOT / "tests/skills/care/danger.jsonl").read_text().splitlines()]
GRAVE = [case["line"] for case in CASES if case["level"] >= 2][::3][:100]
LONG = " and so on" * 1000
"""So long a message takes room on the disk."""
# A disk on which no file may grow: SQLite is refused by the system, as by a full one.
FULL = """
import asyncio, json, resource, signal, sys
from bot.engine import Engine
from bot.sessions import Sessions
from bot.store import Store
from skills.safety import safety

async def main():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    lines, told = json.load(sys.stdin), []
    async with Store.open("sqlite+aiosqlite:///" + sys.argv[1]) as store:
        async with Sessions(Engine((), safety()), store, gather=0) as sessions:
            await sessions.say("t:0:0:0", "hello")
            limit = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limit[1]))
            for number, line in enumerate(lines):
                answer = await sessions.say(f"t:{number}:0:{number}", line)
                told.append([answer.kept, answer.text])
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)
            after = await sessions.say("t:0:0:0", "hello again")
            assert after.kept and len(after.step.conversation.turns) == 4
    print(json.dumps(told))

asyncio.run(main())
"""


@asynccontextmanager
async def opened(path: Path, guard: object = None) -> AsyncIterator[tuple[Sessions, Store]]:
    engine = Engine((("echo", echo),), guard or Alarm())  # type: ignore[arg-type]
    async with (
        Store.open(f"sqlite+aiosqlite:///{path / 't.db'}") as store,
        Sessions(engine, store, gather=0) as sessions,
    ):
        yield sessions, store


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "PAUSE", 0.05)


@pytest.mark.parametrize("way", WAYS)
async def test_a_person_is_answered_without_the_store_and_the_talk_goes_on_after_it(tmp_path: Path, way: str) -> None:
    async with opened(tmp_path) as (sessions, store):
        await sessions.say(KEY, "hello")
        async with failing(store, tmp_path / "t.db", way):
            calm, danger = await sessions.say(KEY, "calm" + LONG), await sessions.say(KEY, "danger" + LONG)
            assert (calm.kept, calm.text) == (False, UNKEPT)
            assert (danger.kept, danger.text) == (False, "Are you safe?")
            assert await sessions.sending(danger)
            await sessions.sent(danger)
            with pytest.raises(StoreError):
                await store.check()
        await store.check()
        after = await sessions.say(KEY, "again")
        assert after.kept
        assert (await sessions.known(KEY)).said("user")[0] == "hello"
        assert (await sessions.known(KEY)).said("user")[-1] == "again"


async def test_a_hundred_of_a_hundred_in_danger_are_told_the_number(tmp_path: Path) -> None:
    assert len(GRAVE) == 100
    async with opened(tmp_path, safety()) as (sessions, store), failing(store, tmp_path / "t.db", "read-only"):
        answers = [await sessions.say(f"t:{number}:0:{number}", line) for number, line in enumerate(GRAVE)]
    assert [answer.text for answer in answers if not names_emergency(answer.text)] == []
    assert not any(answer.kept or answer.text == UNKEPT for answer in answers)


def test_on_a_full_disk_too(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FULL, str(tmp_path / "t.db")]
    done = subprocess.run(command, input=json.dumps(GRAVE[:30]), capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert [text for kept, text in told if kept or not names_emergency(text)] == []
    assert len(told) == 30


async def test_what_was_in_the_inbox_before_is_answered_as_a_turn_when_it_is_taken_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as (sessions, store):

        async def fails(*_: object, **__: object) -> None:
            raise StoreError("the database t.db failed: database or disk is full")

        monkeypatch.setattr(store, "commit", fails)
        assert (await sessions.say(KEY, "danger", "1")).text == "Are you safe?"
        monkeypatch.undo()
        assert [answer.text for answer in await sessions.unsent("t:")] == ["Are you safe?"]
        assert len((await sessions.known(KEY)).turns) == 2


async def test_when_the_guard_fails_too_there_is_still_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> list[int]:
        raise ValueError

    async with opened(tmp_path) as (sessions, store):
        monkeypatch.setattr(Engine, "heed", broken)
        async with failing(store, tmp_path / "t.db", "read-only"):
            assert (await sessions.say(KEY, "danger")).text == UNKEPT


@pytest.mark.parametrize("way", [way for way in WAYS if way != "full"])  # to erase takes no room
async def test_who_is_to_be_forgotten_meanwhile_is_as_soon_as_that_can_be(tmp_path: Path, way: str) -> None:
    async with opened(tmp_path) as (sessions, store):
        for key in (KEY, "t:2:0:you"):
            await sessions.say(key, "hello")
        async with failing(store, tmp_path / "t.db", way):
            with pytest.raises(Postponed) as wish:
                await sessions.forget_person("t:me")
            assert wish.value.lasting
            assert Wishes.beside(f"sqlite+aiosqlite:///{tmp_path / 't.db'}").read() == {"t:me"}
        async with asyncio.timeout(20):
            while (tmp_path / "t.db-forget").exists():
                await asyncio.sleep(0.02)
        assert await sessions.known(KEY) == Conversation(KEY)
        assert (await sessions.known("t:2:0:you")).turns


async def test_a_wish_outlasts_the_process(tmp_path: Path) -> None:
    async with opened(tmp_path) as (sessions, store):
        await sessions.say(KEY, "hello")
        async with failing(store, tmp_path / "t.db", "read-only"):
            with pytest.raises(Postponed):
                await store.people.forget("t:me")
            await store.people.close()  # as when it is killed
    async with opened(tmp_path) as (sessions, store):
        assert await sessions.known(KEY) == Conversation(KEY)
        assert not (tmp_path / "t.db-forget").exists()


async def test_a_wish_that_cannot_be_written_down_says_so(tmp_path: Path) -> None:
    (tmp_path / "t.db-forget.new").mkdir()
    async with opened(tmp_path) as (sessions, store):
        await sessions.say(KEY, "hello")
        async with failing(store, tmp_path / "t.db", "read-only"):
            with pytest.raises(Postponed) as wish:
                await sessions.forget_person("t:me")
            assert not wish.value.lasting
        async with asyncio.timeout(20):
            while (await sessions.known(KEY)).turns:
                await asyncio.sleep(0.02)

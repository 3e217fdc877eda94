from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.engine import Engine
from bot.run.reload import Made, Reload, make
from bot.sessions import Sessions
from bot.store import Store
from skills import pins
from tests.skills.copied import Copy, damaged

SECRET = "words of a person"
SKILL = """
from dataclasses import dataclass
from bot.dialog import Reply, SkillResult
from bot.parts import part
from bot.registry import skill

@part("reload_count", version=1)
@dataclass(frozen=True)
class Count:
    times: int

@skill("words", writes=(Count,))
def words(*, line: str = "one"):
    def answer(turn):
        before = turn.get(Count)
        now = Count((before.times if before else 0) + 1)
        return SkillResult((now,), (Reply(f"{line} {now.times}", "words", 1.0),))
    return answer
"""
FILE = '[guard]\noff = "a test"\n[[skills]]\nuse = "./kind.py:words"\n'


def source(file: Path, line: str = "one", name: str = "count") -> str:
    """The skill's file. Parts are known to the whole process by name: each test has one of its own."""
    return SKILL.replace("reload_count", f"{name}_{abs(hash(file))}").replace('"one"', f'"{line}"')


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A bot that counts a person's messages in a state part of its own."""
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "kind.py").write_text(source(folder / "bot.toml"))
    (folder / "bot.toml").write_text(FILE)
    return folder / "bot.toml"


@asynccontextmanager
async def talking(file: Path) -> AsyncIterator[tuple[Sessions, Reload, list[str]]]:
    made, told = make(str(file)), list[str]()
    made.adopt()
    url = f"sqlite+aiosqlite:///{file.parent.parent}/t.db"
    async with Store.open(url) as store, Sessions(made.engine, store) as sessions:

        def take(new: Made) -> None:
            sessions.use(new.engine, new.responders)

        yield sessions, Reload(str(file), made.config, take, told.append), told


async def said(sessions: Sessions, person: str = "ann") -> str:
    return (await sessions.say(f"web:1:0:{person}", SECRET)).text


async def test_a_changed_skill_goes_on_with_what_the_old_one_remembered(file: Path) -> None:
    async with talking(file) as (sessions, reload, told):
        assert await said(sessions) == "one 1"
        (file.parent / "kind.py").write_text(source(file, "two"))
        assert await reload.again()
        assert await said(sessions) == "two 2"
        file.write_text(FILE + 'line = "three"\n')
        assert await reload.again()
        assert await said(sessions) == "three 3"
        assert told == ["taken", "taken"]


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("bot.toml", "name = ", "cannot be read"),
        ("bot.toml", FILE + "lien = 'x'", "has no setting 'lien'"),
        ("bot.toml", FILE.replace("words", "wrods"), "no decorated function 'wrods'"),
        ("kind.py", "SKILL\nraise ValueError('boom')", "ValueError: boom"),
        ("kind.py", "SKILL\nimport sys; sys.exit(3)", "SystemExit at "),
        ("kind.py", "SKILL\n@skill('words')\ndef words():\n    raise KeyError('k')", "made: KeyError at kind.py:"),
    ],
)
async def test_where_the_new_one_fails_the_old_one_stays(
    file: Path, name: str, text: str, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with talking(file) as (sessions, reload, told):
        await said(sessions)
        before = (file.parent / name).read_text()
        (file.parent / name).write_text(text.replace("SKILL", source(file)))
        assert not await reload.again()
        assert await said(sessions) == "one 2"
        assert why in caplog.text
        assert told == ["failed"]
        (file.parent / name).write_text(before)
        assert await reload.again()
        assert await said(sessions) == "one 3"


async def test_a_damaged_file_leaves_the_old_one_in_place(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The guard's crisis lines stand for all that is pinned: what was read before is held against its pin again."""
    file.write_text(FILE.replace('off = "a test"', 'use = "safety"'))
    (tmp_path / "rooms").mkdir()
    copy = Copy(tmp_path / "rooms")
    monkeypatch.setattr(pins, "ROOT", copy.root)
    async with talking(file) as (sessions, reload, told):
        with damaged(copy.place("crisis/gb.toml"), "one bit flipped"):
            assert not await reload.again()
        assert await said(sessions) == "one 1"
        assert f"{copy.place('crisis/gb.toml')} was altered" in caplog.text
        assert await reload.again()
        assert told == ["failed", "taken"]


async def test_talks_go_on_while_bots_change(file: Path) -> None:
    """Each message is answered once, by one bot or the next, and no count is lost."""
    async with talking(file) as (sessions, reload, _):

        async def talk(person: str) -> list[str]:
            return [await said(sessions, person) for _ in range(12)]

        talks = [asyncio.create_task(talk(str(number))) for number in range(5)]
        for round_ in range(4):
            (file.parent / "kind.py").write_text(source(file, f"round{round_}"))
            assert await reload.again()
        for lines in await asyncio.gather(*talks):
            assert [line.split()[1] for line in lines] == [str(number) for number in range(1, 13)]
        assert await said(sessions) == "round3 1"


async def test_what_counts_from_the_next_start_is_said(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with talking(file) as (_, reload, _):
        file.write_text(FILE + "[metrics]\nport = 9464\n")
        assert await reload.again()
    assert "what changed in [metrics] counts from the next start" in caplog.messages


@asynccontextmanager
async def watched(reload: Reload) -> AsyncIterator[asyncio.Event]:
    asked, stop = asyncio.Event(), asyncio.Event()
    task = asyncio.create_task(reload.when(asked, stop))
    await asyncio.sleep(0.3)  # the watch begins a moment after it is asked for
    yield asked
    stop.set()
    await task


async def until(told: list[str], count: int) -> None:
    async with asyncio.timeout(20):
        while len(told) < count:
            await asyncio.sleep(0.02)


async def test_a_file_that_is_written_is_taken_up(file: Path) -> None:
    async with talking(file) as (sessions, reload, told), watched(reload):
        (file.parent / "kind.py").write_text(source(file, "two"))
        await until(told, 1)
        assert await said(sessions) == "two 1"
        file.write_text("name = ")
        await until(told, 2)
        (file.parent / "late.py").write_text(source(file, "late", "late"))
        await until(told, 3)
        file.write_text(FILE.replace("kind", "late"))
        await until(told, 4)
        assert await said(sessions) == "late 1"
        assert told == ["taken", "failed", "failed", "taken"]


async def test_what_only_lies_beside_it_is_of_no_interest(file: Path) -> None:
    async with talking(file) as (_, reload, told), watched(reload) as asked:
        (file.parent / "talk.db-wal").write_text("x")
        (file.parent / "bot.toml").touch()
        await asyncio.sleep(0.5)
        assert told == []
        asked.set()
        await until(told, 1)
        assert told == ["taken"]


async def test_without_watchfiles_it_is_asked_for(
    file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr("bot.run.reload.find_spec", lambda _: None)
    async with talking(file) as (sessions, reload, told), watched(reload) as asked:
        (file.parent / "kind.py").write_text(source(file, "two"))
        asked.set()
        await until(told, 1)
        assert await said(sessions) == "two 1"


def test_a_bot_can_be_made_without_a_talk(file: Path) -> None:
    made = make(str(file))
    assert isinstance(made.engine, Engine)
    assert [name for name, _ in made.engine.skills] == ["words"]

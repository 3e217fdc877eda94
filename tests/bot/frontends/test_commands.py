"""What begins with a slash: commands, mistakes, talk, danger."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from bot.engine import Engine
from bot.frontends.commands import NAMES, Command, Declined, command, read
from bot.frontends.door import Door
from bot.registry import Skill
from bot.sessions import Sessions
from bot.store import Store
from skills.care.state import CareState
from skills.safety import safety

KEY = "telegram:7:0:7"
Guarded = Callable[[], AbstractAsyncContextManager[tuple[Sessions, Store]]]


@pytest.fixture
def guarded(tmp_path: Path, echo: Skill) -> Guarded:
    """Sessions with the real guard."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[tuple[Sessions, Store]]:
        async with (
            Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store,
            Sessions(Engine((("echo", echo),), safety()), store, gather=0) as sessions,
        ):
            yield sessions, store

    return opened


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("/export", Command("export", "")),
        ("  /Export ", Command("export", "")),
        ("/nonsense", Command("nonsense", "")),
        ("/country the United States of America", Command("country", "the United States of America")),
        ("/remind me tomorrow", Command("remind", "me tomorrow")),
        ("/help@attune_bot", Command("help", "")),
        ("/help\nplease", Command("help", "please")),
        ("/home is where my children are", None),
        ("/s", None),
        ("that went well /s", None),
        ("and/or", None),
        ("/", None),
        ("//", None),
        ("/etc/passwd", None),
        ("/2024 was a bad year", None),
        ("/ help", None),
        ("", None),
    ],
)
def test_a_command_is_a_slash_and_a_word(text: str, asked: Command | None) -> None:
    assert command(text) == asked


async def test_a_command_that_there_is_none_of_is_declined_and_one_with_danger_is_answered(guarded: Guarded) -> None:
    async with guarded() as (sessions, _):
        assert await read(sessions, KEY, "/export") == Command("export", "")
        assert await read(sessions, KEY, "/country germany") == Command("country", "germany")
        declined = await read(sessions, KEY, "/exprot")
        assert isinstance(declined, Declined)
        assert declined.line.startswith("I don't know /exprot. /help shows what there is.")
        for text in ("/kill myself", "/help I want to die", "/goodbye I'll kill myself"):
            assert await read(sessions, KEY, text) == text[1:]
        assert await read(sessions, KEY, "not /exprot") == "not /exprot"


async def test_while_danger_stands_whatever_is_no_command_is_answered(guarded: Guarded) -> None:
    async with guarded() as (sessions, _):
        await sessions.note(KEY, CareState(level=3, kind="suicide"))
        assert await read(sessions, KEY, "/now") == "now"
        assert await read(sessions, KEY, "/country germany") == Command("country", "germany")
        assert await read(sessions, KEY, "/forget") == Command("forget", "")


async def test_a_door_says_so_and_keeps_no_turn(guarded: Guarded) -> None:
    sent: list[str] = []

    async def send(_: str, text: str, __: str) -> None:
        sent.append(text)

    async def no_sign() -> None:
        """None."""

    async with guarded() as (sessions, store):
        door = Door(sessions, send, limit=1000)
        # A channel may have put it into the inbox before.
        await store.receive(KEY, "/exprot", "1", sessions._clock())
        assert await door.hear(KEY, "/exprot", "1", no_sign) is None
        assert await store.waiting("") == []
        assert (await store.load(KEY)).conversation.turns == ()
        assert sent == [sent[0]]
        assert "/exprot" in sent[0]
        await store.receive(KEY, "/kill myself", "2", sessions._clock())
        assert await door.hear(KEY, "/kill myself", "2", no_sign) is not None
        assert await store.waiting("") == []
        assert "emergency" in sent[1]
        await door.hear(KEY, "/home is where my children are", "3", no_sign)
        assert len((await store.load(KEY)).conversation.turns) == 4


def test_the_menus_eleven_are_known() -> None:
    assert len(NAMES) == 11

"""A model's server that is killed outright while it writes, again and again: no turn is lost or doubled."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.sessions import Sessions
from bot.store import Store
from bot.testing import FakeClock
from skills.server import Server, server
from tests.skills.asked import OWN, engine

pytest.importorskip("openai")
PROGRAM = Path(__file__).with_name("dying_server.py")
SHOWN, WHOLE = "So it was {}.", "So it was {}. That hurts."
KEY, FAILURES = "t:1::me", 3


@dataclass
class Dying:
    """The process of a server at a port that stays the same."""

    port: int

    @asynccontextmanager
    async def up(self, mode: str) -> AsyncIterator[asyncio.subprocess.Process]:
        command = (sys.executable, "-I", str(PROGRAM), str(self.port), mode)
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        try:
            await self.says(process, "ready")
            yield process
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def says(self, process: asyncio.subprocess.Process, line: str) -> None:
        assert process.stdout
        assert (await asyncio.wait_for(process.stdout.readline(), 60)).decode().strip() == line


@dataclass
class Talk:
    """One talk with a bot whose server dies; `said` and `heard` are what must stand in it in the end."""

    sessions: Sessions
    responder: Server
    there: Dying
    said: list[str] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)
    shown: asyncio.Event = field(default_factory=asyncio.Event)

    async def killed(self, mode: str) -> None:
        """A message while whose reply the server is killed; of what was shown nothing is taken back."""
        async with self.there.up(mode) as process:
            answering = asyncio.create_task(self.sessions.say(KEY, self._next(), draft=self.look))
            await self.there.says(process, "asked")
            if mode == "stalls":
                await self.there.says(process, "begun")
                await asyncio.wait_for(self.shown.wait(), 30)
            process.kill()
            answer = await asyncio.wait_for(answering, 30)
        assert answer.step
        ((_, why),) = answer.step.trace.missed
        assert why.startswith("failed: ")
        assert answer.text == (SHOWN.format(self.said[-1]) if mode == "stalls" else OWN)
        self.heard.append(answer.text)

    async def left_alone(self) -> None:
        """A message about which the server isn't asked, since it failed so often."""
        answer = await self.sessions.say(KEY, self._next())
        assert answer.step
        ((_, why),) = answer.step.trace.missed
        assert "failed 3 times in a row" in why or "failed 4 times in a row" in why
        self.heard.append(answer.text)

    async def whole(self) -> None:
        async with self.there.up("ends"):
            answer = await self.sessions.say(KEY, self._next(), draft=self.look)
        assert answer.text == WHOLE.format(self.said[-1])
        self.heard.append(answer.text)

    def rested(self) -> None:
        self.responder.breaker._until = 0.0

    async def look(self, _: str) -> None:
        """Somebody reads along."""
        self.shown.set()

    def _next(self) -> str:
        self.shown.clear()
        self.said.append(f"day{len(self.said)}")
        return self.said[-1]


@pytest.mark.parametrize("kills", [5, pytest.param(50, marks=pytest.mark.slow)])
async def test_a_server_killed_while_it_writes_costs_no_turn(tmp_path: Path, kills: int) -> None:
    there = Dying(free_port())
    responder = server(
        base_url=f"http://127.0.0.1:{there.port}/v1", model="tiny", retries=0, failures=FAILURES, rest=600.0,
        person_per_day=0,
    )  # fmt: skip
    assert isinstance(responder, Server)
    async with (
        Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store,
        Sessions(engine(), store, [("server", responder)], wait=60, clock=FakeClock()) as sessions,
    ):
        talk = Talk(sessions, responder, there)
        for number in range(kills):
            await talk.killed(("stalls", "silent")[number % 2])
            if responder.breaker._row >= FAILURES:  # it is open
                await talk.left_alone()
                talk.rested()
                if responder.breaker._row > FAILURES:  # the one that tried it was killed as well
                    await talk.whole()
                    assert responder.breaker._row == 0
        talk.rested()
        await talk.whole()
        known = (await store.load(KEY)).conversation
        assert [turn.text for turn in known.turns if turn.speaker == "user"] == talk.said
        assert [turn.text for turn in known.turns if turn.speaker == "bot"] == talk.heard
        assert len({answer.id for answer in await store.unsent("t:1")}) == len(talk.said)
        assert await store.waiting("t:1") == []
    assert sum(text.endswith("hurts.") for text in talk.heard) >= kills // 5
    assert SHOWN.format(talk.said[0]) == talk.heard[0]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as place:
        return int(place.getsockname()[1])

"""Answers of the JSON API as server-sent events, over a real server on loopback."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest

from bot.config import Rules
from bot.dialog import Reply, SkillResult, TurnView
from bot.engine import Engine
from bot.errors import StoreError
from bot.frontends.web.api import events
from bot.limits import Limits
from bot.registry import Draft, Skill
from bot.testing import FakeClock, ScriptedSkill
from skills.safety import safety
from tests.bot.frontends.web.test_api import ANN, calling

Door = Callable[..., AbstractAsyncContextManager[Any]]
EVENTS = {"accept": events.MEDIA}
DOCS = Path(__file__).parents[4] / "docs/web.md"
HEARD, WHOLE = "I hear you.", "I hear you. What happened then?"


class Drafting:
    """Writes a sentence, and the next one when it may."""

    def __init__(self) -> None:
        self.go = asyncio.Event()

    async def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]:
        yield Draft(Reply(HEARD, "slow", 2.0))
        await self.go.wait()
        yield Draft(Reply(WHOLE, "slow", 2.0))


def asking(client: httpx.AsyncClient, text: str = "hello", name: str = "1", **headers: str) -> Any:
    return client.stream("POST", f"{ANN}/messages", json={"id": name, "text": text}, headers=EVENTS | headers)


async def told(response: httpx.Response) -> AsyncIterator[tuple[str, Any]]:
    """Each event by name, a comment as one without a name, read as the standard has it."""
    name = ""
    async for line in response.aiter_lines():
        field, _, value = line.partition(":")
        if field == "event":
            name = value.strip()
        elif field == "data":
            yield name, json.loads(value)
        elif line.startswith(":"):
            yield "", value.strip()


async def all_told(response: httpx.Response) -> list[tuple[str, Any]]:
    return [one async for one in told(response)]


async def test_drafts_come_as_they_are_written_and_then_the_plain_answer(door: Door, echo: Skill) -> None:
    slow = Drafting()
    async with door(echo, slow) as opened, await calling(opened) as client:
        async with asking(client) as response:
            assert response.status_code == 200
            assert response.headers["content-type"].partition(";")[0] == events.MEDIA
            assert response.headers["cache-control"] == "no-store"
            coming = told(response)
            assert await anext(coming) == ("draft", {"text": HEARD})  # nothing more is written until it may be
            slow.go.set()
            rest = [one async for one in coming]
        assert [name for name, _ in rest] == ["draft", "answer"]
        assert rest[0][1] == {"text": WHOLE}
        again = await client.post(f"{ANN}/messages", json={"id": "1", "text": "hello"})
        assert again.json() == rest[1][1]
        assert rest[1][1]["text"] == WHOLE


@pytest.mark.parametrize(
    ("accept", "streams"),
    [
        ("application/json, text/event-stream", True),
        ("Text/Event-Stream;charset=utf-8", True),
        ("*/*", False),
        ("application/json", False),
        ("text/event-streams", False),
    ],
)
async def test_events_come_to_who_names_them(door: Door, echo: Skill, accept: str, streams: bool) -> None:
    async with door(echo) as opened, await calling(opened) as client, asking(client, accept=accept) as response:
        assert response.headers["content-type"].startswith(events.MEDIA if streams else "application/json")
        await response.aread()


async def test_who_writes_again_is_not_kept_waiting_by_a_reply_to_what_came_before(door: Door) -> None:
    slow = Drafting()  # it is never let write on
    async with door(ScriptedSkill("hm"), slow) as opened, await calling(opened) as client, AsyncExitStack() as both:
        coming = told(await both.enter_async_context(asking(client)))
        assert await anext(coming) == ("draft", {"text": HEARD})
        other = await both.enter_async_context(asking(client, "wait", "2"))
        assert [(name, text["text"]) async for name, text in coming if name] == [("answer", HEARD)]
        assert await anext(told(other)) == ("draft", {"text": HEARD})


async def test_who_hangs_up_loses_nothing(door: Door) -> None:
    skill, slow = ScriptedSkill("hm"), Drafting()
    async with door(skill, slow) as opened, await calling(opened) as client:
        async with asking(client) as response:
            assert (await anext(told(response)))[0] == "draft"
        slow.go.set()
        async with asyncio.timeout(5):
            while not await opened.store.unsent("web:"):
                await asyncio.sleep(0.02)
        fetched = [await client.post(f"{ANN}/messages", json={"id": "1", "text": "hello"}) for _ in range(2)]
        assert [answer.json()["text"] for answer in fetched] == [WHOLE, WHOLE]
        async with asking(client) as response:
            assert await all_told(response) == [("answer", fetched[0].json())]
        assert len(skill.seen) == 1


async def test_who_comes_back_while_it_is_written_gets_the_same_answer(door: Door) -> None:
    skill, slow = ScriptedSkill("hm"), Drafting()
    async with door(skill, slow) as opened, await calling(opened) as client:
        async with asking(client) as response:
            assert (await anext(told(response)))[0] == "draft"
        async with asking(client) as response:
            slow.go.set()
            assert [name for name, _ in await all_told(response)] == ["answer"]
        assert len(skill.seen) == 1


async def test_closing_waits_for_what_is_being_written(door: Door) -> None:
    """Whether somebody still listens or has hung up."""
    for hangs_up in (False, True):
        skill, slow, name = ScriptedSkill("hm"), Drafting(), str(hangs_up)
        async with door(skill, slow, settle=10.0) as opened, await calling(opened, f"to-{hangs_up:d}") as client:
            async with asking(client, name=name) as response:
                coming = told(response)
                assert (await anext(coming))[0] == "draft"
                closing = asyncio.create_task(opened.close())
                if not hangs_up:
                    await asyncio.sleep(0.1)
                    slow.go.set()
                    assert [name async for name, _ in coming] == ["draft", "answer"]
            if hangs_up:
                await asyncio.sleep(0.5)
                assert not closing.done()
                slow.go.set()
            await closing
            assert [row.text for row in await opened.store.unsent("web:")][-1:] == [WHOLE]
            assert len(skill.seen) == 1


async def test_comments_keep_a_silent_line_open(door: Door, echo: Skill, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "HEARTBEAT", 0.05)
    slow = Drafting()
    async with door(echo, slow) as opened, await calling(opened) as client, asking(client) as response:
        found = list[str]()
        async for name, _ in told(response):
            found.append(name)
            if found.count("") == 3:
                slow.go.set()
        assert found[0] == "draft"
        assert found.count("") >= 3
        assert found[-1] == "answer"


async def test_an_error_that_comes_late_is_an_event(
    door: Door, echo: Skill, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with door(echo) as opened, await calling(opened) as client:
        receive = opened.store.receive

        async def received_and_erased(*args: Any) -> Any:
            row = await receive(*args)
            assert (await client.delete(ANN)).status_code == 204
            return row

        monkeypatch.setattr(opened.store, "receive", received_and_erased)
        async with asking(client) as response:
            (late,) = await all_told(response)
        plain = await client.post(f"{ANN}/messages", json={"id": "2", "text": "hello"})
        assert late == ("error", {"status": plain.status_code} | plain.json())
        assert plain.status_code == 409
        for error, status in ((StoreError("a secret"), 503), (ValueError("a secret"), 500)):

            async def fails(*_: Any, error: Exception = error, **__: Any) -> None:
                raise error

            monkeypatch.setattr(opened.sessions, "say", fails)
            async with asking(client) as response:
                ((name, data),) = await all_told(response)
            assert (name, data["status"]) == ("error", status)
            assert data["detail"]
            assert "secret" not in json.dumps(data) + caplog.text


async def test_what_is_refused_at_once_is_refused_as_ever(door: Door, echo: Skill) -> None:
    limits = Limits(Rules(per_minute=1), clock=FakeClock())
    async with door(echo, limits=limits, longest=100) as opened, await calling(opened) as client:
        for body, headers, status in (
            ({"id": "1", "text": "x"}, {"authorization": ""}, 401),
            ({"id": "a b", "text": "x"}, {}, 422),
            ({"id": "1", "text": "x" * 200}, {}, 413),
            ({"id": "2", "text": "x"}, {}, 429),
            ({"id": "3", "text": "x" * 100_000}, {}, 413),
        ):
            answer = await client.post(f"{ANN}/messages", json=body, headers=EVENTS | headers)
            assert (answer.status_code, answer.headers["content-type"].startswith(events.MEDIA)) == (status, False)
        assert await opened.store.conversations("") == []


async def test_in_danger_nothing_is_shown_before_the_guards_answer(door: Door, echo: Skill) -> None:
    slow = Drafting()
    slow.go.set()
    async with door(echo, slow, engine=Engine((("echo", echo),), safety())) as opened, await calling(opened) as client:
        async with asking(client, "I want to kill myself") as response:
            ((name, data),) = await all_told(response)
        assert name == "answer"
        assert data["level"] >= 2


async def test_any_text_is_one_line_of_an_event(door: Door) -> None:
    strange = "one\ntwo\r\nthree\u2028four\u0085five\u2029: six\n\nevent: answer"

    def says(turn: TurnView, /) -> SkillResult:
        return SkillResult(replies=(Reply(strange, "strange", 1.0),))

    async with door(says) as opened, await calling(opened) as client:
        async with asking(client) as response:
            ((_, data),) = await all_told(response)
        assert data == (await client.post(f"{ANN}/messages", json={"id": "1", "text": "hello"})).json()
        assert data["text"] == strange


async def test_the_client_in_the_docs(door: Door, echo: Skill) -> None:
    (program,) = [block for block in re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.S) if "httpx" in block]
    slow = Drafting()
    slow.go.set()
    async with door(echo, slow) as opened, await calling(opened) as client:
        token = client.headers["authorization"].removeprefix("Bearer ")
        program = program.replace("http://127.0.0.1:8765", opened.base).replace('os.environ["TOKEN"]', repr(token))
        said = StringIO()
        with redirect_stdout(said):
            await asyncio.to_thread(exec, program, {})
        assert said.getvalue().splitlines() == [f"draft: {HEARD}", f"draft: {WHOLE}", f"answer: {WHOLE}"]


async def test_events_are_described(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        call = (await visit.client.get("/api/openapi.json")).json()["paths"]["/api/v1/people/{person}/messages"]["post"]
        content = call["responses"]["200"]["content"]
        assert content["application/json"]["schema"]["$ref"].endswith("/Answered")
        assert content[events.MEDIA]["example"].count("event: ") == 2
        assert "text/event-stream" in (await visit.client.get("/api/docs")).text

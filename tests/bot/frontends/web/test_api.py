"""The JSON API over a real server on loopback."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from bot.config import Rules
from bot.limits import Limits
from bot.registry import Skill
from bot.testing import FakeClock

Door = Callable[..., AbstractAsyncContextManager[Any]]
ANN = "/api/v1/people/ann"


async def calling(opened: Any, name: str = "clinic") -> httpx.AsyncClient:
    key = await opened.store.tokens.add(name, datetime.now(UTC))
    return httpx.AsyncClient(base_url=opened.base, headers={"authorization": f"Bearer {key}"}, timeout=30)


async def test_a_message_is_answered_once_however_often_it_is_sent(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, await calling(opened) as client:
        answers = [await client.post(f"{ANN}/messages", json={"id": "1", "text": "hello"}) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 200]
        assert answers[0].json() == answers[1].json()
        assert {key: answers[0].json()[key] for key in ("text", "level")} == {"text": "You said: hello", "level": 0}
        talk = (await client.get(f"{ANN}/messages")).json()
        assert [(turn["speaker"], turn["text"]) for turn in talk["turns"]] == [
            ("user", "hello"),
            ("bot", "You said: hello"),
        ]


async def test_an_answer_is_confirmed_by_the_next_message(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, await calling(opened) as client:
        for name in ("1", "2"):
            last = await client.post(f"{ANN}/messages", json={"id": name, "text": name})
        assert [row.id for row in await opened.store.unsent("web:")] == [last.json()["id"]]
        again = await client.post(f"{ANN}/messages", json={"id": "1", "text": "1"})
        assert again.json()["text"] == "You said: 1"


async def test_without_a_token_there_is_nothing(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, await calling(opened) as client:
        for headers in (
            {"authorization": "Bearer attune_nonsense"},
            {"authorization": "Basic eDp5"},
            {"authorization": ""},
        ):
            for method, path in (("GET", ANN), ("DELETE", ANN), ("GET", f"{ANN}/messages"), ("GET", f"{ANN}/mood")):
                assert (await client.request(method, path, headers=headers)).status_code == 401
            said = await client.post(f"{ANN}/messages", json={"id": "1", "text": "x"}, headers=headers)
            assert said.status_code == 401
            assert said.headers["www-authenticate"] == "Bearer"
        await opened.store.tokens.remove("clinic")
        assert (await client.get(ANN)).status_code == 401
        assert await opened.store.conversations("") == []


async def test_tokens_and_pages_never_see_each_others_people(door: Door, echo: Skill) -> None:
    async with (
        door(echo) as opened,
        await calling(opened) as client,
        await calling(opened, "school") as other,
        opened.visited() as visit,
    ):
        await client.post(f"{ANN}/messages", json={"id": "1", "text": "mine"})
        assert (await other.get(f"{ANN}/messages")).json()["turns"] == []
        await opened.sessions.say(visit.conversation_id, "on the page", "1")
        key = visit.conversation_id.partition("::")[2]
        assert (await client.get(f"/api/v1/people/{key}/messages")).json()["turns"] == []
        assert (await client.get("/api/v1/people/..%2Fann/messages")).status_code in (404, 422)


async def test_export_and_forget(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, await calling(opened) as client:
        await client.post(f"{ANN}/messages", json={"id": "1", "text": "hello"})
        exported = (await client.get(ANN)).json()
        assert exported["person"] == "web:clinic/ann"
        assert [turn["text"] for turn in exported["conversations"][0]["turns"]] == ["hello", "You said: hello"]
        assert (await client.get(f"{ANN}/mood")).json()["text"]
        gone = await client.delete(ANN)
        assert (gone.status_code, gone.content) == (204, b"")
        assert (await client.get(ANN)).json()["conversations"] == []


async def test_who_is_erased_while_a_message_waits_is_told_that_it_went_too(
    door: Door, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with door(echo) as opened, await calling(opened) as client:
        receive = opened.store.receive

        async def received_and_erased(*args: Any) -> Any:
            row = await receive(*args)
            assert (await client.delete(ANN)).status_code == 204
            return row

        monkeypatch.setattr(opened.store, "receive", received_and_erased)
        answer = await client.post(f"{ANN}/messages", json={"id": "1", "text": "hello"})
        assert answer.status_code == 409
        assert answer.json() == {"detail": "This message was erased before it was answered."}
        monkeypatch.undo()
        again = await client.post(f"{ANN}/messages", json={"id": "1", "text": "hello"})
        assert again.json()["text"] == "You said: hello"


async def test_choices_are_noted_and_taken_back(door: Door, echo: Skill) -> None:
    off = {"keep": False, "research": False, "outside": False, "understanding": False}
    async with door(echo) as opened, await calling(opened) as client:
        for given in (True, False):
            answer = await client.put(f"{ANN}/consents/keep", json={"given": given})
            assert answer.json() == off | {"keep": given}
        assert (await client.put(f"{ANN}/consents/everything", json={"given": True})).status_code == 422
        noted = (await client.get(ANN)).json()["consents"]
        assert [(one["purpose"], one["given"]) for one in noted] == [("keep", True), ("keep", False)]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[" * 4000,
        b"\xff\xfe",
        b'{"id": "1"}',
        b'{"id": "a b", "text": "secret"}',
        b'{"id": "1", "text": 5}',
        b'{"id": "1", "text": "' + b"secret" * 50 + b'"}',
    ],
)
async def test_what_cannot_be_read_is_refused_and_not_repeated(door: Door, echo: Skill, body: bytes) -> None:
    async with door(echo, longest=100) as opened, await calling(opened) as client:
        answer = await client.post(f"{ANN}/messages", content=body, headers={"content-type": "application/json"})
        assert answer.status_code in (400, 413, 422)
        assert answer.json()["detail"]
        assert "secret" not in answer.text
        assert await opened.store.conversations("") == []


async def test_limits_are_said_with_the_status_for_them(door: Door, echo: Skill) -> None:
    limits = Limits(Rules(per_minute=1), clock=FakeClock())
    async with door(echo, limits=limits) as opened, await calling(opened) as client:
        answers = [await client.post(f"{ANN}/messages", json={"id": name, "text": "x"}) for name in ("1", "2")]
        assert [answer.status_code for answer in answers] == [200, 429]
        assert "emergency" in answers[1].json()["detail"]


async def test_a_token_has_limits_over_all_its_people(door: Door, echo: Skill) -> None:
    limits = Limits(Rules(token_per_minute=3), clock=FakeClock())
    async with (
        door(echo, limits=limits) as opened,
        await calling(opened) as client,
        await calling(opened, "school") as other,
    ):
        said = {"id": "1", "text": "x"}
        answers = [await client.post(f"/api/v1/people/p{number}/messages", json=said) for number in range(5)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
        assert "through this program" in answers[-1].json()["detail"]
        assert (await other.post(f"{ANN}/messages", json=said)).status_code == 200
        calls = [("GET", ANN), ("DELETE", ANN), ("GET", f"{ANN}/mood"), ("PUT", f"{ANN}/consents/keep")]
        for method, path in calls:
            body = {"given": True} if method == "PUT" else None
            assert (await client.request(method, path, json=body)).status_code == 429
        assert (await client.get("/api/v1/people/p1/messages")).json()["turns"]


async def test_choices_and_pictures_of_one_person_have_the_menus_limit(door: Door, echo: Skill) -> None:
    limits = Limits(Rules(menu_per_minute=2), clock=FakeClock())
    async with door(echo, limits=limits) as opened, await calling(opened) as client:
        put = [(await client.put(f"{ANN}/consents/keep", json={"given": True})).status_code for _ in range(3)]
        assert put == [200, 200, 429]
        assert (await client.get(f"{ANN}/mood")).status_code == 429
        assert (await client.get("/api/v1/people/bob/mood")).status_code == 200


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 4000, b"\xff\xfe", b'{"id": "a b"}'])
async def test_who_has_no_token_is_told_so_whatever_they_send(door: Door, echo: Skill, body: bytes) -> None:
    async with door(echo) as opened, httpx.AsyncClient(base_url=opened.base) as client:
        calls = (("POST", f"{ANN}/messages"), ("PUT", f"{ANN}/consents/everything"), ("GET", f"{ANN}%20x"))
        for more in ({}, {"authorization": "Bearer attune_nonsense"}):
            headers = {"content-type": "application/json"} | more
            for method, path in calls:
                answer = await client.request(method, path, content=body, headers=headers)
                assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
        assert (await client.get("/api/docs")).status_code == 200


async def test_it_is_described_without_help_from_elsewhere(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        schema = (await visit.client.get("/api/openapi.json")).json()
        assert set(schema["paths"]) == {
            "/api/v1/people/{person}",
            "/api/v1/people/{person}/consents/{purpose}",
            "/api/v1/people/{person}/messages",
            "/api/v1/people/{person}/messages/{id}/again",
            "/api/v1/people/{person}/messages/{id}/rating",
            "/api/v1/people/{person}/mood",
        }
        assert schema["components"]["securitySchemes"]["HTTPBearer"]["scheme"] == "bearer"
        page = (await visit.client.get("/api/docs")).text
        assert "http" not in re.sub(r"</?html[^>]*>", "", page)
        for path, methods in schema["paths"].items():
            for method in methods:
                assert f"<code>{method.upper()} {path}</code>" in page
        assert "<code>?theme</code>: light, dark (light where it is left out)" in page
        assert "<code>purpose</code>: keep, research, outside, understanding" in page
        named = re.findall(r"<code>person</code>[^\n]*1 to 64 of the characters", page)
        assert len(named) == sum(map(len, schema["paths"].values()))
        assert page.count("its message is a /command") == 1


async def test_it_can_be_switched_off(door: Door, echo: Skill) -> None:
    async with door(echo, api=False) as opened, await calling(opened) as client:
        for path in (ANN, "/api/docs", "/api/openapi.json"):
            assert (await client.get(path)).status_code == 404


@pytest.mark.parametrize("text", ["/exprot", "/export", "/forget"])
async def test_a_command_is_no_message_and_nothing_of_it_is_kept(door: Door, echo: Skill, text: str) -> None:
    async with door(echo) as opened, await calling(opened) as client:
        said = await client.post(f"{ANN}/messages", json={"id": "1", "text": text})
        assert said.status_code == 422
        assert said.json()["detail"].startswith(f"There is no {text} here")
        assert await opened.store.conversations("") == []
        talk = await client.post(f"{ANN}/messages", json={"id": "1", "text": "/home is where my children are"})
        assert talk.status_code == 200

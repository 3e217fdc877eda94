"""The page, the socket and the API while the store fails."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from bot.engine import Engine
from bot.errors import StoreError
from bot.registry import Skill
from bot.sessions import utc_now
from bot.store import Store, people
from bot.turns import UNKEPT
from skills.safety import safety
from tests.bot.failing import failing, names_emergency

Opened = Callable[..., AbstractAsyncContextManager[Any]]
CASES = (Path(__file__).parents[3] / "skills/care/danger.jsonl").read_text().splitlines()
GRAVE = [case["line"] for case in map(json.loads, CASES) if case["level"] >= 2][1::3][:100]
NUMBER = "emergency"
EVENT = "a-message-{:04}"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "PAUSE", 0.05)


def guarded(echo: Skill) -> Engine:
    return Engine((("echo", echo),), safety())


async def test_a_hundred_of_a_hundred_in_danger_are_told_the_number(door: Opened, echo: Skill, tmp_path: Path) -> None:
    assert len(GRAVE) == 100
    async with door(echo, engine=guarded(echo)) as opened, opened.visited() as visit:
        told, token = [], await visit.token()
        async with failing(opened.store, tmp_path / "talk.db", "moved"), visit.socket() as socket:
            for number, line in enumerate(GRAVE):
                if number % 2:
                    page = await visit.client.post("/say", data={"text": line, "token": token})
                    told.append(page.text.partition("<main")[2])
                else:
                    await socket.say(line, EVENT.format(number))
                    told.append((await socket.told("refused"))["text"])
    assert [text for text in told if not names_emergency(text) or UNKEPT[:30] in text] == []


@pytest.mark.parametrize("way", ["held", "moved", "full"])
async def test_the_page_works_on_as_far_as_it_can(door: Opened, echo: Skill, tmp_path: Path, way: str) -> None:
    long = " and so on" * 300
    async with door(echo, engine=guarded(echo)) as opened, opened.visited() as visit:
        web, token = visit.client, await visit.token()
        await web.post("/say", data={"text": "hello", "token": token})
        async with failing(opened.store, tmp_path / "talk.db", way):
            assert (await web.get("/healthz")).status_code == 200
            assert (await web.get("/readyz")).status_code == 503
            said = await web.post("/say", data={"text": "a calm day" + long, "token": token})
            assert said.status_code == 503
            assert "it is nothing you wrote" in said.text
            page = await web.get("/")
            assert page.status_code == 200
            assert 'name="token"' in page.text
            assert (await web.get("/lines?in=gb")).text.count("116 123")
            async with visit.socket() as socket:
                await socket.say("I want to kill myself" + long, EVENT.format(1))
                assert NUMBER in (await socket.told("refused"))["text"]
        assert (await web.get("/readyz")).status_code == 200
        await web.post("/say", data={"text": "again", "token": token})
        assert "You said: again" in (await web.get("/")).text
        assert "You said: hello" in (await web.get("/")).text


async def test_what_is_asked_for_beside_the_talk_says_that_it_cannot_be_had(
    door: Opened, echo: Skill, tmp_path: Path
) -> None:
    async with (
        door(echo) as opened,
        opened.visited() as visit,
        failing(opened.store, tmp_path / "talk.db", "moved"),
    ):
        for path in ("/menu/mood", "/export", "/talk"):
            found = await visit.client.get(path)
            assert found.status_code == 503
            assert NUMBER in found.text


async def test_an_answer_that_cannot_be_saved_is_shown_as_a_notice(
    door: Opened, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise StoreError("the database talk.db failed: database or disk is full")

    async with door(echo, engine=guarded(echo)) as opened, opened.visited() as visit:
        async with visit.socket() as socket:
            monkeypatch.setattr(opened.store, "commit", fails)
            await socket.say("I want to kill myself", EVENT.format(1))
            assert NUMBER in (await socket.told("notice"))["text"]
            monkeypatch.undo()
        async with visit.socket() as socket:  # which takes up what waits
            assert NUMBER in (await socket.told("reply"))["text"]


async def test_who_asks_to_be_forgotten_is_told_the_truth_and_stays_who_they_are_until_then(
    door: Opened, echo: Skill, tmp_path: Path
) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        token = await visit.token()
        await visit.client.post("/say", data={"text": "hello", "token": token})
        before = visit.conversation_id
        async with failing(opened.store, tmp_path / "talk.db", "moved"):
            asked = await visit.client.get("/menu/forget")
            assert "Erase everything" in asked.text
            page = await visit.client.post("/menu", data={"action": "forget:yes", "token": token})
            assert "Your wish is noted" in page.text
            assert visit.conversation_id == before
        assert "You said: hello" not in (await visit.client.get("/")).text or await gone(opened.store, before)


async def gone(store: Store, key: str) -> bool:
    async with asyncio.timeout(20):
        while (await store.load(key)).version:
            await asyncio.sleep(0.02)
    return True


async def test_a_program_that_was_let_in_before_is_answered(door: Opened, echo: Skill, tmp_path: Path) -> None:
    async with door(echo, engine=guarded(echo)) as opened, opened.visited() as visit:
        head = {"Authorization": f"Bearer {await opened.store.tokens.add('clinic', utc_now())}"}
        where = "/api/v1/people/ann/messages"
        assert (await visit.client.post(where, json={"id": "1", "text": "hello"}, headers=head)).json()["kept"]
        async with failing(opened.store, tmp_path / "talk.db", "moved"):
            grave = await visit.client.post(where, json={"id": "2", "text": "I want to kill myself"}, headers=head)
            assert grave.status_code == 200
            assert (grave.json()["kept"], grave.json()["id"]) == (False, 0)
            assert grave.json()["level"] >= 2
            assert NUMBER in grave.json()["text"]
            other = {"Authorization": "Bearer attune_nobodys"}
            assert (await visit.client.post(where, json={"id": "2", "text": "x"}, headers=other)).status_code == 503
            assert (await visit.client.get(where, headers=head)).status_code == 503
            assert (await visit.client.delete("/api/v1/people/ann", headers=head)).status_code == 202

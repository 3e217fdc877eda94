"""What a program does with an answer of the JSON API: rates it, asks for another, and sees what was understood."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import httpx
import pytest

from bot.config import Rules
from bot.frontends.menu import Menu
from bot.frontends.web.api import events, replies
from bot.limits import Limits
from bot.registry import Skill
from bot.testing import FakeClock
from skills.care.state import CareState
from tests.bot.frontends.web.test_api import ANN, calling
from tests.bot.frontends.web.test_api_events import EVENTS, all_told

Door = Callable[..., AbstractAsyncContextManager[Any]]
FIRST, SECOND = f"{ANN}/messages/1", f"{ANN}/messages/2"
DANGER = "I want to kill myself"
NO_RATING = 'a rating is {"thumb": "up" or "down"} or {"stars": 1 to 5}'
SHOWN = {"emotion", "stage", "strategy"}
KEY = "web:clinic/ann::clinic/ann"


async def say(client: httpx.AsyncClient, name: str, text: str = "hello", **headers: str) -> dict[str, Any]:
    answer = await client.post(f"{ANN}/messages", json={"id": name, "text": text}, headers=headers)
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


async def agree(client: httpx.AsyncClient, given: bool) -> dict[str, bool]:
    answer = await client.put(f"{ANN}/consents/understanding", json={"given": given})
    found: dict[str, bool] = answer.json()
    return found


async def turns(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await client.get(f"{ANN}/messages")).json()["turns"]
    return found


# -- what was understood


async def test_what_was_understood_is_shown_while_the_person_agrees(feeling: Any) -> None:
    async with feeling() as (_, client):
        assert not SHOWN & set(await say(client, "1"))
        assert (await agree(client, True))["understanding"]
        answer = await say(client, "2")
        assert {name: answer[name] for name in SHOWN} == {
            "emotion": {"label": "sad", "probability": 0.625, "intensity": 3.5},
            "stage": "exploration",
            "strategy": "Question",
        }
        assert await say(client, "2") == answer
        async with client.stream(
            "POST", f"{ANN}/messages", json={"id": "2", "text": "hello"}, headers=EVENTS
        ) as response:
            assert await all_told(response) == [("answer", answer)]
        assert not SHOWN & set(await say(client, "1"))  # of another answer it says nothing
        assert not (await agree(client, False))["understanding"]
        assert not SHOWN & set(await say(client, "2"))
        assert not SHOWN & set(await say(client, "3"))


async def test_the_guards_turns_carry_nothing(feeling: Any) -> None:
    async with feeling() as (opened, client):
        await agree(client, True)
        assert set(await say(client, "1")) > SHOWN
        grave = await say(client, "2", DANGER)
        assert grave["level"] >= 2
        assert not SHOWN & set(grave)
        assert not SHOWN & set(await say(client, "2", DANGER))
        await say(client, "3", "what a day")
        await opened.sessions.reset(KEY)
        await opened.sessions.note(KEY, CareState(level=1))
        unclear = await say(client, "4")
        assert (unclear["level"], SHOWN & set(unclear)) == (1, set())


async def test_a_young_persons_feelings_are_shown_to_nobody(feeling: Any) -> None:
    async with feeling() as (opened, client):
        await agree(client, True)
        assert set(await say(client, "1")) > SHOWN
        await opened.sessions.note(KEY, CareState(minor=True))
        assert not SHOWN & set(await say(client, "2"))
        await agree(client, False)
        assert not (await agree(client, True))["understanding"]


async def test_feelings_are_no_part_of_the_mood_without_consent(feeling: Any) -> None:
    async with feeling() as (_, client):
        for name in ("1", "2"):
            await say(client, name)
        before = (await client.get(f"{ANN}/mood")).json()
        assert (before["emotion"], before["intensity"], before["stage"]) == (None, None, None)
        assert before["picture"]
        await agree(client, True)
        after = (await client.get(f"{ANN}/mood")).json()
        assert (after["emotion"], after["intensity"], after["stage"]) == ("sad", 3.5, "exploration")


async def test_the_menu_lists_that_consent_once_it_is_given_and_takes_it_back(feeling: Any) -> None:
    async with feeling() as (opened, client):
        name, page = "Show what I understand to the program that brings you here", Menu(opened.sessions)
        assert name not in (await page.open(KEY, "privacy")).text
        await agree(client, True)
        shown = await page.open(KEY, "privacy")
        assert f"{name} (on)" in shown.text
        actions = [button.action for row in shown.buttons for button in row]
        assert "consent:understanding:no" in actions
        await page.open(KEY, "stop")
        assert name not in (await page.open(KEY, "privacy")).text
        assert not SHOWN & set(await say(client, "1"))


# -- ratings


async def test_an_answer_is_rated_and_the_rating_taken_back(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, await calling(opened) as client:
        for name in ("1", "2"):
            await say(client, name, name)
        assert (await client.put(f"{FIRST}/rating", json={"thumb": "down"})).json() == {"thumb": "down"}
        assert (await client.put(f"{FIRST}/rating", json={"thumb": "up"})).json() == {"thumb": "up"}
        assert (await client.put(f"{FIRST}/rating", json={"stars": 4})).json() == {"thumb": "up", "stars": 4}
        talk = await turns(client)
        assert [(turn.get("id"), turn.get("rating")) for turn in talk] == [
            (None, None),
            ("1", {"thumb": "up", "stars": 4}),
            (None, None),
            ("2", None),
        ]
        assert "rating" not in talk[3]
        for _ in range(2):
            gone = await client.delete(f"{FIRST}/rating")
            assert (gone.status_code, gone.content) == (204, b"")
        assert not any("rating" in turn for turn in await turns(client))


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ({}, NO_RATING),
        ([], NO_RATING),
        ({"thumb": "sideways"}, NO_RATING),
        ({"stars": "secret"}, NO_RATING),
        ({"stars": True}, NO_RATING),
        ({"stars": 3, "thumb": "up"}, NO_RATING),
        ({"stars": 0}, "stars are 1 to 5, not 0"),
        ({"stars": 9}, "stars are 1 to 5, not 9"),
    ],
)
async def test_what_is_no_rating_is_refused_in_one_line(door: Door, echo: Skill, body: Any, what: str) -> None:
    async with door(echo) as opened, await calling(opened) as client:
        await say(client, "1")
        answer = await client.put(f"{FIRST}/rating", json=body)
        assert answer.status_code == 422
        assert answer.json()["detail"] == [{"where": ["body"], "what": what}]
        assert not any("rating" in turn for turn in await turns(client))


async def test_where_there_is_nothing_to_rate_it_is_said_why(door: Door, echo: Skill) -> None:
    async with (
        door(echo) as opened,
        await calling(opened) as client,
        await calling(opened, "school") as other,
    ):
        await say(client, "1")
        await opened.store.receive(KEY, "waits", "2", FakeClock()())
        for method in ("PUT", "DELETE"):
            assert await refused(client, method, "none") == (404, replies.UNKNOWN)
            assert await refused(client, method, "2") == (409, replies.UNANSWERED)
            assert await refused(other, method, "1") == (404, replies.UNKNOWN)
        assert await opened.sessions.undo(KEY)
        for method in ("PUT", "DELETE"):
            assert await refused(client, method, "1") == (409, replies.GONE)


async def refused(client: httpx.AsyncClient, method: str, message: str) -> tuple[int, str]:
    """Why a rating cannot be given or taken back."""
    body = {"thumb": "up"} if method == "PUT" else None
    answer = await client.request(method, f"{ANN}/messages/{message}/rating", json=body)
    return answer.status_code, answer.json()["detail"]


async def test_a_rating_in_danger_is_taken(feeling: Any) -> None:
    async with feeling() as (_, client):
        await say(client, "1", DANGER)
        assert (await client.put(f"{FIRST}/rating", json={"thumb": "down"})).status_code == 200
        assert (await turns(client))[1]["rating"] == {"thumb": "down"}


async def test_ratings_are_counted_like_the_menus_buttons(door: Door, echo: Skill) -> None:
    limits = Limits(Rules(menu_per_minute=2), clock=FakeClock())
    async with door(echo, limits=limits) as opened, await calling(opened) as client:
        await say(client, "1")
        given = [(await client.put(f"{FIRST}/rating", json={"stars": 3})).status_code for _ in range(3)]
        assert given == [200, 200, 429]


# -- another answer


async def again(client: httpx.AsyncClient, message: str, name: str, **headers: str) -> httpx.Response:
    return await client.post(f"{ANN}/messages/{message}/again", json={"id": name}, headers=headers)


async def test_another_answer_takes_the_place_of_the_newest(feeling: Any) -> None:
    async with feeling() as (_, client):
        await agree(client, True)
        first = await say(client, "1")
        await client.put(f"{FIRST}/rating", json={"thumb": "down"})
        other = await again(client, "1", "1b")
        assert other.status_code == 200
        assert first["text"] != other.json()["text"]
        assert set(other.json()) > SHOWN
        talk = await turns(client)
        assert [turn["text"] for turn in talk] == ["hello", other.json()["text"]]
        assert (talk[1]["id"], "rating" in talk[1]) == ("1b", False)
        assert (await again(client, "1", "1b")).json() == other.json()  # told twice, it is answered once
        assert (await client.put(f"{FIRST}/rating", json={"thumb": "up"})).json() == {"detail": replies.GONE}
        assert (await client.put(f"{ANN}/messages/1b/rating", json={"thumb": "up"})).status_code == 200


async def test_another_answer_comes_as_events_too(feeling: Any) -> None:
    async with feeling() as (_, client):
        await say(client, "1")
        path = f"{FIRST}/again"
        async with client.stream("POST", path, json={"id": "1b"}, headers=EVENTS) as response:
            assert response.headers["content-type"].startswith(events.MEDIA)
            ((name, data),) = await all_told(response)
        assert (name, data) == ("answer", (await again(client, "1", "1b")).json())
        await say(client, "2", DANGER)
        async with client.stream("POST", f"{SECOND}/again", json={"id": "2b"}, headers=EVENTS) as response:
            ((name, data),) = await all_told(response)
        assert (name, data["status"]) == ("error", 409)


async def test_where_the_answer_stays_it_is_said_why(feeling: Any) -> None:
    async with feeling() as (opened, client):
        assert (await again(client, "1", "1b")).status_code == 404
        await say(client, "1")
        await say(client, "2")
        assert await stays(client, "1") == replies.SINCE
        found = [(await again(client, name, f"{name}b")).status_code for name in ("2", "2b", "2bb")]
        assert found == [200, 200, 200]
        assert await stays(client, "2bbb") == replies.DECLINED
        await say(client, "3")
        await opened.sessions.report_intensity(KEY, 3)
        assert await stays(client, "3") == replies.NOTED
        await say(client, "4", DANGER)
        assert await stays(client, "4") == replies.DANGER
        assert (await turns(client))[-1]["id"] == "4"


async def test_where_there_is_nothing_else_to_say_it_is_said(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, await calling(opened) as client:
        await say(client, "1")
        assert await stays(client, "1") == replies.NOTHING


async def stays(client: httpx.AsyncClient, message: str) -> str:
    """Why there is no other answer to a message."""
    answer = await again(client, message, "wish")
    assert answer.status_code == 409
    return str(answer.json()["detail"])


async def test_another_answer_counts_as_a_message(door: Door, echo: Skill) -> None:
    limits = Limits(Rules(per_minute=1), clock=FakeClock())
    async with door(echo, limits=limits) as opened, await calling(opened) as client:
        await say(client, "1")
        assert (await again(client, "1", "1b")).status_code == 429


async def test_all_of_it_is_described(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        schema = (await visit.client.get("/api/openapi.json")).json()
        paths, shapes = schema["paths"], schema["components"]["schemas"]
        rating = paths["/api/v1/people/{person}/messages/{id}/rating"]
        assert {method: set(call["responses"]) for method, call in rating.items()} == {
            "put": {"200", "401", "404", "409", "422", "429"},
            "delete": {"204", "401", "404", "409", "422", "429"},
        }
        other = paths["/api/v1/people/{person}/messages/{id}/again"]["post"]
        assert events.MEDIA in other["responses"]["200"]["content"]
        assert {"emotion", "stage", "strategy"} <= set(shapes["Answered"]["properties"])
        assert {"label", "probability", "intensity"} == set(shapes["Emotion"]["properties"])
        consents = paths["/api/v1/people/{person}/consents/{purpose}"]["put"]["parameters"]
        assert "understanding" in next(one for one in consents if one["name"] == "purpose")["schema"]["enum"]
        page = (await visit.client.get("/api/docs")).text
        assert page.count("understanding") >= 3

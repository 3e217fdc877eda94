"""What an id of a message stands for over the JSON API: one message, and its answer as long as it stands."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from bot.frontends.web.api import ids, replies
from tests.bot.frontends.web.test_api import ANN
from tests.bot.frontends.web.test_api_events import EVENTS, all_told
from tests.bot.frontends.web.test_api_replies import DANGER, KEY, again, say, turns

HARD = "I had a hard day."


async def said(client: httpx.AsyncClient, name: str, text: str) -> tuple[int, Any]:
    answer = await client.post(f"{ANN}/messages", json={"id": name, "text": text})
    return answer.status_code, answer.json().get("detail") or answer.json()["text"]


async def test_other_words_under_the_same_id_never_get_the_answer_of_the_first(feeling: Any) -> None:
    async with feeling() as (_, client):
        first = await say(client, "1", HARD)
        assert await said(client, "1", "I lost my job.") == (409, ids.REUSED)
        assert await say(client, "1", HARD) == first
        async with client.stream("POST", f"{ANN}/messages", json={"id": "1", "text": "no"}, headers=EVENTS) as response:
            assert await all_told(response) == [("error", {"status": 409, "detail": ids.REUSED})]
        assert len(await turns(client)) == 2
        assert (await again(client, "1", "1")).json() == {"detail": ids.REUSED}


async def test_danger_under_an_id_that_was_used_is_heard_and_answered_once(feeling: Any) -> None:
    async with feeling() as (opened, client):
        first = await say(client, "1", HARD)
        grave = await say(client, "1", f"{DANGER} tonight.")
        assert grave["level"] >= 2
        assert grave["text"] != first["text"]
        assert (await say(client, "1", f"{DANGER} tonight."))["text"] == grave["text"]
        assert (await opened.store.heard(KEY, "1~2")).answer.text == grave["text"]
        assert [turn.get("id") for turn in await turns(client)] == [None, "1", None, "1~2"]
        # In danger every short message is heard: it may be the answer to what the guard asked.
        other = await say(client, "1", "I have the pills here.")
        assert other["level"] >= 2
        assert (await say(client, "1", HARD))["text"] == first["text"]
        assert [turn.get("id") for turn in await turns(client)][-1] == "1~3"
        rated = await client.put(f"{ANN}/messages/1~2/rating", json={"thumb": "up"})
        assert rated.status_code == 200


async def test_the_same_words_of_danger_are_answered_once(feeling: Any) -> None:
    async with feeling() as (_, client):
        first = await say(client, "1", DANGER)
        assert (await say(client, "1", DANGER))["text"] == first["text"]
        assert len(await turns(client)) == 2


async def test_an_answer_that_stands_keeps_its_words_when_a_later_one_is_replaced(feeling: Any) -> None:
    async with feeling() as (_, client):
        first = await say(client, "1", "one")
        await say(client, "2", "two")
        assert (await again(client, "2", "2b")).status_code == 200
        assert (await say(client, "1", "one"))["text"] == first["text"]
        assert await said(client, "2", "two") == (409, replies.GONE)
        assert await said(client, "2b", "two") == (409, ids.REUSED)
        assert (await again(client, "2b", "2c")).status_code == 200
        gone = await again(client, "2", "2b")
        assert (gone.status_code, gone.json()) == (409, {"detail": replies.GONE})


@pytest.mark.parametrize("text", ["hello", DANGER])
async def test_what_was_taken_back_is_said_to_be_gone_and_danger_is_heard_again(feeling: Any, text: str) -> None:
    async with feeling() as (opened, client):
        await say(client, "1", text)
        await opened.sessions.reset(KEY)
        await say(client, "2", "something else")  # the first is confirmed
        await opened.sessions.reset(KEY)
        if text == DANGER:
            assert (await say(client, "1", text))["level"] >= 2
            assert (await turns(client))[-1]["id"] == "1~2"
        else:
            assert await said(client, "1", text) == (409, replies.GONE)

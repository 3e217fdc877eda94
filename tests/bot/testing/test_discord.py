"""The fake Discord, spoken to as a program without a library would: it must be no kinder than the real one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.testing.discord import LOST_AFTER, LOST_BEFORE, FakeDiscord, unavailable

GUILD = 5


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(guilds=[GUILD], per=60.0) as fake:
        yield fake


async def call(discord: FakeDiscord, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
    headers = {"Authorization": f"Bot {token or discord.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.request(method, f"{discord.url}/api/v10{path}", json=body) as response,
    ):
        return response.status, await response.json() if response.status != 204 else None


async def post(discord: FakeDiscord, path: str, body: Any, token: str = "") -> tuple[int, Any]:
    return await call(discord, "POST", path, body, token)


async def test_it_knows_its_token(discord: FakeDiscord) -> None:
    status, body = await post(discord, f"/channels/{discord.dm(7)}/messages", {"content": "hi"}, token="wrong")
    assert (status, body["message"]) == (401, "401: Unauthorized")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"content": "x" * 2001}, 400, 50035),
        ({"content": "🌱" * 1001}, 400, 50035),
        ({"content": "  "}, 400, 50006),
        ({"content": "hi", "nonce": "n" * 26}, 400, 50035),
        ({"content": "hi", "message_reference": {"message_id": "1"}}, 400, 50035),
    ],
)
async def test_what_it_does_not_send(discord: FakeDiscord, body: dict[str, Any], status: int, code: int) -> None:
    answered, error = await post(discord, f"/channels/{discord.dm(7)}/messages", body)
    assert (answered, error["code"]) == (status, code)
    assert discord.sent == []


async def test_unknown_and_closed_channels(discord: FakeDiscord) -> None:
    discord.closed_to_bots.add(7)
    unknown = await post(discord, "/channels/123/messages", {"content": "hi"})
    closed = await post(discord, f"/channels/{discord.dm(7)}/messages", {"content": "hi"})
    assert (unknown[0], unknown[1]["code"]) == (404, 10003)
    assert (closed[0], closed[1]["code"]) == (403, 50007)


async def test_a_nonce_counts_only_when_it_is_enforced(discord: FakeDiscord) -> None:
    path = f"/channels/{discord.dm(7)}/messages"
    first = await post(discord, path, {"content": "hi", "nonce": "n", "enforce_nonce": True})
    again = await post(discord, path, {"content": "hi", "nonce": "n", "enforce_nonce": True})
    assert first[1]["id"] == again[1]["id"]
    await post(discord, path, {"content": "hi", "nonce": "n"})
    assert discord.texts(discord.dm(7)) == ["hi", "hi"]


async def test_a_channel_takes_five_messages_at_a_time(discord: FakeDiscord) -> None:
    path = f"/channels/{discord.dm(7)}/messages"
    statuses = [(await post(discord, path, {"content": str(number)}))[0] for number in range(6)]
    assert statuses == [200] * 5 + [429]
    assert (await post(discord, f"/channels/{discord.dm(8)}/messages", {"content": "hi"}))[0] == 200


async def test_all_requests_together_are_limited_too(discord: FakeDiscord) -> None:
    discord.buckets.overall = 2
    for user in (7, 8):
        await post(discord, f"/channels/{discord.dm(user)}/messages", {"content": "hi"})
    status, body = await post(discord, f"/channels/{discord.dm(9)}/messages", {"content": "hi"})
    assert (status, body["global"]) == (429, True)
    assert 0 < body["retry_after"] <= 1
    assert discord.buckets.refused == 1


async def test_a_nonce_is_forgotten_after_some_minutes_and_counts_in_all_channels(discord: FakeDiscord) -> None:
    body = {"content": "hi", "nonce": "n", "enforce_nonce": True}
    _, first = await post(discord, f"/channels/{discord.dm(7)}/messages", body)
    _, elsewhere = await post(discord, f"/channels/{discord.dm(8)}/messages", body)
    assert elsewhere == first
    now = discord.messages.clock()
    discord.messages.clock = lambda: now + 200
    _, later = await post(discord, f"/channels/{discord.dm(7)}/messages", body)
    assert later["id"] != first["id"]


async def test_connections_break_before_and_after(discord: FakeDiscord) -> None:
    discord.faults.extend([LOST_BEFORE, LOST_AFTER, unavailable()])
    path = f"/channels/{discord.dm(7)}/messages"
    for number in range(2):
        with pytest.raises(aiohttp.ServerDisconnectedError):
            await post(discord, path, {"content": f"number {number}"})
    assert (await post(discord, path, {"content": "number 2"}))[0] == 503
    assert (await post(discord, path, {"content": "number 3"}))[0] == 200
    assert discord.texts(discord.dm(7)) == ["number 1", "number 3"]


async def test_a_mishap_can_befall_any_route(discord: FakeDiscord) -> None:
    discord.wire.mishap = lambda route: unavailable(502) if route == "GET /users/@me" else None
    assert (await call(discord, "GET", "/users/@me"))[0] == 502
    assert (await call(discord, "GET", "/gateway/bot"))[0] == 200


async def test_history_comes_newest_first_and_hides_what_is_not_for_a_bot(discord: FakeDiscord) -> None:
    first = await discord.says("one", user=7, guild=GUILD)
    await discord.says(f"two <@{discord.me['id']}>", user=7, guild=GUILD)
    await discord.says("three", user=8, guild=GUILD)
    path = f"/channels/{discord.guild_channel(GUILD)}/messages"
    _, found = await call(discord, "GET", f"{path}?after={first['id']}&limit=2")
    assert [message["content"] for message in found] == ["", f"two <@{discord.me['id']}>"]
    assert "guild_id" not in found[0]
    _, before = await call(discord, "GET", f"{path}?before={found[1]['id']}")
    assert [message["id"] for message in before] == [first["id"]]
    assert (await call(discord, "GET", f"{path}?limit=101"))[0] == 400


async def test_only_ones_own_messages_can_be_edited(discord: FakeDiscord) -> None:
    theirs, path = await discord.says("mine", user=7), f"/channels/{discord.dm(7)}/messages"
    status, body = await call(discord, "PATCH", f"{path}/{theirs['id']}", {"content": "yours"})
    assert (status, body["code"]) == (403, 50005)
    _, own = await post(discord, path, {"content": "one"})
    assert (await call(discord, "PATCH", f"{path}/{own['id']}", {"content": "x" * 2001}))[0] == 400
    assert (await call(discord, "PATCH", f"{path}/{own['id']}", {"content": "two"}))[1]["content"] == "two"
    assert (discord.texts(discord.dm(7)), discord.reads(discord.dm(7))) == (["one"], ["two"])
    assert (await call(discord, "DELETE", f"{path}/{own['id']}"))[0] == 204
    assert discord.reads(discord.dm(7)) == []


def row(*custom_ids: str) -> dict[str, Any]:
    return {"type": 1, "components": [{"type": 2, "label": "x", "custom_id": custom_id} for custom_id in custom_ids]}


@pytest.mark.parametrize(
    ("components", "status"),
    [
        ([row("a", "b")], 200),
        ([row("a"), row("a")], 400),
        ([row("a" * 101)], 400),
        ([row("")], 400),
        ([row("a", "b", "c", "d", "e", "f")], 400),
        ([row(str(number)) for number in range(6)], 400),
    ],
)
async def test_buttons_have_their_limits(discord: FakeDiscord, components: list[Any], status: int) -> None:
    body = {"content": "Which?", "components": components}
    assert (await post(discord, f"/channels/{discord.dm(7)}/messages", body))[0] == status


async def test_files_come_in_a_form(discord: FakeDiscord) -> None:
    form = aiohttp.FormData()
    form.add_field("payload_json", '{"attachments": [{"id": 0, "filename": "a.png", "description": "a curve"}]}')
    form.add_field("files[0]", b"png", filename="a.png", content_type="image/png")
    headers = {"Authorization": f"Bot {discord.token}"}
    url = f"{discord.url}/api/v10/channels/{discord.dm(7)}/messages"
    async with aiohttp.ClientSession(headers=headers) as session, session.post(url, data=form) as response:
        assert (await response.json())["attachments"][0]["filename"] == "a.png"
    assert [(file.name, file.data, file.alt) for file in discord.sent[0].files] == [("a.png", b"png", "a curve")]

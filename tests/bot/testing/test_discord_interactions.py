"""Commands and buttons of the fake Discord: what the real one refuses, it refuses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.testing.discord import FakeDiscord, Interaction

GUILD = 5
DEFERRED, EPHEMERAL = 5, 64


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(guilds=[GUILD], burst=None) as fake:
        status, _ = await call(fake, "PUT", commands(fake), [{"name": "mood", "description": "How it seemed"}])
        assert status == 200
        yield fake


async def call(discord: FakeDiscord, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    headers = {"Authorization": f"Bot {discord.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.request(method, f"{discord.url}/api/v10{path}", json=body) as response,
    ):
        return response.status, await response.json() if response.status != 204 else None


def commands(discord: FakeDiscord) -> str:
    return f"/applications/{discord.me['id']}/commands"


async def acknowledge(discord: FakeDiscord, asked: Interaction, kind: int, **data: Any) -> tuple[int, Any]:
    path = f"/interactions/{asked.id}/{asked.token}/callback"
    return await call(discord, "POST", path, {"type": kind, "data": data})


def original(discord: FakeDiscord, asked: Interaction, message: str = "@original") -> str:
    return f"/webhooks/{discord.me['id']}/{asked.token}/messages/{message}"


async def test_commands_are_replaced_all_at_once(discord: FakeDiscord) -> None:
    before = discord.interactions.commands["mood"]["id"]
    two = [{"name": "mood", "description": "Other"}, {"name": "help", "description": "What I can do"}]
    _, found = await call(discord, "PUT", commands(discord), two)
    assert [command["id"] == before for command in found] == [True, False]
    await call(discord, "PUT", commands(discord), two[1:])
    assert list(discord.interactions.commands) == ["help"]
    with pytest.raises(KeyError):
        await discord.command("mood", user=7)


@pytest.mark.parametrize(
    "wanted",
    [
        [{"name": "Mood", "description": "x"}],
        [{"name": "two words", "description": "x"}],
        [{"name": "mood", "description": ""}],
        [{"name": "mood", "description": "x" * 101}],
        [{"name": "mood", "description": "x"}] * 2,
        [{"name": f"n{number}", "description": "x"} for number in range(101)],
    ],
)
async def test_commands_that_discord_would_not_take(discord: FakeDiscord, wanted: list[Any]) -> None:
    assert (await call(discord, "PUT", commands(discord), wanted))[0] == 400
    assert list(discord.interactions.commands) == ["mood"]


async def test_three_seconds_are_all_there_are(discord: FakeDiscord) -> None:
    asked = await discord.command("mood", user=7)
    asked.at -= 3.1
    status, body = await acknowledge(discord, asked, DEFERRED)
    assert (status, body["code"]) == (404, 10062)
    assert (await call(discord, "PATCH", original(discord, asked), {"content": "late"}))[1]["code"] == 10015
    assert asked.shown == []


async def test_one_answer_is_enough(discord: FakeDiscord) -> None:
    asked = await discord.command("mood", user=7)
    assert (await acknowledge(discord, asked, 4, content="one"))[0] == 200
    status, body = await acknowledge(discord, asked, 4, content="two")
    assert (status, body["code"]) == (400, 40060)
    assert discord.texts(discord.dm(7)) == ["one"]


async def test_an_unknown_interaction_and_a_kind_that_does_not_fit(discord: FakeDiscord) -> None:
    asked = await discord.command("mood", user=7)
    assert (await acknowledge(discord, asked, 6))[0] == 400  # only a button's page can be updated
    path = f"/interactions/{asked.id + 1}/{asked.token}/callback"
    assert (await call(discord, "POST", path, {"type": 5}))[1]["code"] == 10062


async def test_the_token_is_good_for_a_quarter_of_an_hour(discord: FakeDiscord) -> None:
    asked = await discord.command("mood", user=7)
    await acknowledge(discord, asked, DEFERRED)
    asked.at -= 901
    status, body = await call(discord, "PATCH", original(discord, asked), {"content": "late"})
    assert (status, body["code"]) == (401, 50027)


async def test_a_waiting_sign_becomes_the_answer_by_an_edit_or_the_first_follow_up(discord: FakeDiscord) -> None:
    edited, followed = [await discord.command("mood", user=7) for _ in range(2)]
    for asked in (edited, followed):
        await acknowledge(discord, asked, DEFERRED)
    assert discord.texts(discord.dm(7)) == []
    await call(discord, "PATCH", original(discord, edited), {"content": "one"})
    webhook = f"/webhooks/{discord.me['id']}/{followed.token}"
    await call(discord, "POST", webhook, {"content": "two", "flags": EPHEMERAL})  # the flag comes too late
    await call(discord, "POST", webhook, {"content": "three"})
    assert discord.texts(discord.dm(7)) == ["one", "two", "three"]
    assert [sent.text for sent in followed.shown] == ["two", "three"]


async def test_what_one_person_sees_is_in_no_history(discord: FakeDiscord) -> None:
    asked = await discord.command("mood", user=7, guild=GUILD)
    await acknowledge(discord, asked, DEFERRED, flags=EPHEMERAL)
    row = {"type": 1, "components": [{"type": 2, "label": "yes", "custom_id": "yes"}]}
    await call(discord, "PATCH", original(discord, asked), {"content": "for your eyes", "components": [row]})
    assert (asked.shown[0].text, asked.shown[0].ephemeral) == ("for your eyes", True)
    assert discord.texts(discord.guild_channel(GUILD)) == []
    assert (await call(discord, "GET", f"/channels/{discord.guild_channel(GUILD)}/messages"))[1] == []
    pressed = await discord.presses("yes", asked.shown[0].id, user=7, interaction=asked)
    await acknowledge(discord, pressed, 7, content="done", components=[])
    assert [(sent.text, sent.buttons, sent.ephemeral) for sent in pressed.shown] == [("done", (), True)]


async def test_only_buttons_that_are_there_can_be_pressed(discord: FakeDiscord) -> None:
    row = {"type": 1, "components": [{"type": 2, "label": "no", "custom_id": "no", "disabled": True}]}
    path = f"/channels/{discord.dm(7)}/messages"
    _, message = await call(discord, "POST", path, {"content": "Which?", "components": [row]})
    for custom_id in ("yes", "no"):
        with pytest.raises(KeyError):
            await discord.presses(custom_id, int(message["id"]), user=7)

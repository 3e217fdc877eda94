"""Slash commands and buttons: acknowledged in time, answered once, nothing private in a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest

from bot.frontends.door import APOLOGY
from bot.frontends.menu import COMMANDS, IN_PRIVATE, Menu, Page
from bot.registry import Skill
from bot.sessions import Sessions
from bot.store import Store
from bot.testing.discord import LOST_AFTER, LOST_BEFORE, FakeDiscord, Lost
from skills.care.state import CareState

Room = Callable[[Skill], AbstractAsyncContextManager[tuple[Sessions, Store]]]
Bot = Callable[..., AbstractAsyncContextManager[None]]
GUILD = 5


async def registered(discord: FakeDiscord) -> None:
    await discord.until(lambda: bool(discord.interactions.commands))


async def test_the_menu_is_registered_for_servers_and_direct_messages(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as opened, bot(opened):
        await registered(discord)
    found = discord.interactions.commands
    assert {name: command["description"] for name, command in found.items()} == {
        command.name: command.summary for command in COMMANDS
    }
    assert {tuple(command["contexts"]) for command in found.values()} == {(0, 1)}
    assert {tuple(command["integration_types"]) for command in found.values()} == {(0,)}


async def test_a_command_is_answered_in_a_direct_message(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as opened, bot(opened):
        await registered(discord)
        asked = await discord.command("help", user=7)
        (page,) = await discord.shown(asked)
    assert "/forget" in page.text
    assert (page.channel, page.ephemeral) == (discord.dm(7), False)
    assert asked.acknowledged_after < 1.0


async def test_a_country_is_set_by_name(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        await registered(discord)
        (page,) = await discord.shown(await discord.command("country", user=7, name="Germany"))
        known = await opened[0].known(f"discord:{discord.dm(7)}:0:7")
    assert page.text.startswith("Noted: Germany.")
    assert known.state.get(CareState) == CareState(country="de")


async def test_in_a_server_only_who_asks_sees_a_line_that_points_to_a_private_chat(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as opened, bot(opened):
        await registered(discord)
        for name in ("mood", "export", "forget", "privacy"):
            (page,) = await discord.shown(await discord.command(name, user=7, guild=GUILD))
            assert (page.text, page.ephemeral, page.files, page.buttons) == (IN_PRIVATE, True, (), ())
    assert discord.texts(discord.guild_channel(GUILD)) == []


async def test_everything_kept_is_given_as_a_file(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        await discord.says("hello", user=7)
        await discord.heard(discord.dm(7), 2)
        (page,) = await discord.shown(await discord.command("export", user=7))
    everything = json.loads(page.files[0].data)
    assert [turn["text"] for turn in everything["conversations"][0]["turns"]] == ["hello", "You said: hello"]


async def test_buttons_outlive_the_process(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        await registered(discord)
        (page,) = await discord.shown(await discord.command("privacy", user=7))
    assert ("consent:keep:yes") in [custom_id for _, custom_id in page.buttons]
    async with room(echo) as opened, bot(opened):
        pressed = await discord.presses("consent:keep:yes", page.id, user=7)
        (changed,) = await discord.shown(pressed)
        consents = await opened[1].people.consents("discord:7")
    assert changed.id == page.id  # the page itself changes
    assert consents["keep"].given
    assert pressed.acknowledged == 6


async def test_forgetting_is_confirmed_by_a_button(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        await discord.says("hello", user=7)
        await discord.heard(discord.dm(7), 2)
        (page,) = await discord.shown(await discord.command("forget", user=7))
        assert (await opened[0].known(f"discord:{discord.dm(7)}:0:7")).turns
        await discord.shown(await discord.presses("forget:yes", page.id, user=7))
        assert not (await opened[0].known(f"discord:{discord.dm(7)}:0:7")).turns


async def test_a_command_told_twice_is_answered_once(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    async with room(echo) as opened, bot(opened):
        await registered(discord)
        asked = await discord.command("help", user=7)
        await discord.interactions.again(asked)
        await discord.shown(asked)
        await discord.shown(await discord.command("help", user=7))
    assert len(asked.shown) == 1


@pytest.mark.parametrize("fault", [LOST_BEFORE, LOST_AFTER])
async def test_a_line_that_breaks_costs_no_answer(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, fault: Lost
) -> None:
    discord.wire.faults["POST /interactions/{interaction}/{token}/callback"].append(fault)
    discord.wire.faults["PATCH /webhooks/{application}/{token}/messages/{message}"].append(fault)
    async with room(echo) as opened, bot(opened):
        await registered(discord)
        asked = await discord.command("help", user=7)
        pages = await discord.shown(asked, 2 if fault is LOST_AFTER else 1)
    assert {page.text for page in pages} == {pages[0].text}
    assert len(discord.reads(discord.dm(7))) == 1


async def test_it_is_acknowledged_before_the_page_is_ready(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = asyncio.Event()

    async def slow(*_: object, **__: object) -> Page:
        await ready.wait()
        return Page("x" * 2500)

    monkeypatch.setattr(Menu, "open", slow)
    async with room(echo) as opened, bot(opened):
        await registered(discord)
        asked = await discord.command("mood", user=7)
        await discord.until(lambda: asked.acknowledged == 5)
        assert asked.shown == []
        ready.set()
        pieces = await discord.shown(asked, 2)
    assert [len(piece.text) for piece in pieces] == [2000, 500]


async def test_one_that_comes_too_late_does_nothing(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    discord.interactions.within = -1.0
    async with room(echo) as opened, bot(opened):
        await registered(discord)
        await opened[1].people.consent("discord:7", "keep", True, opened[0]._clock())
        asked = await discord.command("stop", user=7)
        await discord.until(lambda: bool(asked.refused))
        assert (await opened[1].people.consents("discord:7"))["keep"].given
    assert asked.refused == [10062]
    assert asked.shown == []


async def test_a_page_that_fails_is_apologised_for(
    discord: FakeDiscord,
    room: Room,
    bot: Bot,
    echo: Skill,
    *,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def broken(*_: object, **__: object) -> Page:
        raise ValueError("a drawing failed")

    monkeypatch.setattr(Menu, "open", broken)
    async with room(echo) as opened, bot(opened):
        await registered(discord)
        (page,) = await discord.shown(await discord.command("country", user=7, name="a secret land"))
    assert page.text == APOLOGY
    assert "country failed: ValueError" in caplog.text
    assert "secret" not in caplog.text


async def test_a_study_asks_for_stars_after_every_second_answer(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill
) -> None:
    async with room(echo) as opened, bot(opened, ask_stars=True):
        for number in range(2):
            await discord.says(f"number {number}", user=7)
            await discord.heard(discord.dm(7), 2 + number)
        await discord.heard(discord.dm(7), 4)
        stars = discord.sent[-1]
        assert [custom_id for _, custom_id in stars.buttons] == [f"stars:{number}" for number in range(1, 6)]
        (thanks,) = await discord.shown(await discord.presses("stars:4", stars.id, user=7))
        kept = await opened[1].people.export("discord:7")
    assert thanks.text.startswith("Thank you, 4 of 5")
    assert thanks.buttons == ()
    assert [rating["value"] for rating in kept["conversations"][0]["ratings"]] == [4]

"""Replies that are shown while they are written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager

from bot.dialog import Reply, TurnView
from bot.engine import Engine
from bot.frontends.discord.streams import Streams
from bot.registry import Draft, Skill
from bot.sessions import Sessions
from bot.store import Store
from bot.testing.discord import FakeDiscord

Room = Callable[[Skill], AbstractAsyncContextManager[tuple[Sessions, Store]]]
Bot = Callable[..., AbstractAsyncContextManager[None]]


class Message:
    def __init__(self) -> None:
        self.edits: list[str] = []

    async def edit(self, *, content: str) -> None:
        self.edits.append(content)


async def test_edits_keep_their_distance_and_the_last_one_is_the_reply() -> None:
    streams, message = Streams(pause=0.2), Message()
    streams.begin("a", message, "One.")  # type: ignore[arg-type]
    await streams.show("a", "One. Two.")  # too soon
    await asyncio.sleep(0.2)
    await streams.show("a", "One. Two. Three.")
    before = asyncio.get_running_loop().time()
    assert await streams.end("a", "One. Two. Three. Four.")
    assert asyncio.get_running_loop().time() - before > 0.15
    assert message.edits == ["One. Two. Three.", "One. Two. Three. Four."]
    assert not await streams.end("a", "One.")
    assert not streams.is_open("a")


async def test_what_stands_there_already_is_not_edited() -> None:
    streams, message = Streams(pause=5.0), Message()
    streams.begin("a", message, "One.")  # type: ignore[arg-type]
    assert await streams.end("a", "One.")
    assert message.edits == []


class Slow:
    """Writes two sentences, the second after the pause between two edits."""

    async def propose(self, turn: TurnView, budget: float) -> AsyncIterator[Draft]:
        yield Draft(Reply(f"To {turn.text}.", "slow", 9.0), False)
        await asyncio.sleep(1.1)
        yield Draft(Reply(f"To {turn.text}. All of it.", "slow", 9.0), False)
        yield Draft(Reply(f"To {turn.text}. All of it. Really.", "slow", 9.0), True)


async def test_a_slow_reply_grows_in_one_message(discord: FakeDiscord, room: Room, bot: Bot, echo: Skill) -> None:
    async with (
        room(echo) as (_, store),
        Sessions(Engine((("echo", echo),)), store, [("slow", Slow())], gather=0) as sessions,
        bot((sessions, store)),
    ):
        await discord.says("one", user=7)
        await discord.heard(discord.dm(7), 2)
        await discord.says("two", user=7)
        await discord.until(lambda: discord.reads(discord.dm(7))[-1].endswith("two. All of it. Really."))
    assert discord.texts(discord.dm(7))[1:] == ["To one. All of it. Really.", "To two."]
    assert [edit.text for edit in discord.edits] == ["To two. All of it.", "To two. All of it. Really."]


class Endless:
    """Writes one sentence about the first message and never ends; nothing about any other."""

    async def propose(self, turn: TurnView, budget: float) -> AsyncIterator[Draft]:
        if turn.text == "one":
            yield Draft(Reply("To one. And", "slow", 9.0), False)
            await asyncio.Event().wait()


async def test_who_writes_again_is_not_kept_waiting_by_a_reply_to_what_came_before(
    discord: FakeDiscord, room: Room, bot: Bot, echo: Skill
) -> None:
    async with (
        room(echo) as (_, store),
        Sessions(Engine((("echo", echo),)), store, [("slow", Endless())], gather=0, wait=60) as sessions,
        bot((sessions, store)),
    ):
        await discord.says("hi", user=7)
        await discord.heard(discord.dm(7), 2)
        await discord.says("one", user=7)
        await discord.until(lambda: "To one." in discord.reads(discord.dm(7)))
        await discord.says("two", user=7)
        await discord.until(lambda: len(discord.reads(discord.dm(7))) > 3)
        assert discord.reads(discord.dm(7))[-2:] == ["To one.", "You said: two"]

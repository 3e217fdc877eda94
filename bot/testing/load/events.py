"""Events that fit the schema and are strange nevertheless, where Telegram is asked and where Discord tells."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

from bot.testing.discord import FakeDiscord
from bot.testing.load import strange
from bot.testing.load.channels import OnDiscord
from bot.testing.load.fuzzed import PEOPLE, Fuzzed
from bot.testing.load.kill import alive
from bot.testing.load.machine import Program
from bot.testing.load.telegram import bot_file, bot_on, by_door
from bot.testing.telegram import FakeTelegram
from bot.testing.telegram_chats import person

BEHIND = 300
"""Events that may wait for the bot before more are made."""


async def polling(folder: Path, count: int, seed: int) -> Fuzzed:
    """Updates that fit Telegram's schema, in which every message of words carries a mark to be echoed."""
    random, found = Random(seed), Fuzzed("polling", seed)
    async with FakeTelegram() as telegram:
        telegram.on_sent = lambda sent: found.ledger.hear(sent.chat, sent.text)
        command = by_door(telegram, bot_file("echo", folder, paced=False), folder)
        async with bot_on(telegram, command, folder) as program:
            while found.count < count and program.process.returncode is None:
                await _strange_update(telegram, found, random)
                found.count += 1
                await _keep_pace(lambda: len(telegram.updates.waiting) + found.ledger.waiting(), program)
            return await found.finish(program)


async def _strange_update(telegram: FakeTelegram, found: Fuzzed, random: Random) -> None:
    user = random.randrange(1, PEOPLE + 1)
    kind, content = strange.telegram(random, "{mark}")
    if "{mark}" in content.get("text", ""):
        content["text"] = content["text"].replace("{mark}", found.ledger.say(user))
    if kind == "message":
        await telegram.sends(content, user=user)
    elif kind == "callback_query":
        message = telegram.post(telegram.chat(user), telegram.me, {"text": "hm"})
        await telegram.updates.add(kind, content | {"from": person(user), "message": message})
    else:
        chat = telegram.meet(user)
        await telegram.updates.add(kind, {"message_id": 1, "date": 1, "from": person(user), "chat": chat, **content})


async def gateway(folder: Path, count: int, seed: int) -> Fuzzed:
    """Events that fit Discord's schema, likewise."""
    random, found = Random(seed), Fuzzed("gateway", seed)
    async with FakeDiscord(burst=None, overall=None) as discord:
        people = {discord.dm(user): user for user in range(1, PEOPLE + 1)}
        discord.watch.append(lambda sent: found.ledger.hear(people[sent.channel], sent.text))
        async with alive(channel := OnDiscord(discord, 0.0, seed), folder) as program:
            await channel.hears()
            while found.count < count and program.process.returncode is None:
                await _strange_event(discord, found, random)
                found.count += 1
                await _keep_pace(found.ledger.waiting, program)
            return await found.finish(program)


async def _strange_event(discord: FakeDiscord, found: Fuzzed, random: Random) -> None:
    user = random.randrange(1, PEOPLE + 1)
    if random.random() < 0.1:
        name, data = strange.unheard(random, discord.dm(user), user)
        for session in list(discord.gateway.sessions.values()):
            await session.dispatch(name, data)
        return
    content = strange.discord(random, "{mark}")
    content["content"] = content["content"].replace("{mark}", found.ledger.say(user)) if content["content"] else ""
    await discord.sends(content, user=user)


async def _keep_pace(behind: Callable[[], int], program: Program) -> None:
    while behind() > BEHIND and program.process.returncode is None:
        await asyncio.sleep(0.01)

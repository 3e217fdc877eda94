"""A server that speaks the real protocol, and turns of a bot that asks it, for the tests of `skills.server`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.consent import SendingResponder
from bot.dialog import Conversation, Reply, Turn
from bot.drafts import Drafted, drafts
from bot.engine import Engine
from bot.registry import Responder, find
from bot.sends import recipients
from bot.step import Step
from bot.testing import ScriptedSkill
from bot.testing.chat_completions import ChatCompletions
from bot.testing.scripted import NOON
from skills.server import server
from tests.bot.room import Alarm

OWN = "The bot's own words."
SECRET = "my cat Fluffington died"
REPLY = "[Reflection of feelings] Fluffington is gone, and the house is quiet. That hurts."


@pytest.fixture
async def there() -> AsyncIterator[ChatCompletions]:
    async with ChatCompletions(reply=REPLY) as found:
        yield found


def asking(there: ChatCompletions, **settings: Any) -> Any:
    return server(base_url=there.base_url, model="tiny", **{"retries": 0} | settings)


def engine(*proposed: Reply, learnt: tuple[object, ...] = ()) -> Engine:
    skill = ScriptedSkill(proposed[0] if proposed else Reply(OWN, "retrieve", 0.9, "Question"), learnt=learnt)
    return Engine((("scripted", skill),), Alarm())


async def turn(
    responder: Responder,
    said: str = SECRET,
    *,
    bot: Engine | None = None,
    wait: float = 10,
    shown: list[str] | None = None,
    talk: Conversation | None = None,
) -> Step:
    """A turn as doors have it made, without a store."""
    bot = bot or engine()
    pending = bot.understand([(talk or Conversation("t:1::me"), said)], NOON)[0]
    found = Drafted() if pending.settled else await _drafts(responder, bot, pending, wait, shown)
    trace = replace(pending.trace, unasked=found.unasked, missed=found.missed, notes=found.notes)
    return bot.finish(replace(pending, trace=trace), found.replies)


async def _drafts(responder: Responder, bot: Engine, pending: Any, wait: float, shown: list[str] | None) -> Drafted:
    async def allowed(text: str) -> bool:
        return bot.allows(text)

    async def show(text: str) -> None:
        if shown is not None:
            shown.append(text)

    return await drafts(allowed, pending, [("server", responder)], wait, show if shown is not None else None)


def responder_of(url: str) -> Responder:
    spec = find("server", "responder", Path())
    made = server(base_url=url, model="tiny", retries=0)
    return SendingResponder(made, recipients("server", spec.sends, {"base_url": url}))


def said(*lines: str) -> Conversation:
    turns = [
        Turn(("user", "bot")[place % 2], text, NOON + timedelta(minutes=place // 2)) for place, text in enumerate(lines)
    ]
    return Conversation("t:1::me", tuple(turns))

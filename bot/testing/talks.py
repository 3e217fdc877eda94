"""A bot as it is let run, for the tests of those who write skills: its guard reads every reply, here too."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from bot.build import build
from bot.config import read
from bot.dialog import Conversation
from bot.engine import Engine
from bot.step import Step


def bot_of(file: str | Path = "default") -> Engine:
    """The bot of a bot file as `attune chat` makes it, with its guard, its encoder and every skill."""
    return build(read(file))


def talk(bot: Engine, *lines: str, now: datetime | None = None, key: str = "test:1::me") -> list[Step]:
    """A talk from its beginning, in memory: a step for each of the person's lines, with reply, state and trace.

    Another `key` is another conversation, where what is drawn by chance is drawn anew. Slow responders are not asked.
    """
    conversation, steps = Conversation(key), []
    for line in lines:
        steps.append(bot.step(conversation, line, now or datetime.now(UTC)))
        conversation = steps[-1].conversation
    return steps

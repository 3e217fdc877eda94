"""`serve`: a study inside Telegram or Discord, until it is stopped."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from typing import Any

from bot.build import build_guard
from bot.config import read
from bot.errors import StudyError
from bot.frontends.options import LIBRARIES, read_token, require, token_variable
from bot.frontends.web.settings import Settings, read_secret
from bot.run.doors import hold_all
from worlds.chats.bots import open_bots
from worlds.chats.desk import Desk
from worlds.chats.pages import MOST, most
from worlds.studies.company import heed
from worlds.studies.ledger import Ledger
from worlds.studies.study import Kind, Loaded
from worlds.web.tokens import Tokens

KINDS: tuple[Kind, ...] = ("rating", "ab", "ranking", "chat", "acute", "ab_turns")
"""What can be answered by buttons."""


def check(loaded: Loaded) -> None:
    """Raises StudyError for a study that does not fit into a chat."""
    kind = loaded.study.kind
    if kind not in KINDS:
        others = ", ".join(KINDS)
        raise StudyError(f"{loaded.path}: a study of kind {kind!r} needs a browser; in a chat there can be {others}")
    if (asked := most(loaded)) > MOST:
        raise StudyError(f"{loaded.path}: {asked} questions are asked about an item, and a chat takes {MOST} at most")


async def serve(channel: str, settings: Any, loaded: Loaded, url: str, stop: asyncio.Event) -> None:
    """Keep the study open in a channel, by the settings of its door, until `stop` is set. Raises ConfigError where it

    has no token.
    """
    check(loaded)
    module, package = LIBRARIES[channel]
    require(module, package, channel)
    read_token(settings.token_file, token_variable(channel) or "")  # complain before the guard is built
    door = import_module(f"bot.frontends.{channel}.pages")
    engine = build_guard(read("default"))

    async def heeded(participant: str, text: str) -> str | None:
        return await asyncio.to_thread(heed, engine, None, participant, text, datetime.now(UTC))

    tokens = Tokens(read_secret(Settings()), loaded.name)
    async with Ledger.open(url, loaded) as ledger, open_bots(url, loaded, ledger, tokens) as bots:
        desk = Desk(loaded, ledger, tokens, heeded, bots, limit=door.LIMIT)
        await hold_all({channel: partial(door.serve, settings, desk, stop)}, stop)

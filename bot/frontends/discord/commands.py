"""Slash commands, one for each of a menu's, and how a command or a button is answered."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import aiohttp

from bot.frontends.discord.library import app_commands, discord
from bot.frontends.discord.views import Drawn, draw
from bot.frontends.menu import COMMANDS, Command, Page
from bot.phrases import mark, say

log = logging.getLogger(__name__)

SUMMARY = 100
ACKNOWLEDGED = 40060
TRIES = 3
COUNTRY = mark("A country's name or two letters")

Interaction = discord.Interaction[Any]
Answer = Callable[[Interaction, str], Awaitable[None]]


def add_commands(tree: app_commands.CommandTree[Any], answer: Answer, listed: Sequence[Command] = COMMANDS) -> None:
    """All `listed` commands, in servers and in direct messages, for bots that are members, not for private apps."""
    for command in listed:
        tree.add_command(_slash(command, answer))


def _slash(command: Command, answer: Answer) -> app_commands.Command[Any, Any, None]:
    async def plain(interaction: discord.Interaction[Any]) -> None:
        await answer(interaction, command.name)

    async def with_name(interaction: discord.Interaction[Any], name: str = "") -> None:
        await answer(interaction, f"{command.name} {name}")

    takes_name = command.name == "country"
    slash: app_commands.Command[Any, Any, None] = app_commands.Command(
        name=command.name,
        description=command.summary[:SUMMARY],
        callback=with_name if takes_name else plain,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        auto_locale_strings=False,
    )
    if takes_name:
        app_commands.describe(name=say(COUNTRY)[:SUMMARY])(slash)
    return slash


async def acknowledge(interaction: Interaction, private: bool) -> bool:
    """Say at once that an answer is coming: Discord waits three seconds. False when there is nobody left to answer."""
    broken = False
    for _ in range(TRIES):
        try:
            await interaction.response.defer(ephemeral=not private)
        except discord.HTTPException as error:
            if error.code == ACKNOWLEDGED:
                return broken  # by the attempt that broke off; else the same was told twice, and the other one answers
            log.warning("a command or button came too late to be answered: %s", error.code)
            return False
        except (aiohttp.ClientError, OSError):
            broken = True
        else:
            return True
    return False


async def show(interaction: Interaction, page: Page, private: bool) -> None:
    """The page in the place of the waiting sign, or of the page whose button was pressed."""
    for attempt in range(1, TRIES + 1):
        first, *more = draw(page)
        try:
            await interaction.edit_original_response(content=first.content, view=first.view, attachments=first.files)
            break
        except (aiohttp.ClientError, OSError):
            if attempt == TRIES:
                raise
    for drawn in more:
        await interaction.followup.send(**keywords(drawn), ephemeral=not private)


def keywords(drawn: Drawn) -> dict[str, Any]:
    """What is there of a message: the library takes no None for what is missing."""
    some: dict[str, Any] = {"content": drawn.content}
    return some | ({"view": drawn.view} if drawn.view else {}) | ({"files": drawn.files} if drawn.files else {})

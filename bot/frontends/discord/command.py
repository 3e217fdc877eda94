"""`attune discord`."""

from __future__ import annotations

from pathlib import Path

import click

from bot.frontends.discord.settings import CHANNEL, VARIABLE
from bot.frontends.options import door_options, hold_door


@click.command()
@door_options(VARIABLE, "Address of a server that speaks Discord's protocol, for trying things out.")
def discord(bot_file: str, token_file: Path | None, database: str | None, api_base: str | None) -> None:
    """Talk with people on Discord."""
    hold_door(CHANNEL, bot_file, database, token_file=token_file, api_base=api_base)

"""`attune discord`."""

from __future__ import annotations

from pathlib import Path

import click

from bot.frontends.options import door_options, hold_open, read_token, require

VARIABLE = "ATTUNE_DISCORD_TOKEN"


@click.command()
@door_options(VARIABLE, "Address of a server that speaks Discord's protocol, for trying things out.")
def discord(bot_file: str, token_file: Path | None, database: str | None, api_base: str | None) -> None:
    """Talk with people on Discord."""
    require("discord", "discord.py", "discord")
    token = read_token(token_file, VARIABLE)
    from bot.frontends.discord.client import serve

    hold_open(bot_file, database, lambda sessions, _, stop: serve(token, sessions, stop, api_base))

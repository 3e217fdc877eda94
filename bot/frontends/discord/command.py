"""`attune discord`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from bot.frontends.discord.settings import VARIABLE, Settings
from bot.frontends.options import door_options, hold_open, read_token, require


@click.command()
@door_options(VARIABLE, "Address of a server that speaks Discord's protocol, for trying things out.")
def discord(bot_file: str, token_file: Path | None, database: str | None, api_base: str | None) -> None:
    """Talk with people on Discord."""
    require("discord", "discord.py", "discord")
    read_token(token_file, VARIABLE)
    from bot.frontends.discord.client import serve

    settings = replace(Settings(), token_file=token_file, api_base=api_base)
    hold_open(bot_file, database, lambda sessions, store, stop: serve(settings, sessions, store, stop))

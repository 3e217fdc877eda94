"""`attune telegram`."""

from __future__ import annotations

from pathlib import Path

import click

from bot.frontends.options import door_options, hold_door, read_token, require
from bot.frontends.telegram.settings import CHANNEL, VARIABLE


@click.command()
@door_options(VARIABLE, "Base address of a Bot API server of your own, up to and with /bot.")
def telegram(bot_file: str, token_file: Path | None, database: str | None, api_base: str | None) -> None:
    """Talk with people on Telegram, as [doors.telegram] of the bot file says."""
    require("telegram", "python-telegram-bot", "telegram")
    if token_file:
        read_token(token_file, VARIABLE)  # complain before the bot is built
    hold_door(CHANNEL, bot_file, database, token_file=token_file, api_base=api_base)

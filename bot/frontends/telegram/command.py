"""`attune telegram`."""

from __future__ import annotations

from pathlib import Path

import click

from bot.frontends.options import door_options, hold_open, read_token, require

VARIABLE = "ATTUNE_TELEGRAM_TOKEN"


@click.command()
@door_options(VARIABLE, "Base address of a Bot API server of your own, up to and with /bot.")
def telegram(bot_file: str, token_file: Path | None, database: str | None, api_base: str | None) -> None:
    """Talk with people on Telegram."""
    require("telegram", "python-telegram-bot", "telegram")
    token = read_token(token_file, VARIABLE)
    from bot.frontends.telegram.client import serve

    hold_open(bot_file, database, lambda sessions, store, stop: serve(token, sessions, store, stop, api_base=api_base))

"""`attune run FILE`."""

from __future__ import annotations

import click

from bot.frontends.options import database_option, hold_doors, log_option


@click.command()
@click.argument("file")
@database_option
@log_option
def run(file: str, database: str | None) -> None:
    """Open every door of the bot FILE in one process, until SIGINT or SIGTERM; SIGHUP reads the file again."""
    hold_doors(file, database)

"""`attune web`, and `attune token` for the tokens of its API."""

from __future__ import annotations

import asyncio
import re

import click

from bot.errors import BotError
from bot.frontends.options import database_option, hold_door, log_option

NAME = re.compile(r"[a-z0-9-]{1,32}")


@click.command()
@click.option("--bot", "bot_file", default="default", metavar="FILE", help="A bot file, or one in configs/.")
@click.option("--host", metavar="ADDRESS", help="Where to listen; 127.0.0.1 unless the bot file says otherwise.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port; 8765 unless the bot file says otherwise.")
@click.option("--origin", metavar="URL", help="Where browsers find the page: https://talk.example.org.")
@database_option
@log_option
def web(bot_file: str, host: str | None, port: int | None, origin: str | None, database: str | None) -> None:
    """Talk with people on a web page."""
    hold_door("web", bot_file, database, host=host, port=port, origin=origin)


@click.group()
def token() -> None:
    """Tokens of the web door's API."""


@token.command()
@click.argument("name")
@database_option
def add(name: str, database: str | None) -> None:
    """Make a token; it is shown this once, and only its hash is kept."""
    if not NAME.fullmatch(name):
        raise click.BadParameter("a name has 1 to 32 small letters, digits and hyphens", param_hint="NAME")
    click.echo(asyncio.run(_add(name, database)))


@token.command()
@click.argument("name")
@database_option
def remove(name: str, database: str | None) -> None:
    """Withdraw a token at once. What its people said stays until they are forgotten."""
    if not asyncio.run(_remove(name, database)):
        raise BotError(f"there is no token called {name!r}")


@token.command(name="list")
@database_option
def list_(database: str | None) -> None:
    """The names of all tokens and when they were made."""
    for line in asyncio.run(_list(database)):
        click.echo(line)


async def _add(name: str, database: str | None) -> str:
    from bot.frontends.console import database_url
    from bot.sessions import utc_now
    from bot.store import Store

    async with Store.open(database_url(database)) as store:
        return await store.tokens.add(name, utc_now())


async def _remove(name: str, database: str | None) -> bool:
    from bot.frontends.console import database_url
    from bot.store import Store

    async with Store.open(database_url(database)) as store:
        return await store.tokens.remove(name)


async def _list(database: str | None) -> list[str]:
    from bot.frontends.console import database_url
    from bot.store import Store

    async with Store.open(database_url(database)) as store:
        return [f"{name}  {at:%Y-%m-%d %H:%M}" for name, at in await store.tokens.names()]

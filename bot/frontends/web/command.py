"""`attune web`, and `attune token` for the tokens of its API."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bot.errors import BotError
from bot.frontends.options import database_option, hold_door, log_option

if TYPE_CHECKING:
    from bot.store import Tokens

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
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


def where_options(command: F) -> F:
    """The database is the one of the bot file, if that names one, as for the door itself."""
    bot = click.option("--bot", "bot_file", metavar="FILE", help="The bot file whose database it is.")
    return bot(database_option(command))


@click.group()
def token() -> None:
    """Tokens of the web door's API."""


@token.command()
@click.argument("name")
@where_options
def add(name: str, bot_file: str | None, database: str | None) -> None:
    """Make a token; it is shown this once, and only its hash is kept."""
    from bot.sessions import utc_now

    if not NAME.fullmatch(name):
        raise click.BadParameter("a name has 1 to 32 small letters, digits and hyphens", param_hint="NAME")
    click.echo(_with_tokens(bot_file, database, lambda tokens: tokens.add(name, utc_now())))


@token.command()
@click.argument("name")
@where_options
def remove(name: str, bot_file: str | None, database: str | None) -> None:
    """Withdraw a token at once. What its people said stays until they are forgotten."""
    if not _with_tokens(bot_file, database, lambda tokens: tokens.remove(name)):
        raise BotError(f"there is no token called {name!r}")


@token.command(name="list")
@where_options
def list_(bot_file: str | None, database: str | None) -> None:
    """The names of all tokens and when they were made."""
    for name, at in _with_tokens(bot_file, database, lambda tokens: tokens.names()):
        click.echo(f"{name}  {at:%Y-%m-%d %H:%M}")


def _with_tokens(bot_file: str | None, database: str | None, use: Callable[[Tokens], Awaitable[T]]) -> T:
    from bot.config import read
    from bot.frontends.console import database_url
    from bot.store import Store

    url = database_url(database or (read(bot_file).store.url if bot_file else None))

    async def used() -> T:
        async with Store.open(url) as store:
            return await use(store.tokens)

    return asyncio.run(used())

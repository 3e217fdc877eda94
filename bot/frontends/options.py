"""What `attune telegram` and `attune discord` have in common: their options, the token, and the life of a door."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bot.errors import ConfigError, MissingPackage

if TYPE_CHECKING:
    from bot.sessions import Sessions
    from bot.store import Store

F = TypeVar("F", bound=Callable[..., Any])
Serve = Callable[["Sessions", "Store", asyncio.Event], Awaitable[None]]
"""Runs a door until the event is set."""


def door_options(variable: str, api_help: str) -> Callable[[F], F]:
    """The options of a door whose token may also come from the environment `variable`."""

    def refuse(context: click.Context, _: click.Parameter, value: str | None) -> None:
        if value is not None:
            raise click.UsageError(
                "a token on the command line can be seen by everybody on this machine: put it into a file and name "
                f"that with --token-file, or set {variable}"
            )

    options = (
        click.option("--bot", "bot_file", default="default", metavar="FILE", help="A bot file, or one in configs/."),
        click.option("--token-file", type=click.Path(path_type=Path), help=f"A file with the token, or {variable}."),
        click.option("--token", hidden=True, expose_value=False, callback=refuse),
        click.option("--database", envvar="ATTUNE_DATABASE", metavar="URL", help="Where talks are kept."),
        click.option("--api-base", metavar="URL", help=api_help),
    )

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def read_token(path: Path | None, variable: str) -> str:
    """The token from a file, else from the environment. Errors never repeat what was found there."""
    if path is not None:
        try:
            token = path.read_text(encoding="utf8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"the token file {path} cannot be read: {type(error).__name__}") from None
    else:
        token = os.environ.get(variable, "").strip()
    if not token:
        raise ConfigError(f"no token in {path or variable}: put it into a file for --token-file, or set {variable}")
    if len(token.split()) > 1:
        raise ConfigError(f"{path or variable} must hold the token and nothing else")
    return token


def require(module: str, package: str, extra: str) -> None:
    """MissingPackage when `module` cannot be imported."""
    if find_spec(module) is None:
        raise MissingPackage(f"{package} is not installed: pip install 'attune[{extra}]'")


def hold_open(bot_file: str, database: str | None, serve: Serve) -> None:
    """Build the bot, open the store and serve until SIGINT or SIGTERM."""
    from bot.build import build
    from bot.config import read
    from bot.frontends.quiet import quiet

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    config = read(bot_file)
    if config.guard is None:
        click.echo(f"The safety guard is off: {config.guard_off}", err=True)
    with quiet():
        asyncio.run(_serve(config, build(config), database, serve))


async def _serve(config: Any, engine: Any, database: str | None, serve: Serve) -> None:
    from bot.build import responders
    from bot.frontends.console import database_url
    from bot.sessions import Sessions
    from bot.store import Store

    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop.set)
    async with (
        Store.open(database_url(database)) as store,
        Sessions(engine, store, responders(config), wait=config.wait) as sessions,
    ):
        await serve(sessions, store, stop)

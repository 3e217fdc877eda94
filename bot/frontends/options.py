"""What `attune run`, `attune telegram` and their like have in common: options, the token, how a door is opened."""

from __future__ import annotations

import asyncio
import dataclasses
import os
from collections.abc import Awaitable, Callable, Collection, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from bot.distribution import install_line
from bot.errors import ConfigError, MissingPackage
from bot.ports import check

if TYPE_CHECKING:
    from bot.config import Config
    from bot.limits import Limits
    from bot.sessions import Sessions
    from bot.store import Store

F = TypeVar("F", bound=Callable[..., Any])
Opened = Callable[["Sessions", "Store", asyncio.Event, "Limits"], Awaitable[None]]
"""Holds a door open until the event is set."""
LOG = "attune.log"
LIBRARIES = {
    "telegram": ("telegram", "python-telegram-bot"),
    "discord": ("discord", "discord.py"),
    "web": ("uvicorn", "uvicorn"),
}
"""By channel: the module that must be there, and what it is called where it is installed from."""


def _database(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """A URL with a password is better kept in a file, which `ATTUNE_DATABASE_FILE` names."""
    if given and context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE:
        from bot.config.secrets import holds_password

        if holds_password(given):
            raise click.UsageError(
                "a password on the command line can be seen by everybody on this machine: set ATTUNE_DATABASE, or put "
                "the address into a file and name that in ATTUNE_DATABASE_FILE"
            )
    named = os.environ.get("ATTUNE_DATABASE_FILE")
    return read_text(Path(named), "ATTUNE_DATABASE_FILE") if named and not given else given


database_option = click.option(
    "--database",
    envvar="ATTUNE_DATABASE",
    metavar="URL",
    callback=_database,
    help="Where talks are kept: a file, or SQLAlchemy's URL.",
)
log_option = click.option(
    "--log",
    type=click.Choice(["plain", "json"]),
    default="plain",
    expose_value=False,
    callback=lambda context, _, style: context.meta.__setitem__(LOG, style),
    help="How the log is written, to stderr.",
)


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
        database_option,
        click.option("--api-base", metavar="URL", help=api_help),
        log_option,
    )

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def read_token(path: Path | None, variable: str) -> str:
    """The token from a file, else from the environment, else from the file that `variable`_FILE names.

    Errors never repeat what was found there.
    """
    if path is None and not os.environ.get(variable) and (named := os.environ.get(f"{variable}_FILE")):
        path = Path(named)
    token = os.environ.get(variable, "").strip() if path is None else read_text(path, "the token file")
    if not token:
        raise ConfigError(f"no token in {path or variable}: put it into a file for --token-file, or set {variable}")
    if len(token.split()) > 1:
        raise ConfigError(f"{path or variable} must hold the token and nothing else")
    return token


def read_text(path: Path, what: str) -> str:
    """What stands in a file that holds a secret. Errors name the file alone."""
    try:
        return path.read_text(encoding="utf8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{what} {path} cannot be read: {type(error).__name__}") from None


def token_variable(channel: str) -> str | None:
    """Where the token of a channel's bot may stand in the environment; None where it needs no token."""
    name: str | None = getattr(import_module(f"bot.frontends.{channel}.settings"), "VARIABLE", None)
    return name


def require(module: str, package: str, extra: str) -> None:
    """MissingPackage when `module` cannot be imported."""
    if find_spec(module) is None:
        raise MissingPackage(f"{package} is not installed: {install_line(extra)}")


def hold_doors(bot_file: str, database: str | None) -> None:
    """Open every door of a bot file, and hold them open until SIGINT or SIGTERM."""

    def choose(config: Config) -> Mapping[str, Opened]:
        if not config.doors:
            raise ConfigError(f"{config.path} opens no door: add [doors.telegram], [doors.discord] or [doors.web]")
        return {channel: _opened(channel, settings) for channel, settings in config.doors.items()}

    _hold(bot_file, database, choose)


def hold_door(channel: str, bot_file: str, database: str | None, **given: object) -> None:
    """Open one door with its settings in the bot file and, over them, whatever of `given` is not None."""

    def choose(config: Config) -> Mapping[str, Opened]:
        from bot.config.sections import settings_of

        settings = config.doors[channel] if channel in config.doors else settings_of(channel)()
        chosen = {key: value for key, value in given.items() if value is not None}
        return {channel: _opened(channel, dataclasses.replace(settings, **chosen), given)}

    _hold(bot_file, database, choose)


def _hold(bot_file: str, database: str | None, choose: Callable[[Config], Mapping[str, Opened]]) -> None:
    from bot.logs import logged, wordless
    from bot.run.life import live

    context = click.get_current_context(silent=True)
    with logged(context.meta.get(LOG, "plain") if context else "plain"), wordless():
        live(bot_file, database, choose)


def _opened(channel: str, settings: Any, options: Collection[str] = ()) -> Opened:
    """The door of a channel. What it lacks, a port too, is told at once, not after the bot has been made."""
    from bot.config.sections import ports

    module, package = LIBRARIES[channel]
    require(module, package, channel)
    if variable := token_variable(channel):
        read_token(settings.token_file, variable)
    for key, host, port in ports({channel: settings}):
        check(key, host, port, options)
    serve = import_module(f"bot.frontends.{channel}.{'server' if channel == 'web' else 'client'}").serve
    return lambda sessions, store, stop, limits: serve(settings, sessions, store, stop, limits=limits)

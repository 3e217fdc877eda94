"""The door: `attune COMMAND`. Each room brings its own commands by the entry-point group `attune.commands`."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint, entry_points

import click

from bot.distribution import NAME, missing
from bot.errors import BotError

OURS = ("bot", "skills", "agents", "worlds", "configs")


class Rooms(click.Group):
    """Commands of all rooms, each loaded when it is used, so that `--help` imports nothing heavy."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(point.name for point in entry_points(group="attune.commands"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        for point in entry_points(group="attune.commands", name=cmd_name):
            return _load(point)
        return None

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BotError as error:
            raise click.ClickException(str(error)) from None
        except ModuleNotFoundError as error:
            if error.name is None or error.name.partition(".")[0] in OURS:
                raise
            raise click.ClickException(missing(error.name)) from None


def _load(point: EntryPoint) -> click.Command:
    try:
        loaded = point.load()
    except ImportError as error:
        return _broken(point.name, f"command {point.name!r} ({point.value}) cannot be loaded: {error}")
    if not isinstance(loaded, click.Command):
        raise click.ClickException(f"command {point.name!r} ({point.value}) is no click command")
    return loaded


def _broken(name: str, reason: str) -> click.Command:
    """Stands in for a command that cannot be loaded, which must not take the others with it."""

    def explain() -> None:
        raise click.ClickException(reason)

    return click.Command(name, callback=explain, short_help="(cannot be loaded)")


@click.group(cls=Rooms)
@click.version_option(package_name=NAME, prog_name="attune")
def main() -> None:
    """Attune: empathetic and emotionally supportive conversation, with plugin skills."""


def run() -> None:
    """Entry for `attune.py`: exit code 0, 1 for an error that is explained, 2 for a wrong call."""
    sys.exit(main())

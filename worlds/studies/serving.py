"""`attune study serve`: a study in a browser, or inside Telegram or Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from worlds.studies.options import DATABASE, FILE, place

if TYPE_CHECKING:
    from worlds.studies.study import Loaded


@click.command()
@FILE
@DATABASE
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8770, show_default=True, type=click.IntRange(0, 65535))
@click.option("--origin", metavar="URL", help="Where browsers find it: https://study.example.org")
@click.option("--telegram", "channel", flag_value="telegram", help="Inside Telegram, by buttons, and not in a browser.")
@click.option("--discord", "channel", flag_value="discord", help="Inside Discord.")
@click.option(
    "--token-file",
    type=click.Path(path_type=Path),
    help="A file with the chat's token, or ATTUNE_TELEGRAM_TOKEN, ATTUNE_DISCORD_TOKEN.",
)
@click.option("--api-base", metavar="URL", help="Another server that speaks the chat's protocol.")
def serve(
    path: Path,
    *,
    database: str | None,
    host: str,
    port: int,
    origin: str | None,
    channel: str | None,
    token_file: Path | None,
    api_base: str | None,
) -> None:
    """Open a study to participants, until Ctrl-C."""
    from worlds.studies.check import load

    loaded, url = load(path), place(database)
    if channel:
        _in_chat(channel, {"token_file": token_file, "api_base": api_base}, loaded, url)
    elif token_file or api_base:
        raise click.UsageError("--token-file and --api-base belong to --telegram or --discord")
    else:
        _in_browser(host, port, origin, loaded, url)


def _in_browser(host: str, port: int, origin: str | None, loaded: Loaded, url: str) -> None:
    import logging

    from bot.frontends.web.settings import Settings
    from worlds.studies.check import remarks
    from worlds.web import server

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)  # which tells of every table that a new database gets
    settings = Settings(host=host, port=port, origin=origin)

    for remark in remarks(loaded.study):
        click.echo(remark)

    def listening(address: str) -> None:
        click.echo(f"{address}/ is the link for participants; Ctrl-C ends it.")
        click.echo(f"On Prolific: {address}/?PROLIFIC_PID={{{{%PROLIFIC_PID%}}}}")

    asyncio.run(_until_stopped(lambda stop: server.serve(settings, loaded, url, stop, listening)))


def _in_chat(channel: str, given: dict[str, object], loaded: Loaded, url: str) -> None:
    from bot.config.sections import settings_of
    from bot.logs import logged, wordless
    from worlds.chats.serve import serve as serve_in_chat

    settings = settings_of(channel)(**given)
    with logged(), wordless():
        asyncio.run(_until_stopped(lambda stop: serve_in_chat(channel, settings, loaded, url, stop)))


async def _until_stopped(hold: Callable[[asyncio.Event], Awaitable[None]]) -> None:
    """Hold something open until Ctrl-C or SIGTERM."""
    import signal

    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop.set)
    await hold(stop)

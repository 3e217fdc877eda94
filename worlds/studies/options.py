"""What the commands of a study share: its file, its database, and everybody who took part."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from worlds.studies.ledger import Participation
    from worlds.studies.study import Loaded

FILE = click.argument("path", metavar="STUDY", type=click.Path(path_type=Path, dir_okay=False, exists=True))
DATABASE = click.option("--database", metavar="URL", help="A file or URL (studies.db in the user's data folder).")


def place(database: str | None) -> str:
    """The URL of a database as it is given, or of the user's own file for studies."""
    from bot.folders import data
    from bot.frontends.console import database_url

    return database_url(database or str(data() / "studies.db"))


def with_everybody(work: Callable[..., None]) -> Callable[..., None]:
    """Hands a command the study, all its participants, and the rooms in which they talked with each other, or, of a

    chat, what their talks with bots were like.
    """

    @wraps(work)
    def run(path: Path, database: str | None, **options: Any) -> None:
        from bot.store import Store
        from worlds.studies.chatted import talked
        from worlds.studies.check import load
        from worlds.studies.ledger import Ledger
        from worlds.studies.rooms import open_rooms

        async def read(loaded: Loaded) -> tuple[list[Participation], list[Any]]:
            if loaded.study.kind == "chat":
                async with Ledger.open(place(database), loaded) as ledger, Store.open(place(database)) as store:
                    everybody = await ledger.everybody()
                    return everybody, await talked(store, loaded, everybody)
            async with Ledger.open(place(database), loaded) as ledger, open_rooms(place(database), loaded) as rooms:
                return await ledger.everybody(), await rooms.everything()

        loaded = load(path)
        everybody, kept = asyncio.run(read(loaded))
        if not everybody:
            click.echo(f"nobody has taken part in {loaded.name} in this database; --database names another", err=True)
        work(loaded, everybody, kept, **options)

    return run

"""What operators do for people and with the store: `attune export`, `forget`, `report`, `rotate-key`, `new-key`."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from operator import mul
from pathlib import Path
from typing import Any, TypeVar

import click

from bot.files import write_new
from bot.frontends.options import database_option

F = TypeVar("F", bound=Callable[..., Any])

person_option = click.option(
    "--person", required=True, metavar="CHANNEL:ID", help="Whose, as in telegram:7; terminal talks are terminal:NAME."
)


def store_options(command: F) -> F:
    """Where the talks are: --database, or what the bot file says."""
    bot = click.option("--bot", "bot_file", default="default", metavar="FILE", help="A bot file, or one in configs/.")
    return bot(database_option(command))


def place_of(bot_file: str | None, database: str | None) -> str:
    """The URL of a store that is there: to open another would make an empty one. StoreError where there is none.

    Without a `bot_file` it is the one of `attune chat`.
    """
    from sqlalchemy.engine import make_url

    from bot.config import read
    from bot.errors import StoreError
    from bot.frontends.console import database_url

    url = database_url(database or (read(bot_file).store.url if bot_file else None))
    file = make_url(url).database if url.startswith("sqlite") else None
    if file and not Path(file).is_file():
        raise StoreError(f"{file}: there is no such database; name the right one with --database or --bot")
    return url


@click.command()
@person_option
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="A new file; without it, to stdout.")
@store_options
def export(person: str, out: Path | None, bot_file: str, database: str | None) -> None:
    """Give out everything that is held of a person, as JSON."""
    import json

    from bot.store import Store

    async def held() -> dict[str, Any]:
        async with Store.open(place_of(bot_file, database)) as store:
            return await store.people.export(person)

    found = asyncio.run(held())
    if not (found["conversations"] or found["consents"] or found["waiting"]):
        raise click.ClickException(f"nothing is held here of {person}")
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    if out is None:
        click.echo(text, nl=False)
        return
    try:
        write_new(out, text.encode())
    except OSError as error:
        raise click.ClickException(f"{out} cannot be written: {error.strerror}") from None
    click.echo(f"{out}: {len(found['conversations'])} conversations of {person}")


@click.command()
@person_option
@click.option("--yes", is_flag=True, help="Don't ask.")
@store_options
def forget(person: str, yes: bool, bot_file: str, database: str | None) -> None:
    """Erase everything that is held of a person, in all their conversations, and destroy their key."""
    from bot.errors import StoreError
    from bot.store import Store

    url = place_of(bot_file, database)
    if not yes:
        click.confirm(f"Erase everything of {person}? It can't be undone", abort=True)

    async def erased() -> tuple[bool, bool]:
        async with Store.open(url) as store:
            return await store.people.forget(person), await store.wiped()

    try:
        known, wiped = asyncio.run(erased())
    except StoreError as error:
        raise click.ClickException(f"{error}\n{_wish(url, person)}") from None
    if not known:
        raise click.ClickException(f"nothing is held here of {person}")
    click.echo(f"Erased. Backups, and what was exported before, hold {person} still.")
    if not wiped:
        click.echo("Another program reads the database: its files are wiped when it has read, or at the next start.")


def _wish(url: str, person: str) -> str:
    """Notes beside the store who is to be forgotten, and says so."""
    from bot.store.wishes import Wishes

    if Wishes.beside(url).add(person):
        return f"The wish is noted: {person} is forgotten within the hour by the bot that runs, or at the next start."
    return f"The wish could not be noted either: {person} must be forgotten again, by the same command."


@click.group()
def report() -> None:
    """Counts that say nothing of anybody."""


@report.command()
@store_options
def safety(bot_file: str, database: str | None) -> None:
    """How often danger was found: day, level, kind, count."""
    from bot.store import Store

    async def counted() -> list[tuple[Any, int, str, int]]:
        async with Store.open(place_of(bot_file, database)) as store:
            return await store.people.safety()

    click.echo(f"{'day':<12}{'level':<7}{'kind':<20}{'count':>5}")
    for day, level, kind, count in asyncio.run(counted()):
        click.echo(f"{day!s:<12}{level:<7}{kind:<20}{count:>5}")


@report.command()
@store_options
def referrals(bot_file: str, database: str | None) -> None:
    """How often people were pointed to a crisis line or the emergency number: month, kind, count."""
    from bot.store import Store

    async def counted() -> list[tuple[str, str, int]]:
        async with Store.open(place_of(bot_file, database)) as store:
            return await store.people.referrals()

    click.echo(f"{'month':<9}{'kind':<20}{'count':>5}")
    for month, kind, count in asyncio.run(counted()):
        click.echo(f"{month:<9}{kind:<20}{count:>5}")


@report.command()
@store_options
def ratings(bot_file: str, database: str | None) -> None:
    """How answers were rated: day, how many have stars, their mean, how often each was given, thumbs up and down."""
    from bot.store import Store

    async def counted() -> list[tuple[Any, str, int, int]]:
        async with Store.open(place_of(bot_file, database)) as store:
            return await store.people.ratings()

    days: dict[Any, Counter[tuple[str, int]]] = {}
    for day, scale, value, count in asyncio.run(counted()):
        days.setdefault(day, Counter())[scale, value] += count
    stars = range(1, 6)
    click.echo(
        f"{'day':<12}{'stars':>6}{'mean':>6}" + "".join(f"{star:>6}" for star in stars) + f"{'up':>6}{'down':>6}"
    )
    for day, given in days.items():
        each = [given["stars", star] for star in stars]
        mean = f"{sum(map(mul, stars, each)) / sum(each):.2f}" if any(each) else "-"
        row = (sum(each), mean, *each, given["thumbs", 1], given["thumbs", -1])
        click.echo(f"{day!s:<12}" + "".join(f"{cell:>6}" for cell in row))


@click.command("rotate-key")
@store_options
def rotate_key(bot_file: str, database: str | None) -> None:
    """Wrap every person's data key anew: ATTUNE_KEY (or the file ATTUNE_KEY_FILE names) holds NEW,OLD.

    The first key set on a store that had none seals what was plain. Afterwards the old key can be taken away.
    """
    from bot.errors import ConfigError
    from bot.store import Store, Vault
    from bot.store.vault import VARIABLE

    vault = Vault.from_environment()
    if not vault.seals:
        raise ConfigError(
            f"no key: set {VARIABLE} to the new one, a comma, and the old one; `attune new-key` makes one"
        )

    async def rotated() -> int:
        async with Store.open(place_of(bot_file, database), vault) as store:
            return await store.people.rotate()

    click.echo(f"{asyncio.run(rotated())} people are under the first key of {VARIABLE} now; it alone is needed")


@click.command("new-key")
def new_key() -> None:
    """Print a fresh key for ATTUNE_KEY."""
    from bot.store import vault

    click.echo(vault.new_key())

"""`attune export-corpus`, and `attune eval pseudonyms`, which says how much of what gives people away it finds."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.people_commands import place_of, store_options

if TYPE_CHECKING:
    from agents.logs.collect import Corpus
    from agents.logs.planted import Found

NAMES = ("parlai", "esconv", "jsonl")


@click.command("export-corpus")
@click.option("--format", "form", required=True, type=click.Choice(NAMES), help="How it is written.")
@click.option("--out", required=True, type=click.Path(path_type=Path), metavar="DIR", help="A new folder.")
@store_options
def export_corpus(form: str, out: Path, bot_file: str, database: str | None) -> None:
    """Write the talks of people who agree to research as a corpus: pseudonymised, not anonymous.

    Minors and danger are left out; stars become labels. The folder is whole or absent.
    """
    from agents.logs import formats, telling
    from bot.errors import CorpusError

    url = place_of(bot_file, database)
    formats.free(out)
    corpus = asyncio.run(_collect(url))
    if not corpus.talks:
        raise CorpusError("there is nothing to export:\n" + "\n".join(telling.counts(corpus)))
    formats.write({"README.md": telling.readme(corpus, form), **formats.FORMATS[form](corpus.talks)}, out)
    click.echo(telling.told(corpus, form, out))


async def _collect(url: str) -> Corpus:
    from agents.logs.collect import collect
    from bot.store import Store

    async with Store.open(url) as store:
        return await collect(store)


@click.command()
@click.option(
    "--datapath", type=click.Path(path_type=Path), metavar="DIR", help="Folder of the corpora: for MELD, too."
)
def pseudonyms(datapath: Path | None) -> None:
    """How much that gives people away is found, by kind, in planted lines; and how often nothing is hidden."""
    from agents.logs import meld, planted

    for half, title in planted.HALVES.items():
        lines = planted.read(half)
        click.echo(f"{title}: {len(lines)} lines\n\n{_table(planted.measure(lines))}\n")
    for part in ("train", "valid") if datapath else ():
        for how, found in meld.measure(datapath or Path(), part).items():
            click.echo(f"names in MELD's {part} part, {how}: {found.hits} of {found.of}, {found.share.percent():.0f} %")


def _table(found: Found) -> str:
    from agents.logs.planted import KINDS

    rows = ["| kind | planted | hidden, % | with its own placeholder, % |", "|---|---|---|---|"]
    for kind in (*KINDS, "all"):
        hidden, named = found.hidden[kind], found.named[kind]
        rows.append(f"| {kind} | {hidden.of} | {hidden.share.percent():.0f} | {named.share.percent():.0f} |")
    right, calm = found.right, found.untouched
    return "\n".join(
        (
            *rows,
            "",
            f"placeholders that stand on something planted: {right.hits} of {right.of}, {right.share.percent():.0f} %",
            f"lines with nothing to hide, left alone: {calm.hits} of {calm.of}, {calm.share.percent():.0f} %",
        )
    )

"""`attune data`: the corpora, where they come from, whether they are read as they should be, and what is in them."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import click

DATAPATH = click.option(
    "--datapath",
    default=Path("data"),
    show_default=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the corpora.",
)
NAMES = click.argument("names", nargs=-1)


@click.group()
def data() -> None:
    """The corpora: list, fetch, check, show, split."""


@data.command("list")
@DATAPATH
def list_(datapath: Path) -> None:
    """List the corpora, their licences, and which of their parts are here."""
    from rich.console import Console

    from agents.corpora import show
    from agents.corpora.catalogue import corpora

    Console().print(show.corpora(corpora(), datapath))


@data.command()
@NAMES
@DATAPATH
@click.option("--mirror", default="", metavar="URL", help="Ask for https://host/path as URL/host/path.")
def fetch(names: tuple[str, ...], datapath: Path, mirror: str) -> None:
    """Fetch the corpora NAMES from their publishers into the data folder; a download that broke off goes on."""
    from tqdm import tqdm  # type: ignore[import-untyped]

    from agents.corpora import fetch as fetching
    from agents.corpora.catalogue import corpora

    if not names:
        raise click.UsageError("name the corpora to fetch; `attune data list` shows them")
    for corpus in list(corpora(names)):
        click.echo(f"{corpus.title}, {corpus.paper}. Licence: {corpus.licence}. {corpus.home}")
        with tqdm(unit="B", unit_scale=True, disable=None, leave=False) as bar:
            for path in fetching.fetch(corpus, datapath, mirror=mirror, watch=bar.update):
                tqdm.write(f"  {path}")
        here = corpus.here(datapath)
        click.echo(f"  here: {', '.join(here) or 'no part'}")
        if corpus.by_hand and len(here) < len(corpus.parts):
            click.echo(f"  by hand: {corpus.by_hand}")


@data.command()
@NAMES
@click.option("--all", "everything", is_flag=True, help="Check every corpus that is here.")
@DATAPATH
@click.pass_context
def check(ctx: click.Context, names: tuple[str, ...], everything: bool, datapath: Path) -> None:
    """Count the corpora NAMES: by the paper, in the release, here. Fails when a count is not as expected.

    A count is as expected when it is one that was published, or the one our reader came to before. A corpus that is
    named and not here fails, too.
    """
    from rich.console import Console

    from agents.corpora import show
    from agents.corpora.catalogue import corpora
    from agents.corpora.check import check as count

    if bool(names) == everything:
        raise click.UsageError("name the corpora to check, or say --all")
    console, found = Console(), []
    for corpus in list(corpora(names)):
        found.append(count(corpus, datapath))
        show.counts(found[-1], console)
    wrong = [one.corpus.name for one in found if one.wrong or (one.absent and not everything)]
    if wrong:
        raise click.ClickException(f"not as expected: {', '.join(wrong)}")
    fetched = [one for one in found if not one.corpus.packaged]
    if fetched and all(one.absent for one in fetched):
        raise click.ClickException(f"{datapath}: no corpus is here")


@data.command()
@click.argument("name")
@DATAPATH
@click.option("--split", "part", default="train", show_default=True, type=click.Choice(["train", "valid", "test"]))
@click.option("--start", default=0, show_default=True, type=click.IntRange(min=0), help="Leave out so many.")
@click.option("--count", default=3, show_default=True, type=click.IntRange(min=1), help="Show so many.")
def show(name: str, datapath: Path, part: str, start: int, count: int) -> None:
    """Show dialogs of the corpus NAME, coloured by who speaks, with their labels."""
    from rich.console import Console

    from agents.corpora.catalogue import corpus
    from agents.corpora.show import put, talks

    console = Console()
    for talk in islice(talks(corpus(name), datapath, part), start, start + count):
        put(talk, console)


@data.command()
@click.argument("name", type=click.Choice(["empathetic"]))
@DATAPATH
@click.option("--by", required=True, type=click.Choice(["speaker"]), help="What must not be in two parts.")
@click.option("--shares", nargs=3, type=click.FloatRange(min=0), default=(8, 1, 1), show_default=True)
@click.option("--seed", default=7, show_default=True)
@click.option("--out", required=True, type=click.Path(path_type=Path), metavar="DIR", help="The new data folder.")
def split(*, name: str, datapath: Path, by: str, shares: tuple[float, float, float], seed: int, out: Path) -> None:
    """Divide the corpus NAME anew; only EmpatheticDialogues says who spoke."""
    from agents.corpora.split import by_speaker

    if not sum(shares):
        raise click.UsageError("--shares: one of the three must be above 0")
    for part, number in by_speaker(datapath, out, shares, seed).items():
        click.echo(f"{part}: {number} conversations")

"""`attune judge`: what readers say of replies: draw items, lay them before readers, count and export verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agents.verdicts.self_chat_command import pair, self_chat

if TYPE_CHECKING:
    from agents.verdicts.item import Item
    from agents.verdicts.verdict import Verdict

FILE = click.Path(path_type=Path, dir_okay=False)
THERE = click.Path(path_type=Path, dir_okay=False, exists=True)
SITTING = 60
"""Items that one reads at a sitting."""
ITEMS = click.argument("items_path", type=THERE, metavar="ITEMS")
READER = click.option("--reader", required=True, metavar="NAME", help="Who reads; a name for the record, made up.")


@click.group()
def judge() -> None:
    """Readers' verdicts on replies: good, passable or bad, best, worst, and why; and whole talks to be compared."""


for command in (self_chat, pair):
    judge.add_command(command)


@judge.command()
@click.option("--out", required=True, type=FILE, metavar="ITEMS", help="Where the items go; new ones are added.")
@click.option("--count", default=SITTING, show_default=True, type=click.IntRange(min=1), help="Items to draw.")
@click.option("--seed", default=7, show_default=True)
@click.option("--size", default="base", show_default=True, type=click.Choice(["small", "base"]), help="The encoder's.")
def draw(out: Path, count: int, seed: int, size: str) -> None:
    """Draw items: contexts of the written corpus with replies of other dialogues, of the shelf, and of their own.

    The first draw encodes all replies, in a quarter of an hour on two cores; they are kept.
    """
    import logging

    from agents import matching
    from agents.corpora import written
    from agents.evaluation.vector_cache import FOLDER, VectorCache
    from agents.verdicts import draw as drawing
    from agents.verdicts import item as items
    from skills import openings
    from skills.models.matcher import Matcher
    from skills.sizes import size_of

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    before = items.load(out) if out.is_file() else []
    known = {one.id for one in before}
    vectors = VectorCache(Matcher(matching.encoder(size=size_of(size))), FOLDER)
    found = list(drawing.draw(written.read(), openings.lines(), vectors, count, seed, taken=known.__contains__))
    items.save([*before, *found], out)
    click.echo(f"{out}: {len(before) + len(found)} items, {len(found)} of them new")


@judge.command()
@click.argument("contestants", nargs=-1, required=True, metavar="CONTESTANTS...")
@click.option("--out", required=True, type=FILE, metavar="ITEMS", help="Where the items go.")
@click.option(
    "--from",
    "corpus",
    default="written",
    show_default=True,
    help="written, esconv, empathetic, or a folder of dialogues.",
)
@click.option("--datapath", default=Path("data"), type=click.Path(path_type=Path), metavar="DIR", help="Of corpora.")
@click.option("--count", default=SITTING, show_default=True, type=click.IntRange(min=1), help="Contexts.")
@click.option("--drafts", default=3, show_default=True, help="Of a writer, for each context.")
@click.option("--temperature", default=0.6, show_default=True, type=click.FloatRange(0, 2), help="At which it drafts.")
@click.option("--parts", is_flag=True, help="Also two sentences of its drafts alone, and one with another's question.")
@click.option("--seed", default=7, show_default=True)
def compare(
    contestants: Sequence[str],
    *,
    out: Path,
    corpus: str,
    datapath: Path,
    count: int,
    drafts: int,
    temperature: float,
    parts: bool,
    seed: int,
) -> None:
    """Lay replies of CONTESTANTS beside each other: bot files, `writer:ADAPTER`, and `given`, what was replied there.

    Contexts are of talks that no writer learnt from, at any place in them.
    """
    from agents.verdicts import contestants as contending
    from agents.verdicts import contexts
    from agents.verdicts import item as items

    if corpus not in contexts.CORPORA and not Path(corpus).is_dir():
        raise click.UsageError(f"--from {corpus}: choose from {', '.join(contexts.CORPORA)}, or a folder of dialogues")
    drafting = contending.Drafting(drafts, temperature, parts)
    chosen = [one for name in contestants for one in contending.contestants(name, seed, drafting)]
    found = contending.items(contexts.draw(corpus, datapath, count, seed), chosen)
    items.save(found, out)
    click.echo(f"{out}: {len(found)} items")


@judge.command()
@ITEMS
@READER
@click.option("--out", required=True, type=FILE, metavar="SHEET", help="Where the sheet goes.")
@click.option("--first", default=1, show_default=True, type=click.IntRange(min=1), help="The first item's number.")
@click.option("--count", default=SITTING, show_default=True, type=click.IntRange(min=1), help="Items of the sheet.")
def sheet(items_path: Path, *, reader: str, out: Path, first: int, count: int) -> None:
    """Write items as a sheet, for reading elsewhere; `collect --answers` takes what comes back."""
    from agents.verdicts import item as items
    from agents.verdicts import sheet as sheets

    chosen = items.load(items_path)[first - 1 :][:count]
    if not chosen:
        raise click.UsageError(f"--first {first}: {items_path} holds fewer items")
    out.write_text(sheets.sheet(chosen, reader), encoding="utf8")
    click.echo(f"{out}: {len(chosen)} items for {reader}")


@judge.command()
@ITEMS
@READER
@click.option("--out", required=True, type=FILE, metavar="VERDICTS", help="Where verdicts go; they are added.")
@click.option("--answers", type=THERE, metavar="FILE", help="Take the answers to a sheet from here, all or none.")
@click.option("--count", default=SITTING, show_default=True, type=click.IntRange(min=1), help="Items to show.")
def collect(items_path: Path, *, reader: str, out: Path, answers: Path | None, count: int) -> None:
    """Show items one after another and keep a verdict on each; go on where this reader stopped."""
    from agents.verdicts import collecting, verdict
    from agents.verdicts import item as items

    known = {one.id: one for one in items.load(items_path)}
    before = {one.item for one in (verdict.load(out, known) if out.is_file() else []) if one.reader == reader}
    if answers is not None:
        found = collecting.from_answers(answers, known, reader, before)
        verdict.append(out, found)
        click.echo(f"{out}: {len(found)} verdicts of {reader} added")
        return
    left = [one for one in known.values() if one.id not in before][:count]
    kept = collecting.ask(left, reader, lambda one: verdict.append(out, [one]))
    click.echo(f"{out}: {kept} verdicts of {reader} added")


@judge.command()
@ITEMS
@click.argument("verdicts", nargs=-1, required=True, type=THERE, metavar="VERDICTS...")
@click.option("--out", type=FILE, metavar="FILE", help="Write every marked candidate as a JSON line, with its marks.")
def export(items_path: Path, verdicts: Sequence[Path], *, out: Path | None) -> None:
    """Count verdicts by source, agreement beside; with --out write rows to learn from."""
    import msgspec

    from agents.verdicts import report

    known, found = read(items_path, verdicts)
    click.echo(report.table(known, found))
    if out is not None:
        rows = [msgspec.json.encode(row).decode() for row in report.rows(known, found)]
        out.write_text("".join(f"{row}\n" for row in rows), encoding="utf8")
        click.echo(f"{out}: {len(rows)} rows")


def read(items_path: Path, paths: Sequence[Path]) -> tuple[dict[str, Item], list[Verdict]]:
    """The items by id, and the verdicts of all files."""
    from agents.verdicts import item as items
    from agents.verdicts import verdict

    known = {one.id: one for one in items.load(items_path)}
    return known, [one for path in paths for one in verdict.load(path, known)]

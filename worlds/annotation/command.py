"""`attune annotate items|labels|import|expand|accept|export`: semi-automatic annotation; people label in a study."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from worlds.annotation.checking import CHECKED, LEAST
from worlds.studies import options

if TYPE_CHECKING:
    from worlds.studies.ledger import Participation
    from worlds.studies.rooms import Kept
    from worlds.studies.study import Loaded

FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
OUT = click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, metavar="FILE")
DATAPATH = click.option("--datapath", type=click.Path(path_type=Path, file_okay=False), metavar="DIR")


@click.group()
def annotate() -> None:
    """Label dialogs: three suggestions, a fifth blind, and expansion to dialogs like them."""


@annotate.command()
@click.argument("source")
@OUT
@click.option("--codebook", type=FILE, metavar="FILE", help="Labels (the 41 of EDOS).")
@click.option("--count", type=click.IntRange(min=1), help="So many dialogs, drawn by --seed (all).")
@click.option("--seed", default=7, show_default=True)
@DATAPATH
def items(
    source: str, *, out: Path, codebook: Path | None, count: int | None, seed: int, datapath: Path | None
) -> None:
    """Write the items of a study of kind annotation.

    SOURCE: edos, JSON lines of {"id": ..., "utterances": [...]}, or Label Studio's .json.
    """
    import random

    from agents.verdicts import item as kept
    from worlds.annotation import dialogs
    from worlds.annotation.suggest import suggest
    from worlds.studies import codebook as codebooks

    names = [one.name for one in codebooks.read(codebook or codebooks.PACKAGED)]
    found = dialogs.load(source, datapath)
    drawn = random.Random(seed).sample(found, min(count or len(found), len(found)))
    made = [dialogs.item(*pair) for pair in zip(drawn, suggest(drawn, names), strict=True)]
    kept.save(made, out)
    click.echo(f"{out}: {len(made)} dialogs of {len(found)}")


@annotate.command()
@options.FILE
@options.DATABASE
@OUT
@options.with_everybody
def labels(loaded: Loaded, everybody: list[Participation], kept: list[Kept[Any]], out: Path) -> None:
    """Write the labels that more than half of a dialog's annotators gave."""
    from worlds.annotation import dialogs
    from worlds.annotation.labels import of_study

    if loaded.study.kind != "annotation":
        raise click.UsageError(f"{loaded.path}: it is of kind {loaded.study.kind!r}, and only an annotation has labels")
    found = of_study(loaded, everybody)
    dialogs.write(found, out)
    click.echo(f"{out}: {len(found)} of {len(loaded.items)} dialogs have an agreed label")


@annotate.command("import")
@click.argument("path", metavar="FILE", type=FILE)
@OUT
def bring_in(path: Path, *, out: Path) -> None:
    """Write the labels of an export of Label Studio (JSON)."""
    from worlds.annotation import dialogs, label_studio

    found, labelled = label_studio.read(path)
    dialogs.write(labelled, out)
    click.echo(f"{out}: {len(labelled)} of {len(found)} dialogs have an agreed label")


@annotate.command()
@click.argument("labels", metavar="LABELS", type=FILE)
@click.argument("source")
@click.option("--bar", type=click.FloatRange(0, 1), help="How near a dialog must be; without it the curve is shown.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="For what is proposed.")
@DATAPATH
def expand(labels: Path, source: str, *, bar: float | None, out: Path | None, datapath: Path | None) -> None:
    """Propose labels for the dialogs of SOURCE that are like labelled ones.

    Beside OUT goes OUT with .check.jsonl: a random part, to be labelled by people before `accept`.
    """
    from skills.encoder import shared_text_encoder
    from worlds.annotation import dialogs
    from worlds.annotation import expand as expanding

    if (bar is None) != (out is None):
        raise click.UsageError("--bar and --out go together; without both the curve is shown")
    labelled = expanding.seeds(dialogs.read(labels, dialogs.LabelledDialog))
    others, encode = dialogs.load(source, datapath), shared_text_encoder().encode_texts
    if bar is None or out is None:
        click.echo("\n".join(expanding.curve(labelled, others, encode).table().lines()))
        return
    proposed = expanding.propose(labelled, others, bar, encode)
    part = expanding.sample(proposed)
    check = out.with_name(f"{out.stem}.check.jsonl")
    dialogs.write(proposed, out)
    dialogs.write(part, check)
    click.echo(f"{out}: {len(proposed)} dialogs\n{check}: {len(part)} of them, to be labelled by people:")
    click.echo(f"  attune annotate items {check} --out {out.parent / 'check' / 'items.jsonl'}")
    click.echo(f"  attune study new {out.parent / 'check' / 'check.toml'} --kind annotation")


@annotate.command()
@click.argument("proposed", metavar="PROPOSED", type=FILE)
@click.argument("checked", metavar="CHECKED", type=FILE)
@click.option("--least", default=LEAST, show_default=True, type=click.FloatRange(0, 1))
@OUT
def accept(proposed: Path, checked: Path, *, least: float, out: Path) -> None:
    """Take what `expand` PROPOSED, if enough of the sample is right by the labels CHECKED of people."""
    from worlds.annotation import dialogs
    from worlds.annotation.expand import precision

    rows, said = dialogs.read(proposed, dialogs.LabelledDialog), dialogs.read(checked, dialogs.LabelledDialog)
    found = precision(rows, said)
    click.echo(f"right: {found.percent():.0f} % of {min(CHECKED, len(rows))}")
    if not found.low >= least:
        raise click.ClickException(f"the interval reaches below {least:.0%}: nothing is taken; try a higher bar")
    own = {one.id: one for one in said}
    dialogs.write([own.get(one.id, one) for one in rows], out)
    click.echo(f"{out}: {len(rows)} dialogs")


@annotate.command()
@click.argument("labels", metavar="LABELS...", nargs=-1, required=True, type=FILE)
@OUT
def export(labels: tuple[Path, ...], *, out: Path) -> None:
    """Write labelled dialogs as tasks for Label Studio (JSON)."""
    import msgspec

    from bot.files import put
    from worlds.annotation import dialogs, label_studio

    rows = {one.id: one for path in labels for one in dialogs.read(path, dialogs.LabelledDialog)}
    put(out, msgspec.json.format(msgspec.json.encode(label_studio.tasks(list(rows.values()))), indent=1))
    click.echo(f"{out}: {len(rows)} tasks")

"""`attune bank`: banks of replies that people gave, for the skill `retrieve.corpus`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from agents.bank.sift import Report


@click.group()
def bank() -> None:
    """Make a bank of replies that people gave, and say what was left out of it."""


@bank.command()
@click.option(
    "--from",
    "names",
    required=True,
    multiple=True,
    metavar="NAME",
    help="empathetic, esconv, dailydialog, or a ParlAI teacher (MODULE:CLASS). May be given again.",
)
@click.option("--datapath", default=Path("data"), show_default=True, type=click.Path(path_type=Path), metavar="DIR")
@click.option("--split", default="train", show_default=True, type=click.Choice(["train", "valid", "test"]))
@click.option("--out", required=True, type=click.Path(path_type=Path), metavar="DIR", help="Where the bank goes.")
@click.option("--adapter", default="default", show_default=True, help="The encoder's adapter.")
def build(*, names: tuple[str, ...], datapath: Path, split: str, out: Path, adapter: str) -> None:
    """Make a bank of replies that people gave, for the skill `retrieve.corpus`; killed, it goes on when started again.

    What no bot may say is left out: `attune bank report DIR` counts it.
    """
    from tqdm import tqdm  # type: ignore[import-untyped]

    from agents.bank.labels import labelled
    from agents.bank.sift import save, sift
    from agents.bank.sources import gather
    from skills.encoder import shared_text_encoder
    from skills.models import feeling
    from skills.models.matcher import Matcher
    from skills.models.served import PUBLISHED
    from skills.search.bank import write

    kept, report = sift(tqdm(gather(names, datapath, split), unit="reply", desc="sifting", disable=None))
    encoder = shared_text_encoder(adapter)
    candidates = labelled(kept, encoder, None if adapter == PUBLISHED else feeling.load())
    with tqdm(total=len(candidates), unit="reply", desc="encoding", disable=None) as bar:
        for done in write(out, candidates, Matcher(encoder)):
            bar.update(done - bar.n)
    save(report, out)
    click.echo(f"{out}: {len(candidates):,} replies of {sum(report.read.values()):,}")


@bank.command()
@click.argument("folder", type=click.Path(path_type=Path))
def report(folder: Path) -> None:
    """Count what each filter left out of the bank in FOLDER, with its commonest reasons and some of the replies."""
    from agents.bank.sift import load

    show(load(folder))


def show(found: Report) -> None:
    """The report on the terminal. Samples are only of corpora whose licence allows showing them to who has them."""
    for source, read in found.read.items():
        click.echo(f"{source}: {read:,} replies read, {found.kept.get(source, 0):,} kept")
    for item in found.left_out:
        click.echo(f"\n{item.name.replace('_', ' ')}: {item.count:,} left out. {item.about}.")
        if item.reasons:
            click.echo("  " + ", ".join(f"{reason} {count:,}" for reason, count in item.reasons.items()))
        for text in item.samples:
            click.echo(f"  - {text}")

"""`attune eval heads`."""

from __future__ import annotations

from pathlib import Path

import click

from skills.sizes import DEFAULT, SIZES

WIDTH = 140
"""Columns that the table needs."""


@click.command()
@click.option("--datapath", required=True, type=click.Path(path_type=Path), help="Folder that holds the corpora.")
@click.option("--split", default="valid", show_default=True, type=click.Choice(["train", "valid", "test"]))
@click.option("--checkpoints", default=None, type=click.Path(path_type=Path), help="Where vectors are kept.")
@click.option("--adapter", default="default", help='The encoder\'s adapter ("published": without one).')
@click.option("--size", default=DEFAULT.name, show_default=True, type=click.Choice(list(SIZES)), help="The encoder's.")
@click.option(
    "--weights", default=None, type=click.Path(path_type=Path), help="Heads to measure [those that ship for the size]."
)
@click.option("--markdown", is_flag=True, help="Tables as Markdown has them.")
@click.option("--json", "as_json", is_flag=True, help="One object a line instead of a table.")
def heads(
    *,
    datapath: Path,
    split: str,
    checkpoints: Path | None,
    adapter: str,
    size: str,
    weights: Path | None,
    markdown: bool,
    as_json: bool,
) -> None:
    """Measure every head: score, 95 % bootstrap interval, and the baseline beside it."""
    from agents.evaluation.heads import figures
    from agents.training.common import checkpoint
    from agents.training.common.run import Run
    from skills.models.tensors import folder_of

    encoder = SIZES[size]
    place = weights or folder_of(encoder)
    run = Run(datapath, checkpoints or checkpoint.DEFAULT, adapter=adapter, size=encoder, out=place)
    found = list(figures(run, split))
    if as_json:
        import json
        from dataclasses import asdict

        for figure in found:
            click.echo(json.dumps(asdict(figure)))
        return
    from rich.table import Table

    from agents.statistics.screen import put, screen

    table = Table("head", "measure", "score [95 % interval]", "baseline", "of", header_style="bold")
    for figure in found:
        table.add_row(figure.head, figure.measure, f"{figure.score:.3f}", f"{figure.baseline:.3f}", figure.against)
    put(screen(markdown=markdown, width=WIDTH), table, markdown=markdown)

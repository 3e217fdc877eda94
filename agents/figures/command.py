"""`attune figures`: the figures of the documentation, measured by their commands and written into its pages."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--check", is_flag=True, help="Write nothing; fail where a page differs from its figures.")
@click.option("--datapath", type=click.Path(path_type=Path), help="Folder of corpora, for figures that need them.")
def figures(names: tuple[str, ...], *, check: bool, datapath: Path | None) -> None:
    """Measure the figures NAME again, and write every block of figures in README.md and docs.

    Without a NAME nothing is measured: blocks are written from docs/figures, and what is older than the files it
    measures is said to be so.
    """
    from agents.figures import inputs
    from agents.figures.record import save
    from agents.figures.sources import measure
    from agents.figures.upkeep import complaints, folder, kept, write

    if check and names:
        raise click.UsageError("--check measures nothing: it goes without a NAME")
    place = folder(inputs.ROOT)
    for name in names:
        record = measure(name, datapath)
        save(place / f"{name}.json", record)
        click.echo(f"{name}: {sum(len(table.rows) for table in record.tables)} rows measured")
    records, today = kept(inputs.ROOT), inputs.today()
    if not check:
        for page in write(inputs.ROOT, records, today):
            click.echo(f"wrote {page}")
    found = complaints(inputs.ROOT, records, today)
    for line in found:
        click.echo(line, err=True)
    raise SystemExit(1 if found else 0)

"""`attune stats`: what a corpus's paper counts, counted again."""

from __future__ import annotations

from pathlib import Path

import click

NAMES = ("empathetic", "esconv", "taskmaster", "written")
PAGE = 150
"""Columns that the widest table needs: a narrower terminal breaks its lines, not its cells."""


@click.command()
@click.argument("name", type=click.Choice(NAMES), metavar="NAME")
@click.option("--datapath", type=click.Path(path_type=Path), help="Folder that holds the corpora; written has its own.")
@click.option(
    "--split", default="all", show_default=True, type=click.Choice(["train", "valid", "test", "all"]),
    help="all: every part that is there.",
)  # fmt: skip
@click.option("--only", multiple=True, metavar="TABLE", help="Only this table; may be given again.")
@click.option(
    "--talks", "talks_file", type=click.Path(path_type=Path), metavar="FILE",
    help="esconv: a bot's talks in ESConv's JSON, or one a line in *.jsonl, beside people's.",
)  # fmt: skip
@click.option("--bot", metavar="FILE", help="esconv: let this bot answer the part's seekers now, beside people.")
@click.option("--markdown", is_flag=True, help="Tables as Markdown has them.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="PATH",
    help="Write too: FILE.json; with one --only FILE.csv or FILE.png; or a folder, for all of them.",
)  # fmt: skip
def stats(
    *, name: str, datapath: Path | None, split: str, only: tuple[str, ...], talks_file: Path | None, bot: str | None,
    markdown: bool, out: Path | None,
) -> None:  # fmt: skip
    """Count what the paper of a corpus counts, empathetic (Rashkin et al. 2019) or esconv (Liu et al. 2021); how long

    the talks of taskmaster are (Byrne et al. 2019), or a study's in its form; or what `written`, Attune's own
    dialogues, is made of.
    """
    from agents.statistics import empathetic, esconv, taskmaster, writing, written
    from agents.statistics.screen import show

    modules = {"empathetic": empathetic, "taskmaster": taskmaster, "written": written}
    known = esconv.NAMES if name == "esconv" else modules[name].NAMES
    if wrong := [one for one in only if one not in known]:
        raise click.BadParameter(
            f"{name} has no table {wrong[0]!r} (choose from {', '.join(known)})", param_hint="--only"
        )
    if out and (reason := writing.fits(out, only)):
        raise click.BadParameter(reason, param_hint="--out")
    if name != "esconv" and (talks_file or bot):
        raise click.UsageError("--talks and --bot belong to esconv")
    if talks_file and bot:
        raise click.UsageError("--talks and --bot both name a bot's talks: give one")
    if datapath is None and name != "written":
        raise click.UsageError("--datapath DIR is missing: the folder that holds the corpora (attune data list)")
    place = datapath or Path()
    found = esconv.sheets(place, split, talks_file, bot) if name == "esconv" else modules[name].sheets(place, split)
    chosen = [sheet for sheet in found if not only or sheet.name in only]
    if only and len(chosen) < len(set(only)):
        raise click.UsageError("feedback needs original_with_feedback.json or FailedESConv.json beside the parts")
    show(chosen, markdown=markdown, width=PAGE)
    if out:
        for path in writing.write(name, chosen, out):
            click.echo(f"wrote {path}", err=True)

"""`attune study new`: a study's file to begin with."""

from __future__ import annotations

from pathlib import Path

import click

COLLECTIONS = ("speaker_listener", "seeker_supporter", "self_dialog", "wizard_of_oz")
SETS = ("esc_judge", "coherence")
"""Stock questions beside those that come with each kind."""
KINDS = ("rating", "ab", "acute", "ab_turns", "ranking", "annotation", "chat", *COLLECTIONS)


@click.command()
@click.argument("path", metavar="STUDY", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--kind", type=click.Choice(KINDS), default="rating", show_default=True)
@click.option("--questions", type=click.Choice(SETS), help="A set of questions, which says the kind as well.")
def new(path: Path, kind: str, questions: str | None) -> None:
    """Write the file STUDY, a study of one kind, to be changed by you."""
    import tomllib

    from bot.config import CONFIGS

    if path.suffix != ".toml":
        raise click.UsageError(f"{path}: a study's file ends in .toml")
    if path.exists():
        raise click.UsageError(f"{path} is there already")
    text = (CONFIGS / "studies" / f"{questions or kind}.toml").read_text(encoding="utf8")
    kind = tomllib.loads(text)["kind"]
    path.write_text(text, encoding="utf8")
    click.echo(f"{path}: a study of kind {kind}.")
    laid = path.parent / ("pairs.jsonl" if kind == "acute" else "items.jsonl")
    for line in () if laid.exists() else _items_next(kind, laid):  # what is there already would be written over
        click.echo(line)
    click.echo(f"  attune study check {path}")


def _items_next(kind: str, laid: Path) -> tuple[str, ...]:
    """By which commands the items of a study are made."""
    match kind:
        case "rating" | "ab" | "ranking":
            return (
                "Its items come next, for instance:",
                f"  attune judge compare default given --out {laid} --count 60",
            )
        case "acute":
            return (
                "Its pairs of talks come next, for instance:",
                "  attune judge self-chat default free --out talks.jsonl",
                f"  attune judge pair talks.jsonl --out {laid}",
            )
        case "annotation":
            return (
                "Its items come next, for instance:",
                f"  attune annotate items edos --datapath DIR --out {laid} --count 200",
            )
    return ()

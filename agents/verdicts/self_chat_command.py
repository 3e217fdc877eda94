"""`attune judge self-chat|pair`: whole talks of systems with simulated seekers, and pairs of them for a study."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

FILE = click.Path(path_type=Path, dir_okay=False)
THERE = click.Path(path_type=Path, dir_okay=False, exists=True)


@click.command("self-chat")
@click.argument("systems", nargs=-1, required=True, metavar="BOTS...")
@click.option("--out", required=True, type=FILE, metavar="TALKS", help="Where the talks go.")
@click.option(
    "--seeker",
    "corpus",
    default="scripts",
    show_default=True,
    help="Who is talked with: scripts, cards, or the persons of written, esconv, empathetic, or a folder of dialogues.",
)
@click.option("--datapath", default=Path("data"), type=click.Path(path_type=Path), metavar="DIR", help="Of corpora.")
@click.option("--count", default=60, show_default=True, type=click.IntRange(min=1), help="Seekers.")
@click.option("--turns", default=7, show_default=True, type=click.IntRange(min=1), help="Lines of a seeker, at most.")
@click.option("--seed", default=7, show_default=True, help="Draws the seekers.")
def self_chat(
    systems: Sequence[str], *, out: Path, corpus: str, datapath: Path, count: int, turns: int, seed: int
) -> None:
    """Let each of BOTS talk with the same simulated seekers: bot files, and `given`, what people said in a corpus.

    A seeker plays the person of a written talk line by line, or a card, which heeds what the bot says. It is no model,
    so that no bot talks with its own kind.
    """
    from agents.verdicts import contexts
    from agents.verdicts import self_chat as chats

    if corpus not in (*chats.OURS, *contexts.CORPORA) and not Path(corpus).is_dir():
        choices = ", ".join((*chats.OURS, *contexts.CORPORA))
        raise click.UsageError(f"--seeker {corpus}: choose from {choices}, or a folder of dialogues")
    seekers = chats.seekers(corpus, datapath, count, turns, seed)
    talks = [talk for name in dict.fromkeys(systems) for talk in chats.self_chats(name, seekers)]
    chats.save(talks, out)
    click.echo(f"{out}: {len(talks)} talks with {len(seekers)} seekers")


@click.command()
@click.argument("paths", nargs=-1, required=True, type=THERE, metavar="TALKS...")
@click.option("--out", required=True, type=FILE, metavar="ITEMS", help="Where the pairs go.")
@click.option("--count", default=60, show_default=True, type=click.IntRange(min=1), help="Pairs of each two systems.")
@click.option("--checks", default=3, show_default=True, type=click.IntRange(min=0), help="Check pairs.")
@click.option("--seed", default=7, show_default=True, help="Draws which.")
def pair(paths: Sequence[Path], *, out: Path, count: int, checks: int, seed: int) -> None:
    """Lay whole TALKS of two systems with one seeker side by side, as items of a study of kind `acute`.

    A check pair is a talk beside the same one with another talk's replies: who reads prefers the first, `gold`.
    """
    from agents.verdicts import item as items
    from agents.verdicts import pairs as pairing
    from agents.verdicts.self_chat import load

    found = pairing.pairs(load(paths), count, checks, seed)
    items.save(found, out)
    click.echo(f"{out}: {len(found)} pairs, {checks} of them check pairs")

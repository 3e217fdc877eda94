"""`attune seekers list|show|check`: cards of simulated seekers."""

from __future__ import annotations

from pathlib import Path

import click


@click.group()
def seekers() -> None:
    """Cards of simulated seekers, who are no people: list, show, check."""


@seekers.command("list")
def list_() -> None:
    """List the cards that come with Attune."""
    from rich.console import Console
    from rich.table import Table

    from agents.seekers.cards import cards

    table = Table("card", "who", "problem", "feeling", "manner", title=f"{len(cards())} simulated seekers, no people")
    for card in cards():
        table.add_row(card.id, card.who, card.problem, f"{card.emotion}, {card.intensity}", card.manner)
    Console().print(table)


@seekers.command()
@click.argument("name", metavar="CARD")
def show(name: str) -> None:
    """Show CARD, one of those that come with Attune or a TOML file: what is told, and what helps and hurts."""
    from agents.seekers.cards import find

    card = find(name)
    click.echo(f"{card.id}, simulated: {card.who}")
    click.echo(f"{card.problem}; {card.emotion}, {card.intensity} of 5; {card.manner}")
    click.echo(f"helps: {', '.join(card.helps)}\nhurts: {', '.join(card.hurts)}\n\n  {card.opening}")
    for fact in card.facts:
        click.echo(f"  {fact.text}   [{fact.about}]")
    for key in ("eases", "resists", "evades"):
        click.echo(f"{key}: {' | '.join(getattr(card, key))}")
    click.echo(f"better: {card.better}\nno better: {card.no_better}")


@seekers.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILES...")
def check(paths: tuple[Path, ...]) -> None:
    """Find what is wrong with cards, FILES of TOML. Fails where anything is."""
    from agents.seekers.cards import read
    from bot.errors import CorpusError

    wrong = []
    for path in paths:
        try:
            card = read(path)
        except CorpusError as error:
            wrong.append(str(error))
        else:
            click.echo(f"{path}: {len(card.facts)} facts, {len(card.lines)} lines")
    if wrong:
        raise click.ClickException("\n".join(wrong))

"""`attune skills` and `attune check FILE`."""

from __future__ import annotations

import click


@click.command()
def skills() -> None:
    """List everything a bot file can use, with what it reads and writes."""
    from rich.console import Console
    from rich.table import Table

    from bot.registry import listings

    table = Table("kind", "name", "reads", "writes", "what it does", box=None, header_style="bold")
    for item in listings():
        table.add_row(item.kind, item.name, ", ".join(item.reads), ", ".join(item.writes), item.summary)
    Console().print(table)


@click.command()
@click.argument("file", default="default")
def check(file: str) -> None:
    """Check a bot file: keys, names, settings, what is read before it is written, and what is sent where."""
    from bot.build import build, responders, warnings
    from bot.config import read
    from bot.consent import recipients_of, told

    config = read(file)
    engine, slow = build(config), responders(config)
    for line in told((*engine.recipients, *recipients_of(each for _, each in slow))):
        click.echo(f"{config.path}: {line}")
    found = warnings(config)
    for warning in found:
        click.echo(f"{config.path}: {warning}")
    if not found:
        click.echo(f"{config.path}: nothing to complain about")
    raise SystemExit(1 if found else 0)

"""`attune assist talk|table`: live suggestions for a person who leads a conversation."""

from __future__ import annotations

from pathlib import Path

import click


@click.group()
def assist() -> None:
    """Suggest replies to a person who leads a conversation."""


@assist.command()
@click.argument("bot", default="default")
@click.option(
    "--out", type=click.Path(path_type=Path), default="assist.jsonl", show_default=True, help="Where choices go."
)
@click.option("--keep-text", is_flag=True, help="Keep words and drafts too. Ask the people whose words they are.")
def talk(bot: str, *, out: Path, keep_text: bool) -> None:
    """Suggest drafts of BOT, a bot file or the name of one in configs/, for each message that you pass on."""
    from bot.build import build
    from bot.config import read
    from bot.sessions import utc_now
    from worlds.assist.terminal import hold
    from worlds.pairing import check_inside

    config = read(bot)
    if config.guard is None:
        raise click.ClickException(f"{config.path}: the safety guard is off: it suggests nothing to anybody")
    engine = build(config)
    check_inside([config], [engine])
    turns = hold(engine, out, utc_now, keep_text=keep_text)
    click.echo(f"{turns} turns, added to {out}; see `attune assist table {out}`")


@assist.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path, exists=True))
def table(files: tuple[Path, ...]) -> None:
    """How often drafts were taken, by rank and strategy, and how far they were changed."""
    from worlds.assist.record import read
    from worlds.assist.record import table as rows

    click.echo("\n".join(rows([taken for path in files for taken in read(path)])))

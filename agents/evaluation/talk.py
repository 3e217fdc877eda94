"""`attune eval talk`: ESConv's seekers replayed to a bot, and what became of the talks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.table import Table

    from agents.evaluation.talk_report import Report

FEW = 5
"""So many places of a violation are named in the table; --json names all."""


@click.command()
@click.option("--datapath", required=True, type=click.Path(path_type=Path), help="Folder that holds the corpora.")
@click.option("--split", default="valid", show_default=True, type=click.Choice(["train", "valid", "test"]))
@click.option("--bot", "bot_file", default="default", show_default=True, metavar="FILE", help="A bot file.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N talks.")
@click.option("--markdown", is_flag=True, help="Tables as Markdown has them.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def talk(*, datapath: Path, split: str, bot_file: str, limit: int | None, markdown: bool, as_json: bool) -> None:
    """Replay ESConv's seekers, and count what the bot does.

    Messages a seeker sent in a row are one turn; the bot's own replies are the history. Slow responders are not asked.
    Intervals are bootstrapped over talks.
    """
    import msgspec

    found = measure(datapath, split, bot_file, limit)
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        show(found, markdown=markdown)


def measure(datapath: Path, split: str, bot_file: str = "default", limit: int | None = None) -> Report:
    """Build the bot, replay the talks and work out the figures.

    Raises ConfigError, WeightsError or CorpusError, whichever says what is missing.
    """
    from agents.corpora import esconv
    from agents.evaluation.likeness import likeness
    from agents.evaluation.replay import exchanges, replay
    from agents.evaluation.talk_report import report
    from bot.build import build
    from bot.config import read
    from bot.consent import held_back
    from skills.encoder import shared_text_encoder
    from skills.models.served import PUBLISHED

    config = read(bot_file)
    if config.responders:
        click.echo(f"{config.path}: its slow responders are not asked here", err=True)
    engine = build(config)
    if unsent := held_back(engine.recipients):
        click.echo(f"{config.path}: {unsent}", err=True)
    scripts = [exchanges(dialog) for dialog in esconv.load(datapath, split)[:limit]]
    played = replay(engine, scripts)
    return report(config.name, split, played, likeness(played, shared_text_encoder(PUBLISHED).encode_texts))


def show(found: Report, *, markdown: bool = False) -> None:
    """Three tables: what must not happen, strategies by sixths beside gold, and everything else."""
    from agents.statistics.screen import put, screen

    console = screen(markdown=markdown)
    console.print(f"{found.bot} on ESConv {found.part}: {found.talks} talks, {found.turns} turns, 95 % intervals\n")
    put(console, _policy_violations(found), _strategies(found), _figures(found), markdown=markdown)


def _policy_violations(found: Report) -> Table:
    from rich.table import Table

    titles = ("must not happen", "count", "% of turns", "% of talks", "where (talk.turn)")
    table = Table(*titles, header_style="bold")
    for name, violation in found.policy_violations.items():
        places = " ".join(f"{talk}.{turn}" for talk, turn in violation.places[:FEW])
        shares = (f"{interval.percent():.2f}" for interval in (violation.share, violation.talks))
        table.add_row(_words(name), str(violation.count), *shares, places)
    return table


def _strategies(found: Report) -> Table:
    from rich.table import Table

    parts = [f"{number}" for number in range(1, len(found.sixths) + 1)]
    table = Table("ours (people's), %, by sixths", *parts, header_style="bold")
    for name in found.sixths[0].ours:
        cells = (f"{100 * sixth.ours[name].value:.0f} ({100 * sixth.gold[name].value:.0f})" for sixth in found.sixths)
        table.add_row(name, *cells)
    table.add_row("distance", *(f"{sixth.distance.value:.2f}" for sixth in found.sixths))
    return table


def _figures(found: Report) -> Table:
    from rich.table import Table

    table = Table("figure", "value", header_style="bold")
    for name, interval in found.shares.items():
        table.add_row(f"{_words(name)}, % of turns", f"{interval.percent():.2f}")
    for name, interval in found.likeness.items():
        table.add_row(f"cosine with gold: {_words(name)}", f"{interval:.3f}")
    for name, interval in found.words.items():
        table.add_row(f"words a reply: {name}", f"{interval:.1f}")
    for name, value in found.variety.items():
        table.add_row(_words(name), f"{value:.3f}")
    for name, interval in found.variety_in_a_talk.items():
        table.add_row(f"{_words(name)} in a talk", f"{interval:.3f}")
    for title, counts in (("replies by", found.skills), ("dropped", found.dropped), ("refused", found.refused)):
        for name, count in counts.items():
            table.add_row(f"{title}: {name}", str(count))
    return table


def _words(name: str) -> str:
    return name.replace("_", " ")

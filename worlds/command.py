"""`attune study`: compare bots with people, at the terminal here, in a browser in `worlds.studies`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from worlds.studies.command import commands

if TYPE_CHECKING:
    from worlds.ab import Plan
    from worlds.judgement import Opening
    from worlds.record import Record


@click.group()
def study() -> None:
    """Compare bots with people."""


for command in commands():
    study.add_command(command)


@study.command()
@click.argument("left")
@click.argument("right")
@click.option("--seed", default=0, show_default=True, help="Draws the sides, and who goes on after equal and neither.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Where judgements go (ab-LEFT-RIGHT.jsonl)."
)
@click.option("--turns", default=10, show_default=True, type=click.IntRange(min=1), help="Turns to judge, a person.")
@click.option("--person", default="someone", show_default=True, metavar="NAME", help="A name for the record, made up.")
@click.option("--keep-text", is_flag=True, help="Keep words and answers too, if the person agrees.")
def ab(left: str, right: str, *, seed: int, out: Path | None, turns: int, person: str, keep_text: bool) -> None:
    """Talk with the bots LEFT and RIGHT at once, and choose between their answers.

    LEFT and RIGHT are bot files, or the names of some in configs/. The file of a study can be opened again: the same
    bots, seed and person go on where they stopped, with a new talk; a new person begins.
    """
    from bot.build import build
    from bot.config import read
    from bot.sessions import utc_now
    from worlds.pairing import check_inside, check_person, pair
    from worlds.record import Record
    from worlds.statistics import tally
    from worlds.terminal import hold, put, table

    configs = read(left), read(right)
    check_person(person)
    opening = pair(*configs, seed)
    for config in configs:
        if config.guard is None:
            click.echo(f"{config.path}: the safety guard is off: {config.guard_off}", err=True)
    engines = build(configs[0]), build(configs[1])
    check_inside(configs, engines)
    with Record(out or Path(f"ab-{Path(left).stem}-{Path(right).stem}.jsonl"), opening) as record:
        plan = _plan(opening, record, person, turns, keep_text)
        if plan.judged >= turns:
            click.echo(f"{record.path}: {person} has judged {plan.judged} turns already; --turns asks for more.")
            interrupted = False
        else:
            interrupted = hold(plan, engines, record, utc_now).lead is not None
        # After a danger the person isn't shown figures; `attune study table` has them.
        if not interrupted:
            put(f"\n{table(opening.left, opening.right, tally(record.lines))}")


@study.command("table")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
def show_table(files: tuple[Path, ...]) -> None:
    """Show the figures of a study: all its FILEs in one table, and what each adds. What two files hold counts once."""
    from worlds.pool import pool
    from worlds.statistics import tally
    from worlds.terminal import put, shares, table

    opening, found = pool(files)
    put(table(opening.left, opening.right, tally(line for share in found for line in share.lines)))
    if len(found) > 1:
        put(f"\n{shares(found)}")


def _plan(opening: Opening, record: Record, person: str, turns: int, keep_text: bool) -> Plan:
    from worlds.ab import Plan

    return Plan(
        opening,
        person,
        talk=record.talks(person) + 1,
        turns=turns,
        judged=record.judged(person),
        keep_text=keep_text,
    )

"""`attune eval attacks`: what a large model can be talked into, and whether it goes out.

Each attack (`sets/attacks`, written for this project) is said to the bot, and a scripted server answers it over
loopback as a model might: once with a bad reply, once with a good one that is near it in words. The held-out half was
written first and in another manner; it is counted, never shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast, get_args

import click
import msgspec

from agents.evaluation.care_report import Count, count
from agents.evaluation.care_sets import SETS, read

if TYPE_CHECKING:
    from rich.table import Table

Part = Literal["heldout", "tuning"]
PARTS: tuple[Part, ...] = get_args(Part)
Fate = Literal["out", "in part", "refused", "withheld", "not asked"]
"""What becomes of a reply: it goes out, or its beginning; the last gate refuses it, the responder holds it back, or

nobody asked for it.
"""
KEPT_IN: tuple[Fate, ...] = ("refused", "withheld", "not asked")


class Attack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a person says, and two replies of a model: a bad one of a `kind`, and a good one."""

    id: str
    kind: str
    attack: str
    bad: str
    good: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of both replies to an attack, and what the trace says of it."""

    attack: Attack
    bad: Fate
    good: Fate
    why: str = ""


def attacks(part: Part) -> tuple[Attack, ...]:
    return read(SETS / "attacks" / f"{part}.jsonl", Attack)


@click.command(name="attacks")
@click.option("--part", default="heldout", show_default=True, type=click.Choice(PARTS))
@click.option("--bot", "bot_file", default="llm", show_default=True, metavar="FILE", help="A bot file with a server.")
@click.option("--list", "listing", is_flag=True, help="Show each reply that fared wrongly; of the tuning part.")
@click.option("--markdown", is_flag=True, help="Tables as Markdown has them.")
def attacks_(*, part: str, bot_file: str, listing: bool, markdown: bool) -> None:
    """Count the bad replies of a large model that don't go out, and the good ones that do.

    Nothing is sent to the server of the bot file. Intervals are Wilson's at 95 %, over attacks.
    """
    from agents.evaluation.attacks_play import play
    from agents.statistics.screen import put, screen
    from bot.config import read as read_bot

    if listing and part == "heldout":
        raise click.UsageError("the held-out part is counted, never shown: --list goes with --part tuning")
    found = play(read_bot(bot_file), attacks(cast("Part", part)))
    console = screen(markdown=markdown)
    put(console, _table(found), _fates(found), markdown=markdown)
    for one in found if listing else ():
        if one.bad in ("out", "in part"):
            console.print(f"{one.attack.id} {one.attack.kind}, {one.bad}: {one.attack.bad}", markup=False)
        if one.good in ("in part", "refused", "withheld"):
            console.print(f"{one.attack.id} {one.attack.kind}, {one.good}, {one.why}: {one.attack.good}", markup=False)


def kept_in(found: Sequence[Outcome]) -> Count:
    """Of the bad replies, those that did not go out."""
    return count(one.bad in KEPT_IN for one in found)


def caught(found: Sequence[Outcome]) -> Count:
    """Of the bad replies that the model was asked for, those that did not go out."""
    return count(one.bad in KEPT_IN for one in found if one.bad != "not asked")


def let_out(found: Sequence[Outcome]) -> Count:
    """Of the good replies that the model was asked for, those that went out."""
    return count(one.good == "out" for one in found if one.good != "not asked")


def _table(found: Sequence[Outcome]) -> Table:
    from rich.table import Table

    table = Table("attack", "bad, kept in", "%", "bad that were asked for, kept in", "%", "good, let out", "%")
    table.header_style = "bold"
    for kind in ("all", *sorted({one.attack.kind for one in found})):
        rows = [one for one in found if kind in ("all", one.attack.kind)]
        shares = (kept_in(rows), caught(rows), let_out(rows))
        cells = [(f"{each.hits}/{each.of}", f"{each.share.percent():.1f}") for each in shares]
        table.add_row(kind, *(cell for pair in cells for cell in pair))
    return table


def _fates(found: Sequence[Outcome]) -> Table:
    from rich.table import Table

    bad, good = Counter(one.bad for one in found), Counter(one.good for one in found)
    table = Table("what became of it", "bad", "good", header_style="bold")
    for fate in get_args(Fate):
        table.add_row(fate, str(bad[fate]), str(good[fate]))
    return table

"""`attune eval care`: the guard and the last gate on sets written for them, and on people's ordinary talk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from agents.evaluation.care_sets import PARTS

if TYPE_CHECKING:
    from agents.evaluation.care_layers import Layer
    from agents.evaluation.care_report import Cost, Lines, Talks, Wrong
    from agents.evaluation.care_sets import Part
    from agents.evaluation.false_positive_rate import FalsePositiveRate, Hit
    from agents.evaluation.gate import Gate, People, Refused

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Care:
    """Everything `attune eval care` says. `false_positive_rate` and `people` need corpora, `wrong` the tuning part."""

    bot: str
    part: str
    lines: Lines
    talks: Talks
    cost: Cost
    gate: Gate
    layers: tuple[Layer, ...] = ()
    false_positive_rate: tuple[FalsePositiveRate, ...] = ()
    people: People | None = None
    wrong: tuple[Wrong, ...] = ()


@click.command()
@click.option("--part", default="heldout", show_default=True, type=click.Choice(PARTS))
@click.option("--datapath", type=click.Path(path_type=Path), help="Folder of corpora: ordinary talk is measured too.")
@click.option("--split", default="valid", show_default=True, type=click.Choice(["train", "valid", "test"]))
@click.option("--bot", "bot_file", default="default", show_default=True, metavar="FILE", help="A bot file.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N talks of each corpus.")
@click.option("--list", "listing", is_flag=True, help="Show every line and turn that went wrong; of the tuning part.")
@click.option(
    "--hits", type=click.Path(path_type=Path), help="Write what was stopped or refused in corpora (JSON rows)."
)
@click.option("--markdown", is_flag=True, help="Tables as Markdown has them.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def care(
    *,
    part: str,
    datapath: Path | None,
    split: str,
    bot_file: str,
    limit: int | None,
    listing: bool,
    hits: Path | None,
    markdown: bool,
    as_json: bool,
) -> None:
    """Count the danger that the guard catches, what it takes for danger, and what the last gate refuses.

    The held-out part is counted, never shown. Intervals are Wilson's at 95 %, over lines or turns.
    """
    import msgspec

    if listing and part == "heldout":
        raise click.UsageError("the held-out part is counted, never shown: --list goes with --part tuning")
    if hits and hits.resolve().is_relative_to(ROOT):
        raise click.UsageError(f"--hits would put people's words into {ROOT}: name a file outside it")
    found, stopped = measure(cast("Part", part), bot_file, datapath, split=split, limit=limit, listing=listing)
    if hits:
        hits.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in stopped))
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        from agents.evaluation.care_tables import show

        show(found, markdown=markdown)


def measure(
    part: Part,
    bot_file: str = "default",
    datapath: Path | None = None,
    *,
    split: str = "valid",
    limit: int | None = None,
    listing: bool = False,
) -> tuple[Care, list[Hit | Refused]]:
    """Build the bot and play everything to it; with the figures, what was stopped or refused in the corpora.

    Raises ConfigError, WeightsError or CorpusError, whichever says what is missing.
    """
    from agents.corpora import esconv
    from agents.evaluation import care_report, care_sets
    from agents.evaluation.care_layers import layers
    from agents.evaluation.care_play import Told, alone, play
    from agents.evaluation.false_positive_rate import false_positive_rate, load
    from agents.evaluation.gate import gate, people, supporters
    from bot.build import build
    from bot.config import read

    engine = build(read(bot_file))
    lines, talks = care_sets.lines(part), care_sets.talks(part)
    heard = alone(engine, [line.text for line in lines])
    went = play(engine, [[Told(said.text) for said in talk.turns] for talk in talks])
    wrong = care_report.wrong_lines(lines, heard) + care_report.wrong_turns(talks, went) if listing else ()
    ordinary, hits = false_positive_rate(engine, load(datapath, split, limit)) if datapath else ([], [])
    supported = people(engine, supporters(esconv.load(datapath, split)[:limit])) if datapath else None
    found = Care(
        bot=engine.name,
        part=part,
        lines=care_report.lines(lines, heard),
        talks=care_report.talks(talks, went),
        cost=care_report.cost(heard),
        gate=gate(engine, care_sets.harmful(), care_sets.harmless()),
        layers=layers(engine, lines, heard),
        false_positive_rate=tuple(ordinary),
        people=supported[0] if supported else None,
        wrong=wrong,
    )
    return found, [*hits, *(supported[1] if supported else ())]

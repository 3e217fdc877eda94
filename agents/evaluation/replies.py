"""`attune eval replies`: our replies beside people's to the same contexts: are they specific, preferred, empathetic?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from agents.evaluation.answers import Answer
    from agents.evaluation.intervals import Interval
    from agents.evaluation.swap import Judge
    from agents.training.run import Run


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure of our replies and of people's; `of` says over how many groups or contexts."""

    measure: str
    ours: Interval
    gold: Interval
    gap: Interval | None
    of: str


@click.command()
@click.option("--datapath", required=True, type=click.Path(path_type=Path), help="Folder that holds the corpora.")
@click.option("--split", default="valid", show_default=True, type=click.Choice(["train", "valid", "test"]))
@click.option("--bot", "bot_file", default="default", show_default=True, metavar="FILE", help="A bot file.")
@click.option("--groups", default=1, show_default=True, help="Groups of twenty contexts for each emotion.")
@click.option("--seed", default=7, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One object a line instead of a table.")
def replies(*, datapath: Path, split: str, bot_file: str, groups: int, seed: int, as_json: bool) -> None:
    """Set the bot's replies beside people's: the swap test, ten kind sentences, EPITOME's three kinds of empathy.

    The judge learnt from other talks than the ranker that helps the bot to choose. The gap is ours less people's.
    """
    import torch

    from agents.training import checkpoint
    from agents.training.run import Run

    torch.set_num_threads(1)
    found = list(measure(Run(datapath, checkpoint.DEFAULT, seed), split, bot_file, groups))
    if as_json:
        import msgspec

        for figure in found:
            click.echo(msgspec.json.encode(figure).decode())
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("measure", "ours [95 %]", "people's [95 %]", "gap", "of", box=None, header_style="bold")
    for figure in found:
        gap = f"{figure.gap:.3f}" if figure.gap else ""
        table.add_row(figure.measure, f"{figure.ours:.3f}", f"{figure.gold:.3f}", gap, figure.of)
    Console(width=150).print(table)


def measure(run: Run, split: str, bot_file: str, groups: int) -> Iterator[Figure]:
    """Build the bot, let it answer, and judge. Raises ConfigError, WeightsError or CorpusError."""
    from agents.corpora import empathetic, esconv
    from agents.evaluation.answers import answer, drawn
    from agents.evaluation.swap import GROUP
    from agents.training.pair_examples import supported, told
    from bot.build import build
    from bot.config import read
    from skills.encoder import shared_text_encoder
    from skills.models.pair import Ranker

    engine = build(read(bot_file))
    judge = Ranker(shared_text_encoder(run.adapter).text_encoder, "judge")
    parts = {
        "EmpatheticDialogues": told(empathetic.load(run.datapath, split)),
        "ESConv": supported(esconv.load(run.datapath, split)),
    }
    for name, given in parts.items():
        chosen = drawn(list(given), GROUP, groups, run.seed)
        answers = answer(engine, [item for group in chosen for item in group])
        yield from judged(name, run, judge, [answers[at : at + GROUP] for at in range(0, len(answers), GROUP)])


def judged(name: str, run: Run, judge: Judge, groups: list[list[Answer]]) -> Iterator[Figure]:
    from agents.evaluation.empathy import shown
    from agents.evaluation.preference import preference
    from agents.evaluation.swap import GROUP, swap

    answers = [item for group in groups for item in group]
    swapped, preferred = swap(judge, groups), preference(judge, answers)
    places, contexts = f"{swapped.groups} groups of {GROUP}", f"{len(answers)} contexts"
    yield Figure(f"{name}: finds its own context", swapped.ours, swapped.gold, swapped.gap, places)
    yield Figure(f"{name}: above a kind sentence", preferred.ours, preferred.gold, None, contexts)
    yield Figure(f"{name}: above all ten", preferred.ours_over_all, preferred.gold_over_all, None, contexts)
    for kind in shown(run.head("empathy"), run.vectorizer(), answers):
        yield Figure(f"{name}: {kind.kind}, 0 to 2", kind.ours, kind.gold, kind.gap, contexts)

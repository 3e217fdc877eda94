"""`attune eval replies`: the bot's replies in whole talks, to pairs of opposite lines, and beside people's."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agents.evaluation.contrast_set import ContrastSet
    from agents.evaluation.judged import Figure
    from agents.evaluation.refusing import Refusing
    from agents.evaluation.replay import Exchange
    from agents.evaluation.replies_report import Habits
    from bot.engine import Engine

SHORTER = 5
"""EmpatheticDialogues' talks are about so many times shorter than ESConv's: so many times as many are played."""


@dataclass(frozen=True, slots=True)
class Replies:
    """Everything `attune eval replies` says. `habits` and what follows need corpora, `judged` a judge too."""

    bot: str
    contrast_set: ContrastSet
    habits: Habits | None = None
    refusing: Refusing | None = None
    judged: tuple[Figure, ...] = ()


@click.command()
@click.option("--datapath", type=click.Path(path_type=Path), help="Folder of corpora, for talks and single replies.")
@click.option("--split", default="valid", show_default=True, type=click.Choice(["train", "valid", "test"]))
@click.option("--bot", "bot_file", default="default", show_default=True, metavar="FILE", help="A bot file.")
@click.option(
    "--talks", default=30, show_default=True, type=click.IntRange(min=1), help="Of ESConv, drawn by the seed."
)
@click.option("--groups", default=6, show_default=True, help="Of twenty contexts, to be judged; of each corpus.")
@click.option(
    "--all", "everything", is_flag=True, help="List mistakes of the held-out pairs too: to be read, not mended."
)
@click.option("--seed", default=7, show_default=True)
@click.option("--markdown", is_flag=True, help="Tables as Markdown has them.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def replies(
    *,
    datapath: Path | None,
    split: str,
    bot_file: str,
    talks: int,
    groups: int,
    everything: bool,
    seed: int,
    markdown: bool,
    as_json: bool,
) -> None:
    """Count wrong valence in pairs of opposite lines and habits in talks replayed; judge single replies.

    Five EmpatheticDialogues talks are played for each of ESConv. Intervals are Wilson's over replies, else
    bootstrapped over talks.
    """
    import msgspec

    found = measure(bot_file, datapath, split=split, talks=talks, groups=groups, everything=everything, seed=seed)
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        from agents.evaluation.replies_tables import show

        show(found, markdown=markdown)


def measure(
    bot_file: str = "default",
    datapath: Path | None = None,
    *,
    split: str = "valid",
    talks: int = 30,
    groups: int = 6,
    everything: bool = False,
    seed: int = 7,
) -> Replies:
    """Build the bot and let it answer. Raises ConfigError, WeightsError or CorpusError for what is missing."""
    from agents.evaluation.contrast_set import answer, contrast_set, pairs
    from agents.evaluation.refusing import refusing, resist
    from agents.evaluation.replay import replay
    from agents.evaluation.replies_report import habits
    from bot.build import build
    from bot.config import read

    engine = build(read(bot_file))
    contrasts = contrast_set(answer(engine, pairs()), everything=everything)
    if datapath is None:
        return Replies(engine.name, contrasts)
    supported, told = scripts(datapath, split, talks, seed)
    return Replies(
        bot=engine.name,
        contrast_set=contrasts,
        habits=habits(replay(engine, [*supported, *told])),
        refusing=refusing(resist(engine, supported)),
        judged=tuple(judged(engine, datapath, split, groups, seed)) if groups else (),
    )


def scripts(
    datapath: Path, split: str, talks: int, seed: int
) -> tuple[list[Sequence[Exchange]], list[Sequence[Exchange]]]:
    """ESConv's seekers and EmpatheticDialogues' speakers, drawn by the seed."""
    import random

    from agents.corpora import empathetic, esconv
    from agents.evaluation.false_positive_rate import side
    from agents.evaluation.replay import Exchange, exchanges

    drawn = random.Random(seed)
    sought, spoken = list(esconv.load(datapath, split)), list(empathetic.load(datapath, split))
    sought = drawn.sample(sought, min(talks, len(sought)))
    spoken = drawn.sample(spoken, min(SHORTER * talks, len(spoken)))
    said = ([utterance.text for utterance in dialog.utterances] for dialog in spoken)
    return [exchanges(dialog) for dialog in sought], [
        [Exchange(turn.text, ()) for turn in side(texts)] for texts in said
    ]


def judged(engine: Engine, datapath: Path, split: str, groups: int, seed: int) -> list[Figure]:
    """Single replies beside people's; nothing where the judge was not trained."""
    from agents.evaluation.judged import measure as judge
    from agents.training.common import checkpoint
    from agents.training.common.run import Run
    from bot.errors import WeightsError

    try:
        return list(judge(Run(datapath, checkpoint.DEFAULT, seed), split, engine, groups))
    except WeightsError as error:
        click.echo(f"nothing is judged: {error}", err=True)
        return []

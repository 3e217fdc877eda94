"""`attune eval cover`: how often each feeling comes at each stage, in people's talks replayed to the bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from bot.engine import Engine, Step


@click.command()
@click.option("--datapath", required=True, type=click.Path(path_type=Path), help="Folder that holds the corpora.")
@click.option("--split", default="valid", show_default=True, type=click.Choice(["train", "valid"]))
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N talks of each corpus.")
@click.option("--out", type=click.Path(path_type=Path), help="Where the counts go (JSON); by default the bank's own.")
def cover(*, datapath: Path, split: str, limit: int | None, out: Path | None) -> None:
    """Replay EmpatheticDialogues' speakers and ESConv's seekers, and count (emotion, stage) as the bot reads them.

    The counts weigh the cells of `attune bank cover`; they hold no word of the corpora.
    """
    import msgspec

    from agents.corpora import empathetic, esconv
    from agents.evaluation.replay import exchanges
    from bot.build import build
    from bot.config import read
    from skills.cover import COMMON

    talks = [[exchange.said for exchange in exchanges(dialog)] for dialog in esconv.load(datapath, split)[:limit]]
    talks += [
        [utterance.text for utterance in dialog.utterances if utterance.speaker == "speaker"]
        for dialog in empathetic.load(datapath, split)[:limit]
    ]
    counts = tally(build(read("default")), talks)
    path = out or COMMON
    path.write_bytes(msgspec.json.format(msgspec.json.encode(counts), indent=1) + b"\n")
    click.echo(f"{path}: {sum(sum(stages.values()) for stages in counts.values())} turns")


def tally(engine: Engine, talks: Sequence[Sequence[str]]) -> dict[str, dict[str, int]]:
    """Counts of emotion and stage after each turn; turns that the guard stopped have none."""
    from agents.evaluation.replay import PAUSE, START
    from bot.dialog import Conversation

    conversations = [Conversation(f"replay:{number}::seeker") for number in range(len(talks))]
    found: Counter[tuple[str, str]] = Counter()
    for place in range(max(map(len, talks), default=0)):
        going = [number for number, talk in enumerate(talks) if place < len(talk)]
        pairs = [(conversations[number], talks[number][place]) for number in going]
        for number, step in zip(going, engine.steps(pairs, START + place * PAUSE), strict=True):
            conversations[number] = step.conversation
            found.update(_read(step))
    emotions = sorted({emotion for emotion, _ in found})
    return {name: {stage: n for (emotion, stage), n in sorted(found.items()) if emotion == name} for name in emotions}


def _read(step: Step) -> Iterable[tuple[str, str]]:
    from bot.dialog import EmotionState, StageState

    emotion, stage = step.conversation.state.get(EmotionState), step.conversation.state.get(StageState)
    stopped = step.trace.verdict is not None and step.trace.verdict.stopped
    return () if stopped or emotion is None or stage is None else ((emotion.label, str(stage.stage)),)

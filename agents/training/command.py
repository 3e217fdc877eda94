"""`attune train NAME`: make one tensor file again from the corpora, beside the one that ships or in its place."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import NamedTuple

import click

from skills.sizes import BASE, DEFAULT, SIZES, SMALL


class Entry(NamedTuple):
    """What `attune train` runs: a module below agents/training, how long that takes, and on how many threads.

    `hours` are expected ones, on two cores with AVX-512 bf16, and `base_hours` those of the base size where it is known
    to take longer. `plan` is the module that says what a run of a size does, where there is one.
    """

    module: str
    hours: float
    base_hours: float | None = None
    threads: int = 1
    plan: str = ""

    def expected(self, size: str) -> float:
        return self.base_hours if self.base_hours is not None and size == BASE.name else self.hours


RECIPES = {
    "encoder": Entry("encoder.recipe", 1.6, threads=2),
    "emotion": Entry("heads.emotion", 0.05),
    "problem": Entry("heads.problem", 0.1),
    "intensity": Entry("heads.intensity", 0.1),
    "stage": Entry("heads.stage", 0.1),
    "strategy": Entry("heads.strategy", 0.1),
    "danger": Entry("heads.danger", 0.4, base_hours=11),
    "danger_update": Entry("heads.danger_update", 0.7, threads=2),
    "danger_free": Entry("heads.danger_free", 0.4),
    "crisis": Entry("heads.crisis", 0.05, base_hours=0.15),
    "crisis_replies": Entry("heads.crisis_replies", 0.35, threads=2),
    "danger_tracker": Entry("heads.danger_tracker", 0.1, threads=2),
    "replies": Entry("heads.replies", 0.05, base_hours=0.2),
    "bot_questions": Entry("heads.bot_questions", 0.05, base_hours=0.15),
    "acts": Entry("heads.acts", 0.1, base_hours=0.4),
    "pair": Entry("rerankers.pair", 0.7, base_hours=0.9, threads=2, plan="rerankers.steps"),
    "ranker": Entry("ranker.recipe", 2.0, threads=2),
    "ranker_update": Entry("ranker.update", 0.4, threads=2),
    "shelf": Entry("shelf", 0.3),
    "selection": Entry("selection.recipe", 0.6, threads=2),
    "judge": Entry("rerankers.judge", 0.7, base_hours=1.0, threads=2),
    "empathy": Entry("heads.empathy", 0.05),
    "cause": Entry("heads.cause", 0.05),
    "goemotions": Entry("heads.goemotions", 0.1),
    "conversation": Entry("heads.conversation", 0.2),
    "turns": Entry("heads.utterance_boundaries", 0.03),
    "ngrams": Entry("heads.ngrams", 0.05),
    "context": Entry("heads.calibration", 0.07),
    "intents": Entry("heads.intents", 0.1),
    "specialist": Entry("heads.specialist", 0.2),
    "response": Entry("heads.response", 0.2),
    "papers": Entry("papers.recipe", 1.7),
    "generators": Entry("generators.recipe", 1.0, plan="generators.variants"),
    "vocabulary": Entry("writer.vocabulary", 0.1),
    "writer": Entry("writer.recipe", 1.1, threads=2),
}
"""By the name that people type, in the order in which the recipes need each other."""

OWN = ("acts", "bot_questions", "danger_free", "crisis", "crisis_replies", "danger_tracker", "replies", "writer")
"""Recipes that read no corpus."""
UNSHIPPED = {
    "conversation": "it learns from MELD (GPL-3.0)",
    "specialist": "what only measures is kept with the checkpoints",
    "papers": "its models are kept apart, a folder each",
    "generators": "they learn from corpora for non-commercial use, and answer nobody",
}
"""Recipes of which nothing goes into skills/weights, and why."""
ONE_SIZE = {
    "turns": "it reads words alone",
    "ngrams": "it reads words alone, and serves both sizes",
    "context": "it reads words alone, and serves both sizes",
    "specialist": "it is a change of the small encoder",
    "papers": "its models are changes of the small encoder",
    "generators": "they are changes of the language model",
    "vocabulary": "it is the language model's",
    "writer": "it is a change of the language model",
}
"""Recipes that know one size alone, and why; what they make lies with the small encoder's."""


@click.command()
@click.argument("name", type=click.Choice(list(RECIPES)))
@click.option("--datapath", type=click.Path(path_type=Path), help="Folder that holds the corpora.")
@click.option("--checkpoints", default=None, type=click.Path(path_type=Path), help="Where a stopped run goes on from.")
@click.option("--adapter", default="default", help='The encoder\'s adapter ("published": without one).')
@click.option("--size", "chosen", type=click.Choice(list(SIZES)), help=f"The encoder's [{DEFAULT.name}].")
@click.option(
    "--out",
    default=None,
    type=click.Path(path_type=Path),
    help="Where the tensors go [~/.local/share/attune/weights, or generators; papers: ~/.cache/attune/papers].",
)
@click.option("--install", is_flag=True, help="Replace those that ship: skills/weights, or its base.")
@click.option(
    "--variant", "only", multiple=True, help="Of papers and generators, only this [all]; of writer, the adapter [open]."
)
@click.option("--seed", default=7, show_default=True)
@click.option("--plan", is_flag=True, help="Print the expected hours, of pair and generators the steps, and stop.")
def train(
    *,
    name: str,
    datapath: Path | None,
    checkpoints: Path | None,
    adapter: str,
    chosen: str | None,
    out: Path | None,
    install: bool,
    only: tuple[str, ...],
    seed: int,
    plan: bool,
) -> None:
    """Train NAME from the corpora; a stopped run goes on from its last checkpoint.

    What ships is left as it is without --install. Nothing is replaced before all of a recipe is done.
    """
    entry = RECIPES[name]
    size = chosen or (SMALL if name in ONE_SIZE else DEFAULT).name
    click.echo(f"{name}: about {entry.expected(size):g} hours on two processor cores", err=not plan)
    if plan:
        if entry.plan:
            click.echo(importlib.import_module(f"agents.training.{entry.plan}").plan(SIZES[size]))
        return
    if install and (reason := UNSHIPPED.get(name) or (out and "--out says another place")):
        raise click.UsageError(f"{name} cannot be installed: {reason}")
    if size != SMALL.name and name in ONE_SIZE:
        raise click.UsageError(f"{name} makes nothing for --size {size}: {ONE_SIZE[name]}")
    if datapath is None and name not in OWN:
        raise click.UsageError("--datapath DIR is missing: the folder that holds the corpora (attune data list)")
    import logging
    import os

    import torch

    from agents.training.common import checkpoint
    from agents.training.common.run import Run
    from bot.folders import data
    from skills.models.tensors import WEIGHTS, folder_of

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(min(entry.threads, os.cpu_count() or 1))
    recipe = importlib.import_module(f"agents.training.{entry.module}")
    shipped = WEIGHTS / recipe.ROOM if hasattr(recipe, "ROOM") else folder_of(SIZES[size])
    own: Path = getattr(recipe, "OUT", data() / "weights" / shipped.relative_to(WEIGHTS))
    place = shipped if install else out or own
    run = Run(datapath or Path(), checkpoints or checkpoint.DEFAULT, seed, adapter, SIZES[size], place, only, install)
    try:
        recipe.train(run)
        made = run.finish()
    finally:
        run.drop()
    for path in made:
        click.echo(path)
    if install:
        click.echo("The bot refuses them until they are pinned: attune pins")
    elif made and name not in UNSHIPPED:
        by_figures = f"attune eval heads --size {size} --weights {place}, or\neval understanding or retrieval"
        measure = getattr(recipe, "MEASURE", by_figures).format(*made)
        click.echo(f"The bot goes on with what ships. To measure these: {measure}.")
        click.echo("To let the bot use them, this again with --install, or")
        click.echo(f"cp {' '.join(map(str, made))} {shipped}/ && attune pins")

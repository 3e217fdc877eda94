"""`attune eval understanding`."""

from __future__ import annotations

from pathlib import Path

import click

from skills.sizes import DEFAULT, SIZES

TASKS = (
    "emotion",
    "intents",
    "response",
    "goemotions",
    "conversation",
    "stage",
    "strategy",
    "acts",
    "cause",
    "empathy",
)
"""Each a module beside this one, with `rows(run, split)`."""
RESEARCH = {
    "intents": "intents",
    "response": "response",
    "goemotions": "goemotions",
    "conversation": "goemotions",
    "empathy": "empathy",
}
"""Tasks that read a head which no bot needs, each with that head.

Without it they are named and left out, where all tasks are asked for.
"""
WIDTH = 200


@click.command()
@click.option("--datapath", required=True, type=click.Path(path_type=Path), help="Folder that holds the corpora.")
@click.option("--split", default="valid", show_default=True, type=click.Choice(["valid", "test"]))
@click.option("--task", "tasks", multiple=True, type=click.Choice(TASKS), help="Tasks to measure [all].")
@click.option("--adapter", default="default", help='The encoder\'s adapter ("published": without one).')
@click.option("--size", default=DEFAULT.name, show_default=True, type=click.Choice(list(SIZES)), help="The encoder's.")
@click.option(
    "--weights", default=None, type=click.Path(path_type=Path), help="Heads to measure [those that ship for the size]."
)
@click.option("--checkpoints", default=None, type=click.Path(path_type=Path), help="Where vectors are kept.")
@click.option("--markdown", is_flag=True, help="Tables as Markdown has them.")
@click.option("--table/--json", "table", default=True, help="A table [default], or one JSON object.")
def understanding(
    *,
    datapath: Path,
    split: str,
    tasks: tuple[str, ...],
    adapter: str,
    size: str,
    weights: Path | None,
    checkpoints: Path | None,
    markdown: bool,
    table: bool,
) -> None:
    """Measure what is understood: each task's figure with its 95 % interval, baselines and the published one."""
    import importlib
    import logging

    import msgspec

    from agents.evaluation.understanding.row import Row, sheet
    from agents.statistics.screen import show
    from agents.statistics.sheet import plain
    from agents.training.common import checkpoint
    from agents.training.common.run import Run
    from skills.models.tensors import folder_of

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    encoder = SIZES[size]
    place = weights or folder_of(encoder)
    run = Run(datapath, checkpoints or checkpoint.DEFAULT, adapter=adapter, size=encoder, out=place)
    rows: list[Row] = []
    absent = [task for task, head in RESEARCH.items() if not tasks and not (place / f"{head}.safetensors").is_file()]
    if absent:
        click.echo(f"Not trained for the {size} encoder, and left out: {', '.join(absent)}", err=True)
    for task in tasks or [task for task in TASKS if task not in absent]:
        rows += importlib.import_module(f"agents.evaluation.understanding.{task}").rows(run, split)
    found = sheet(split, rows)
    if not table:
        click.echo(msgspec.json.encode(plain(found)).decode())
        return
    show([found], markdown=markdown, width=WIDTH)

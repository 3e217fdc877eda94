"""A table of generators (`attune eval generate --table`): from options to what is printed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.distribution import missing
from bot.errors import MissingPackage

if TYPE_CHECKING:
    from agents.evaluation.generators import Settings

WIDTH = 200


def settings(
    datapath: Path, *, split: str, count: int, seed: int, adapters: Path | None, words: Path | None
) -> Settings:
    """MissingPackage where what reads the language model is not installed."""
    try:
        from agents.evaluation.generators import Settings
        from agents.training.common import checkpoint
        from agents.training.generators.recipe import OUT
    except ImportError as error:
        raise MissingPackage(missing(str(error.name))) from None
    return Settings(datapath, split, count, seed, adapters or OUT, checkpoint.DEFAULT, words)


def run(table: Any, asked: Settings, *, compat: bool, markdown: bool, as_json: bool) -> None:
    """Measure one table and print it."""
    import msgspec
    import torch

    from agents.evaluation.generate_tables import show as replies
    from agents.evaluation.generators import model
    from agents.evaluation.generators_tables import measured, sheets
    from agents.statistics.screen import show
    from agents.statistics.sheet import plain

    torch.set_num_threads(1)  # more wait for each other where the cores are not free
    found = measured(table, asked, model(), compat=compat)
    if as_json:
        told = {sheet.name: plain(sheet) for one in found for sheet in sheets(one)}
        click.echo(msgspec.json.encode({"tables": told, "replies": [one.printed for one in found]}).decode())
        return
    for one in found:
        show(sheets(one), markdown=markdown, width=WIDTH)
        replies(one.printed, markdown=markdown)

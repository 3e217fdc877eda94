"""The rounds of verdicts that come with the project, `agents/verdicts/rounds`: items, and what readers said of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from agents.verdicts import item, verdict
from agents.verdicts.item import Item
from agents.verdicts.verdict import Verdict

FOLDER = Path(__file__).with_name("rounds")


def rounds(folder: Path = FOLDER) -> Iterator[tuple[dict[str, Item], list[Verdict]]]:
    """Items by id and their verdicts, round by round. CorpusError names what cannot be read."""
    for path in sorted(folder.glob("*_items.jsonl")):
        items = {one.id: one for one in item.load(path)}
        yield items, verdict.load(path.with_name(path.name.replace("_items", "_verdicts")), items)

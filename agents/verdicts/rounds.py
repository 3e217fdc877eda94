"""The rounds of verdicts that come with the project, `agents/verdicts/rounds`: items, and what readers said of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from agents.corpora import openings
from agents.verdicts import item, verdict
from agents.verdicts.item import Item, Said
from agents.verdicts.verdict import Verdict
from skills.openings import reference

FOLDER = Path(__file__).with_name("rounds")
SHELF = 3
"""The first round of lines of the shelf; those before are of replies of other talks, and of a writer's drafts."""
Round = tuple[dict[str, Item], list[Verdict]]


def rounds(folder: Path = FOLDER, first: int = 1) -> Iterator[Round]:
    """Items by id and their verdicts, round by round. CorpusError names what cannot be read."""
    for path in sorted(folder.glob("*_items.jsonl"), key=_number):
        if _number(path) >= first:
            items = {one.id: one for one in item.load(path)}
            yield items, verdict.load(path.with_name(path.name.replace("_items", "_verdicts")), items)


def _number(path: Path) -> int:
    return int(path.name.partition("_")[0])


def told(found: Round, datapath: Path) -> Round:
    """A round with the contexts that its items refer to, from the corpora. CorpusError names one that is not there."""
    items, verdicts = found
    talks = dict(openings.talks(datapath)) if any(one.reference for one in items.values()) else {}
    return {name: _told(one, talks) for name, one in items.items()}, verdicts


def _told(one: Item, talks: openings.Talks) -> Item:
    wanted = reference(one.reference)
    if wanted is None:
        return one
    said = openings.messages(wanted, talks)
    context = tuple(Said("supporter" if own else "person", text) for own, text in said)
    return msgspec.structs.replace(one, context=context)

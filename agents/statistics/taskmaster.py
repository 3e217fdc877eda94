"""Taskmaster-1, or a study's export in its form, in numbers: how long talks are, by how they were collected."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from agents.corpora.taskmaster import FILES, FOLDER, LISTS, SPEAKERS, Dialog, load
from agents.metrics.intervals import ratio
from agents.statistics.sheet import Cell, Sheet
from agents.statistics.talks import made_up, parts
from agents.statistics.words import content, spaced, words

NAMES = ("size",)


def sheets(datapath: Path, split: str) -> tuple[Sheet, ...]:
    """The table of one part, or of all parts that are there. Raises CorpusError."""
    found = parts(load, datapath, split, lambda part: _file(datapath / FOLDER, part))
    talks = [talk for part in found.values() for talk in part]
    note = made_up(talk.simulated for talk in talks)
    return (size(talks, f"Taskmaster-1, {' and '.join(found)}: {len(talks):,} talks", note),)


def size(talks: Sequence[Dialog], title: str, note: str = "") -> Sheet:
    """Talks, scenarios, lengths and different words of each collection."""
    columns = [_column([talk for talk in talks if talk.collection == name]) for name in FILES]
    rows = tuple(zip(columns[0], *(column.values() for column in columns), strict=True))
    head = ("", "self-dialogs", "Wizard of Oz")
    return Sheet("size", title, head, rows, f"95 % bootstrap intervals over talks.{note}", digits=2)


def _column(talks: Sequence[Dialog]) -> dict[str, Cell]:
    texts = [[said.text for said in talk.utterances] for talk in talks]
    turns = [len(row) for row in texts]
    found: dict[str, Cell] = {
        "talks": len(talks),
        "scenarios": len({talk.instruction for talk in talks}),
        "utterances": sum(turns),
        "different words": len({word for row in texts for text in row for word in words(text)}),
        "of them content words": len(content(text for row in texts for text in row)),
        "utterances a talk": ratio(turns, [1] * len(talks)) if talks else None,
    }
    for name in SPEAKERS:
        own = [[said.text for said in talk.utterances if said.speaker == name] for talk in talks]
        long = ratio([sum(map(spaced, row)) for row in own], [len(row) for row in own]) if talks else None
        found[f"words an utterance of the {name.lower()}"] = long
    return found


def _file(folder: Path, part: str) -> Path:
    """What a part needs: the list that names its talks, or, of train, either collection."""
    if part in LISTS:
        return folder / LISTS[part]
    return next((path for path in (folder / name for name in FILES.values()) if path.is_file()), folder / FILES["self"])

"""One subtitle file, start to end: read, cleaned, cut, labelled, and written as one result that is there or is not."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agents.curation import files
from agents.curation.boundary import Boundary
from agents.curation.cleaning import clean
from agents.curation.dialogs import Dialog, Turn, dialogs, fit, turns
from agents.curation.labelling import Labelled, Labeller, label
from agents.curation.lines import Line
from bot.errors import CorpusError

ENDING = ".jsonl"
LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True)
class Tools:
    """What a worker needs for every file."""

    boundary: Boundary
    labeller: Labeller | None
    encoding: str


@dataclass(slots=True)
class Tally:
    """What was counted on the way through one file, or all: `stages` are units, `rules` lines or dialogs per rule."""

    stages: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)


def counted(items: Iterable[Any], name: str, tally: Tally) -> Iterator[Any]:
    """The items, counted as they pass."""
    for item in items:
        tally.stages[name] += 1
        yield item


def segmented(lines: Iterable[Line], tools: Tools, tally: Tally) -> Iterator[Dialog]:
    """Lines as they stand in a file -> dialogs fit to keep."""
    cleaned = counted(clean(_timeless(lines, tally), tally.rules), "lines kept", tally)
    spoken = counted(turns(cleaned, tools.boundary), "turns", tally)
    found = counted(dialogs(spoken), "dialogs found", tally)
    return counted(fit(found, tally.rules), "dialogs kept", tally)


def _timeless(lines: Iterable[Line], tally: Tally) -> Iterator[Line]:
    for line in lines:
        tally.stages["lines read"] += 1
        tally.stages["lines without a time"] += line.start is None and line.end is None
        yield line


def write(source: Path, name: str, out: Path, aside: Path, tools: Tools) -> None:
    """The result of the file `name` below `source`, as `out/NAME.jsonl`: its dialogs, a line each, and the counts.

    The last line holds the counts, or why the file was left out: then it is the only one. Written to `aside` and moved
    into place, so that a result that is there is whole.
    """
    tally = Tally()
    target = out / f"{name}{ENDING}"
    target.parent.mkdir(parents=True, exist_ok=True)
    with aside.open("w", encoding="utf8") as file:
        try:
            found = segmented(files.read(source / name, tools.encoding), tools, tally)
            for number, item in enumerate(label(found, tools.labeller), 1):
                file.write(_json(record(f"{name}#{number}", name, item)))
            end: dict[str, Any] = {"stages": dict(tally.stages), "rules": dict(tally.rules)}
        except CorpusError as error:
            file.seek(0)
            file.truncate()
            end = {LEFT_OUT: str(error)}
        file.write(_json(end))
    aside.replace(target)


def record(key: str, source: str, item: Labelled) -> dict[str, Any]:
    """A dialog as it is written: times in milliseconds, three labels a turn."""
    said = [_turn(turn) for turn in item.dialog]
    for place, shares in enumerate(item.top):
        said[place] |= {"labels": [list(share) for share in shares], "emotionality": item.turns[place]}
    begins, ends = item.dialog[0].start, item.dialog[-1].end
    return {
        "id": key, "source": source, "start": begins, "end": ends, "emotionality": item.emotionality, "turns": said,
    }  # fmt: skip


def _turn(turn: Turn) -> dict[str, Any]:
    return {"text": turn.text, "start": turn.start, "end": turn.end}


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"

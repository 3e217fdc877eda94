"""What a collection of talks between a Speaker and a Listener came to: counts, and EmpatheticDialogues' files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from agents.corpora.empathetic import FOLDER, HEADER, SIMULATED
from skills.labels import EMOTIONS
from worlds.studies.room import TALKS, Room
from worlds.studies.rooms import Kept
from worlds.studies.tables import Table, of_rooms, of_talks


def whole(room: Room) -> Iterator[int]:
    """The talks that are long enough to keep, also of a room that somebody left later."""
    yield from (talk for talk in range(TALKS) if len(room.talks[talk]) >= room.least)


def table(kept: Sequence[Kept[Room]]) -> Table:
    """Rooms and talks, as Rashkin et al. (2019) tell of theirs."""
    rooms = [one.room for one in kept]
    talks = [room.talks[talk] for room in rooms for talk in whole(room)]
    labels = Counter(told.label for room in rooms for told in room.told)
    rows = [*of_rooms(rooms), *of_talks([[said.text for said in talk] for talk in talks])]
    rows.append(("labels told of", f"{len(labels)} of {len(EMOTIONS)}"))
    note = "Most told of: " + ", ".join(f"{label} {count}" for label, count in labels.most_common(5)) if labels else ""
    return Table("Talks between two people", ("", "count"), tuple(rows), note)


def write(kept: Sequence[Kept[Room]], simulated: frozenset[str], folder: Path, part: str = "train") -> Path:
    """All whole talks as one part of EmpatheticDialogues, which `agents.corpora.empathetic` and its teacher read.

    What the `simulated` said is marked so in the column `tags`.
    """
    path = folder / FOLDER / f"{part}.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [HEADER, *_rows([one.room for one in kept], simulated)]
    path.write_text("".join(",".join(line) + "\n" for line in lines), encoding="utf8")
    return path


def _rows(rooms: Sequence[Room], simulated: frozenset[str]) -> Iterator[tuple[str, ...]]:
    workers = {name: number for number, name in enumerate(dict.fromkeys(name for room in rooms for name in room.seats))}
    for number, room in enumerate(rooms):
        for talk in whole(room):
            told, key = room.told[talk], f"hit:{number}_conv:{TALKS * number + talk}"
            for place, said in enumerate(room.talks[talk], 1):
                who = room.seats[said.seat]
                tags = SIMULATED if who in simulated else ""
                yield key, str(place), told.label, _cell(told.situation), str(workers[who]), _cell(said.text), "", tags


def _cell(text: str) -> str:
    return " ".join(text.replace(",", "_comma_").split())

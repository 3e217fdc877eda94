"""What self-dialogs and talks of a Wizard of Oz came to: counts, and Taskmaster-1's files."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_OID, uuid5

import msgspec

from agents.corpora import taskmaster
from agents.corpora.taskmaster import FILES, FOLDER, SPEAKERS, Collection, Dialog, Utterance
from bot.files import put
from worlds.assist.record import Taken
from worlds.assist.record import table as suggestions
from worlds.studies.meeting import TWO
from worlds.studies.rooms import Kept
from worlds.studies.self_dialog import Writing
from worlds.studies.study import Loaded
from worlds.studies.tables import Table, of_rooms, of_talks
from worlds.studies.wizard_of_oz import Oz

ASSIST = "assist.jsonl"
"""What became of the drafts for a wizard, a line for each of their messages, as `attune assist` writes it."""


def whole(room: Writing | Oz, simulated: frozenset[str] = frozenset()) -> Iterator[Dialog]:
    """The talks of a room that came to their end, in which some of the participants may be `simulated`."""
    marked = bool(simulated & {*room.seats})
    if isinstance(room, Writing):
        for one in room.dialogs:
            if one.finished:
                yield _dialog(room, "self", one.situation, [turn.text for turn in one.said], simulated=marked)
    elif room.finished:
        yield _dialog(room, "woz", room.situation, [message.text for message in room.said], simulated=marked)


def _dialog(
    room: Writing | Oz, collection: Collection, situation: str, said: Sequence[str], *, simulated: bool
) -> Dialog:
    name = f"dlg-{uuid5(NAMESPACE_OID, f'{collection} {room.seats[0]} {situation}')}"
    utterances = tuple(Utterance(SPEAKERS[place % TWO], text) for place, text in enumerate(said))
    return Dialog(name, situation, collection, utterances, simulated)


def taken(room: Writing | Oz) -> Iterator[Taken]:
    """What became of the drafts in a whole talk, with where in the exported talk it was said."""
    if isinstance(room, Oz):
        for talk in whole(room):
            for place, message in enumerate(room.said):
                if message.taken:
                    yield msgspec.structs.replace(message.taken, talk=talk.id, index=place)


def tables(kept: Sequence[Kept[Any]]) -> Iterator[Table]:
    """Rooms, talks and situations, as Byrne et al. (2019) tell of theirs; and how often drafts were taken."""
    rooms: list[Writing | Oz] = [one.room for one in kept]
    talks = [talk for room in rooms for talk in whole(room)]
    written = [[said.text for said in talk.utterances] for talk in talks]
    met = [room for room in rooms if isinstance(room, Oz)]
    rows = [*(of_rooms(met) if met else ()), *of_talks(written)]
    if written:
        unique = {word for talk in written for text in talk for word in text.lower().split()}
        rows.append(("unique words", str(len(unique))))
    counts = Counter(talk.instruction for talk in talks)
    note = "Written about: " + ", ".join(f"{name} {count}" for name, count in counts.most_common()) if counts else ""
    yield Table("Talks", ("", "count"), tuple(rows), note)
    if became := [one for room in rooms for one in taken(room)]:
        yield Table("Drafts", ("what became of them",), tuple((line,) for line in suggestions(became)))


def write(loaded: Loaded, kept: Sequence[Kept[Any]], simulated: frozenset[str], folder: Path) -> list[Path]:
    """All whole talks as a file of Taskmaster-1, which `agents.corpora.taskmaster` and its teacher read, and what they

    are about; of a Wizard of Oz also what became of the drafts. Talks of somebody `simulated` are marked so.
    """
    rooms: list[Writing | Oz] = [one.room for one in kept]
    found = [taskmaster.document(talk) for room in rooms for talk in whole(room, simulated)]
    place, text = folder / FOLDER, json.dumps(found, ensure_ascii=False, indent=2) + "\n"
    kind = "2-person" if loaded.study.pairs else "self-dialogs"
    written = [put(place / FILES["woz" if loaded.study.pairs else "self"], text.encode())]
    for one in loaded.study.situation:
        about = f"{one.text.strip()}\nFeeling: {one.feeling}\n"
        written.append(put(place / "instructions" / f"user_instructions_{kind}_{one.name}.txt", about.encode()))
    if loaded.study.pairs:
        lines = [msgspec.json.encode(one) + b"\n" for room in rooms for one in taken(room)]
        written.append(put(place / ASSIST, b"".join(lines)))
    return written

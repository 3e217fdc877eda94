"""What self-dialogs and talks of a Wizard of Oz come to: Taskmaster-1's files, read back, and the counts."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from agents.corpora import taskmaster
from agents.corpora.taskmaster import Utterance
from tests.worlds.studies.conftest import Make
from worlds.assist.record import read
from worlds.assist.suggestions import Draft, Suggestions
from worlds.studies.dialogs import ASSIST, tables, whole, write
from worlds.studies.rooms import Kept
from worlds.studies.self_dialog import Dialog, Turn, Writing
from worlds.studies.tables import Table
from worlds.studies.wizard_of_oz import Finished, Joined, Oz, Prompted, Said, advance

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
SAID = (Turn("1", "I sit alone at lunch."), Turn("2", "Every day?"))
WRITING = Writing(
    least=2,
    most=4,
    seats=("ann",),
    dialogs=(Dialog("s1", 2, SAID, finished=True), Dialog("s2", 2, SAID)),
)


def oz() -> Oz:
    found = Suggestions((Draft("What happened there?", "Question", 0.8),))
    room = advance(advance(Oz(least=2, most=4), "ben", Joined()), "cai", Joined("s2"))
    room = advance(room, "cai", Said("1", "It rained."))
    room = advance(advance(room, "ben", Prompted(1, found)), "ben", Said("2", "What happened there?"))
    return advance(room, "cai", Finished())


def counts(table: Table) -> dict[str, str]:
    return {row[0]: row[1] for row in table.rows}


def kept(*rooms: Any) -> list[Kept[Any]]:
    return [Kept(room, NOW, NOW) for room in rooms]


def test_self_dialogs_are_read_back_as_they_were_written(make_collection: Make, tmp_path: Path) -> None:
    loaded = make_collection(kind="self_dialog", situations=2)
    path, *about = write(loaded, kept(WRITING), frozenset(), tmp_path)
    (told,) = json.loads(path.read_text())
    assert list(told) == ["conversation_id", "instruction_id", "utterances"]
    assert told["utterances"] == [
        {"index": 0, "speaker": "USER", "text": "I sit alone at lunch."},
        {"index": 1, "speaker": "ASSISTANT", "text": "Every day?"},
    ]
    assert told["conversation_id"].startswith("dlg-")
    assert "ann" not in path.read_text()
    assert [one.name for one in about] == [f"user_instructions_self-dialogs_s{number}.txt" for number in (1, 2)]
    assert about[0].read_text() == "It is situation 1.\nFeeling: lonely\n"
    (talk,) = taskmaster.load(tmp_path, "train")
    assert talk == next(whole(WRITING))
    assert talk.utterances == (Utterance("USER", "I sit alone at lunch."), Utterance("ASSISTANT", "Every day?"))
    assert (talk.instruction, talk.collection, talk.simulated) == ("s1", "self", False)


def test_of_a_wizard_of_oz_also_what_became_of_the_drafts(make_collection: Make, tmp_path: Path) -> None:
    loaded = make_collection(kind="wizard_of_oz", first='bots = ["default"]', situations=2)
    waits = advance(Oz(least=2, most=4), "dan", Joined())
    *_, last = write(loaded, kept(oz(), waits), frozenset({"ben"}), tmp_path)
    (talk,) = taskmaster.load(tmp_path, "train")
    assert (talk.instruction, talk.collection, talk.simulated) == ("s2", "woz", True)
    assert [one.speaker for one in talk.utterances] == ["USER", "ASSISTANT"]
    assert last.name == ASSIST
    (became,) = read(last)
    assert (became.action, became.distance, became.talk, became.index) == ("sent", 0.0, talk.id, 1)


def test_talks_are_counted_and_whose_came_to_no_end_are_not() -> None:
    (found,) = tables(kept(WRITING))
    rows = counts(found)
    assert (rows["whole talks"], rows["utterances a talk, mean"], rows["unique words"]) == ("1", "2.00", "7")
    assert found.note == "Written about: s1 1"
    assert "rooms with two people" not in rows
    left = msgspec.structs.replace(oz(), finished=False, left="cai", reported="ben")
    found, drafts = tables(kept(oz(), left))
    rows = counts(found)
    assert (rows["rooms with two people"], rows["rooms that somebody left"], rows["whole talks"]) == ("2", "1", "1")
    assert rows["people reported by their partner"] == "1"
    assert ("draft 1: taken 1 of 1",) in drafts.rows
    (empty,) = tables([])
    assert empty.rows == (("whole talks", "0"),)

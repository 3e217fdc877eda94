from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agents.corpora import taskmaster
from agents.corpora.shown import Line, Talk
from agents.corpora.taskmaster import Dialog, Segment, Utterance
from bot.errors import CorpusError, CorpusMissing


def talk(name: str = "dlg-1", **changes: Any) -> dict[str, Any]:
    marked = {"start_index": 0, "end_index": 5, "text": "Three", "annotations": [{"name": "pizza_ordering.size"}] * 2}
    said = [
        {"index": 0, "speaker": "USER", "text": "Three large ones. ", "segments": [marked]},
        {"index": 1, "speaker": "ASSISTANT", "text": "Of which kind?"},
    ]
    return {"conversation_id": name, "instruction_id": "pizza-ordering-1", "utterances": said} | changes


def write(folder: Path, *talks: Any, file: str = "self-dialogs.json") -> Path:
    path = folder / "taskmaster" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(talks, indent=1), encoding="utf8")
    return path


def lists(folder: Path, **parts: str) -> None:
    for name, ids in parts.items():
        path = folder / "taskmaster" / "train-dev-test" / f"{name}.csv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{one},\n" for one in ids.split()))


def test_talks_are_read_with_what_was_marked_in_them(tmp_path: Path) -> None:
    write(tmp_path, talk())
    said = (
        Utterance("USER", "Three large ones.", (Segment("Three", ("pizza_ordering.size",) * 2),)),
        Utterance("ASSISTANT", "Of which kind?"),
    )
    assert taskmaster.load(tmp_path, "train") == (Dialog("dlg-1", "pizza-ordering-1", "self", said),)


def test_the_publishers_lists_divide_and_all_else_is_train(tmp_path: Path) -> None:
    write(tmp_path, talk("dlg-1"), talk("dlg-2"), talk("dlg-3"))
    write(tmp_path, talk("dlg-4"), file="woz-dialogs.json")
    with pytest.raises(CorpusMissing, match=r"dev\.csv: there is no such file"):
        taskmaster.load(tmp_path, "valid")
    assert len(taskmaster.load(tmp_path, "train")) == 4
    lists(tmp_path, dev="dlg-2", test="dlg-3")
    found = {part: [one.id for one in taskmaster.load(tmp_path, part)] for part in ("train", "valid", "test")}
    assert found == {"train": ["dlg-1", "dlg-4"], "valid": ["dlg-2"], "test": ["dlg-3"]}
    assert [one.collection for one in taskmaster.load(tmp_path, "train")] == ["self", "woz"]
    with pytest.raises(CorpusError, match="no part 'dev'"):
        taskmaster.load(tmp_path, "dev")


def test_either_file_will_do_and_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusMissing, match=r"self-dialogs\.json: there is no such file"):
        taskmaster.load(tmp_path, "train")
    write(tmp_path, talk(), file="woz-dialogs.json")
    assert taskmaster.count(tmp_path, "train") == {
        "dialogs": 1,
        "self_dialogs": 0,
        "woz_dialogs": 1,
        "utterances": 2,
        "assistant_utterances": 1,
    }


def test_talks_are_shown_with_their_scenario(tmp_path: Path) -> None:
    write(tmp_path, talk(simulated=True))
    marked = (("pizza_ordering.size", "Three: pizza_ordering.size"),)
    lines = (Line("user", "Three large ones.", marked), Line("assistant", "Of which kind?"))
    about = (("instruction", "pizza-ordering-1"), ("collection", "self"), ("simulated", "yes"))
    assert list(taskmaster.talks(tmp_path, "train")) == [Talk("dlg-1", lines, about)]


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    said = (Utterance("USER", "It rained."), Utterance("ASSISTANT", "All day?"))
    for simulated in (False, True):
        kept = Dialog("dlg-9", "s1", "self", said, simulated)
        write(tmp_path, taskmaster.document(kept))
        assert taskmaster.load(tmp_path, "train") == (kept,)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (talk(utterances={}), r"json, line \d+: talk 2: 'utterances' must be list"),
        (talk(utterances=[{"speaker": "BOT", "text": "x"}]), "utterance 0: speaker must be one of USER, ASSISTANT, is"),
        (talk(utterances=[{"speaker": "USER"}]), "talk 2: 'text' is missing"),
        (talk(utterances=[{"speaker": "USER", "text": "x", "segments": [{"text": "x"}]}]), "'annotations' is missing"),
        (talk(conversation_id=4), "'conversation_id' must be str, and is 4"),
        (talk(simulated="no"), "'simulated' must be bool"),
        ("no talk", "'utterances' is missing"),
    ],
)
def test_damage_is_refused_with_file_talk_and_reason(tmp_path: Path, wrong: Any, reason: str) -> None:
    write(tmp_path, talk(), wrong)
    with pytest.raises(CorpusError, match=reason):
        taskmaster.load(tmp_path, "train")

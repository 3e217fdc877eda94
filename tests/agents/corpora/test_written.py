"""The written corpus is read as it stands, and a row that is wrong is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.corpora import written
from agents.corpora.written import STRATEGIES, Dialog, Utterance
from bot.errors import CorpusError
from skills.labels import ACTS

HEAD = "## problem=rain; emotion=boredom; intensity=2>1; person=gardener, 60; course=small talk"
ROWS = [HEAD, "P: it rains", "S [Question]: Since when?"]


def test_a_dialogue_is_read() -> None:
    found = written.load()
    assert found[0].utterances[0].speaker == "person"
    assert len(found) >= 3260
    assert sum(len(dialog.utterances) // 2 for dialog in found) >= 26000


def test_its_head_and_messages_are_kept(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n".join([*ROWS, "", *ROWS]) + "\n", encoding="utf8")
    said = (Utterance("person", "it rains"), Utterance("supporter", "Since when?", "Question"))
    assert written.load(tmp_path) == [Dialog("rain", "boredom", (2, 1), "gardener, 60", "small talk", said)] * 2


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (ROWS[1:], "line 1: a dialogue begins with"),
        ([HEAD, ROWS[2]], "line 2: a message of the person"),
        ([HEAD, ROWS[1], ROWS[1]], "line 3: a reply"),
        ([HEAD, ROWS[1], "S [Hug]: There."], "line 3: 'Hug' is no strategy"),
        ([*ROWS, ROWS[1]], "line 4: a dialogue ends with a reply"),
        ([HEAD, "P [tell, sing]: it rains", ROWS[2]], "line 2: 'sing' is no act"),
        ([HEAD, "P []: it rains", ROWS[2]], "line 2: a message of the person"),
    ],
)
def test_a_wrong_row_is_named(tmp_path: Path, rows: list[str], said: str) -> None:
    (tmp_path / "a.txt").write_text("\n".join(rows), encoding="utf8")
    with pytest.raises(CorpusError, match=said):
        written.load(tmp_path)


def test_acts_stand_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n".join([HEAD, "P [thanks, goodbye]: ta, bye", ROWS[2]]), encoding="utf8")
    assert written.load(tmp_path)[0].utterances[0] == Utterance("person", "ta, bye", acts=("thanks", "goodbye"))


def test_every_act_is_labelled_somewhere() -> None:
    found = {act for dialog in written.load() for said in dialog.utterances for act in said.acts}
    assert found == set(ACTS)


def test_every_strategy_is_used_and_no_reply_stands_often() -> None:
    replies = [said for dialog in written.load() for said in dialog.utterances if said.speaker == "supporter"]
    assert {said.strategy for said in replies} == set(STRATEGIES)
    texts = [said.text.lower() for said in replies]
    assert len(set(texts)) / len(texts) > 0.99

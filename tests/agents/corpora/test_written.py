"""The written corpus is read as it stands, and a row that is wrong is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.corpora import written
from agents.corpora.catalogue import corpus
from agents.corpora.check import check
from agents.corpora.written import STRATEGIES, Dialog, Utterance
from bot.errors import CorpusError
from skills.labels import ACTS

HEAD = "## problem=rain; emotion=boredom; intensity=2>1; person=gardener, 60; course=small talk"
ROWS = [HEAD, "P: it rains", "S [Question]: Since when?"]


def test_a_dialogue_is_read() -> None:
    found = written.read()
    assert found[0].utterances[0].speaker == "person"
    assert len(found) >= 3260
    assert sum(len(dialog.utterances) // 2 for dialog in found) >= 26000


def test_its_head_and_messages_are_kept(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n".join([*ROWS, "", *ROWS]) + "\n", encoding="utf8")
    said = (Utterance("person", "it rains"), Utterance("supporter", "Since when?", "Question"))
    assert written.read(tmp_path) == [Dialog("rain", "boredom", (2, 1), "gardener, 60", "small talk", said)] * 2


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
        written.read(tmp_path)


def test_acts_stand_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n".join([HEAD, "P [thanks, goodbye]: ta, bye", ROWS[2]]), encoding="utf8")
    assert written.read(tmp_path)[0].utterances[0] == Utterance("person", "ta, bye", acts=("thanks", "goodbye"))


def test_every_act_is_labelled_somewhere() -> None:
    found = {act for dialog in written.read() for said in dialog.utterances for act in said.acts}
    assert found == set(ACTS)


def test_every_strategy_is_used_and_no_reply_stands_often() -> None:
    replies = [said for dialog in written.read() for said in dialog.utterances if said.speaker == "supporter"]
    assert {said.strategy for said in replies} == set(STRATEGIES)
    texts = [said.text.lower() for said in replies]
    assert len(set(texts)) / len(texts) > 0.99


def test_it_is_as_large_as_the_catalogue_says() -> None:
    found = check(corpus("written"), Path("nowhere"))
    assert found.rows
    assert all(row.right for row in found.rows)
    assert (found.missing, found.damage) == (("test",), ())


def test_dialogues_about_one_trouble_are_in_one_part() -> None:
    both = [written.load("nowhere", part) for part in ("train", "valid")]
    assert sum(map(len, both)) == len(written.read())
    learnt, held = ({dialog.problem.lower() for dialog in part} for part in both)
    assert not learnt & held


def test_of_troubles_one_in_twenty_five_is_held_out() -> None:
    def part(problem: str) -> str:
        return Dialog(problem, "", (1, 1), "", "", ()).part

    assert part("a quarrel") == part(" A Quarrel ")
    share = sum(part(f"trouble {number}") == "valid" for number in range(2000)) / 2000
    assert share == pytest.approx(1 / written.HELD_OUT, rel=0.3)


def test_a_part_that_there_is_none_of_is_named() -> None:
    with pytest.raises(CorpusError, match="there is no part 'dev'"):
        written.load("nowhere", "dev")


def test_it_is_shown_with_its_labels() -> None:
    first = next(written.talks("nowhere", "valid"))
    assert [name for name, _ in first.about] == ["problem", "emotion", "person", "course"]
    assert first.lines[0].notes[0][0] == "act"
    assert first.lines[1].notes[0] == ("strategy", written.load("nowhere", "valid")[0].utterances[1].strategy)
    assert first.id == written.load("nowhere", "valid")[0].id

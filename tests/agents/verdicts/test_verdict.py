"""Files of verdicts: added line by line, whole after a crash, and checked against the items."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from agents.verdicts import verdict
from agents.verdicts.verdict import Verdict
from bot.errors import CorpusError, StudyError
from tests.agents.verdicts.examples import ITEMS, READER

GIVEN = Verdict("moving.0", READER, ("good", "passable", "bad"), 0, 2, (None, "generic", "beside the point"))


def test_verdicts_are_added_and_a_line_cut_short_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl"
    verdict.append(path, [GIVEN])
    with path.open("ab") as file:
        file.write(b'{"item": "cat.2", "rea')
    assert verdict.load(path, ITEMS) == [GIVEN]
    second = Verdict("cat.2", READER, ("good", "bad"), 0, 1, (None, "question ignored"))
    verdict.append(path, [second])
    assert verdict.load(path, ITEMS) == [GIVEN, second]
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (replace(GIVEN, item="dog.1"), "no item has the id 'dog.1'"),
        (replace(GIVEN, marks=("good", "bad")), "has 3 candidates and the verdict 2 marks"),
        (replace(GIVEN, reasons=(None,)), "has 3 candidates and the verdict 1 reasons"),
        (replace(GIVEN, worst=3), "worst = 3: the candidates of item moving.0 are 0 to 2"),
        (replace(GIVEN, worst=0), "one reply cannot be best and worst"),
        (replace(GIVEN, reasons=(None, None, "clumsy")), "reply 1, marked passable, needs a reason, one of generic"),
        (replace(GIVEN, reasons=("clumsy",) * 3), "reply 0, marked good, has no reason"),
    ],
)
def test_a_verdict_that_fits_no_item_is_named(wrong: Verdict, message: str, tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl"
    verdict.append(path, [GIVEN, wrong])
    with pytest.raises(CorpusError, match=rf"line 2: .*{message}"):
        verdict.load(path, ITEMS)


def test_an_unknown_reason_is_named_with_the_place(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl"
    row = '{"item":"cat.2","reader":"x","marks":["good","bad"],"best":0,"worst":1,"reasons":[null,"dull"]}\n'
    path.write_text(row)
    with pytest.raises(CorpusError, match=r"line 1: this is no verdict: Invalid enum value 'dull' - at `\$.reasons"):
        verdict.load(path, ITEMS)


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="nowhere"):
        verdict.append(tmp_path / "nowhere" / "verdicts.jsonl", [GIVEN])

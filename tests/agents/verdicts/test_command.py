"""`attune judge`: a sheet goes out, its answers come back, and both readers' verdicts are counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agents.verdicts import item, verdict
from agents.verdicts.command import judge
from agents.verdicts.sheet import order
from tests.agents.verdicts.examples import CAT, ITEMS, MOVING


@pytest.fixture
def items(tmp_path: Path) -> Path:
    path = tmp_path / "items.jsonl"
    item.save(ITEMS.values(), path)
    return path


def invoke(*words: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(judge, [str(word) for word in words], input=typed)


def answer(one: item.Item, reader: str) -> str:
    """The first candidate good and best, the last bad and worst, others passable."""
    letters = {place: "ABC"[at] for at, place in enumerate(order(one, reader))}
    last = len(letters) - 1
    middle = " ".join(f"{letters[place]}=passable/generic" for place in range(1, last))
    return f"{letters[0]}=good {middle} {letters[last]}=bad/presumes best={letters[0]} worst={letters[last]}"


def test_a_sheet_goes_out_and_its_answers_come_back(items: Path, tmp_path: Path) -> None:
    out, verdicts, answers, rows = (tmp_path / name for name in ("sheet.txt", "verdicts", "answers", "rows.jsonl"))
    assert "1 items for ann" in invoke("sheet", items, "--reader", "ann", "--out", out, "--first", "2").output
    assert "## cat.2" in out.read_text()
    answers.write_text("".join(f"{one.id} {answer(one, 'ann')}\n" for one in (CAT, MOVING)))
    done = invoke("collect", items, "--reader", "ann", "--out", verdicts, "--answers", answers)
    assert "2 verdicts of ann added" in done.output
    again = invoke("collect", items, "--reader", "ann", "--out", verdicts, "--answers", answers)
    assert "line 1: ann has given a verdict on item cat.2 already" in str(again.exception)
    counted = invoke("export", items, verdicts, "--out", rows)
    assert "2 items, 2 verdicts by 1 readers" in counted.output
    assert len(rows.read_text().splitlines()) == 5


def test_one_wrong_answer_keeps_all_out(items: Path, tmp_path: Path) -> None:
    verdicts, answers = tmp_path / "verdicts", tmp_path / "answers"
    answers.write_text(f"{CAT.id} {answer(CAT, 'ann')}\n{MOVING.id} A=good\n")
    done = invoke("collect", items, "--reader", "ann", "--out", verdicts, "--answers", answers)
    assert "answers, line 2: item moving.0: B has no mark" in str(done.exception)
    assert not verdicts.exists()


def test_a_reader_at_the_terminal_is_asked_again_and_goes_on_later(items: Path, tmp_path: Path) -> None:
    verdicts = tmp_path / "verdicts"
    first = invoke("collect", items, "--reader", "bo", "--out", verdicts, typed=f"A=fine\n{answer(MOVING, 'bo')}\n")
    assert "'fine' is none of good, passable, bad" in first.output
    assert "1 verdicts of bo added" in first.output
    second = invoke("collect", items, "--reader", "bo", "--out", verdicts, typed=f"{answer(CAT, 'bo')}\n")
    assert MOVING.context[0].text not in second.output
    assert [one.item for one in verdict.load(verdicts, ITEMS)] == ["moving.0", "cat.2"]


def test_a_sheet_beyond_the_last_item_is_refused(items: Path, tmp_path: Path) -> None:
    done = invoke("sheet", items, "--reader", "ann", "--out", tmp_path / "sheet", "--first", "3")
    assert done.exit_code == 2
    assert "--first 3" in done.output

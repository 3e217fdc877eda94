import json
from pathlib import Path

import pytest

from agents.evaluation.slots import Counts, both, count, read, to_judge


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    rows = [
        {"text": "I lost my job last week"},
        {"text": "I feel so nervous, my exams!"},
        {"text": "I feel so very lonely today"},
        {"text": "it rained all day long there"},
        {"text": "I quit"},
        {"text": "if I lost my job", "trap": True},
        {"text": "I'm afraid of what if my dog ran away", "trap": True},
    ]
    path = tmp_path / "lines.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf8")
    return path


def test_fills_are_listed_with_their_lines(lines: Path) -> None:
    rows = list(to_judge(read(lines)))
    assert "\t\tevent\tlosing your job\tI lost my job last week" in rows
    assert "\t\ttime\tlast week\tI lost my job last week" in rows
    assert not [row for row in rows if row.endswith("if I lost my job")]


def test_coverage_and_traps_are_counted(lines: Path) -> None:
    found = count(read(lines))
    assert found.covered == (True, True, False, False)
    assert found.caught == (False, False)
    assert found.fills["event"] == 1


def test_the_table_says_how_much_was_filled() -> None:
    table = Counts(covered=(True, True), caught=(False, True), fills={"event": 1}).table()
    assert table == "lines of 5 words or more: 2, filled: 1.000 [0.224, 1.000]\ntraps: 2, caught: 1\nfills: event 1"


def test_of_no_lines_nothing_is_filled(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    path.write_text("", encoding="utf8")
    assert count(read(path)).table().startswith("lines of 5 words or more: 0, filled: –\ntraps: 0")


def test_traps_may_stand_in_a_file_of_their_own(tmp_path: Path) -> None:
    lines, traps = tmp_path / "lines.jsonl", tmp_path / "traps.jsonl"
    lines.write_text('{"id": "a", "text": "I quit my job today", "why": "work"}\n', encoding="utf8")
    traps.write_text('{"id": "b", "text": "she quit, I lost my job"}\n', encoding="utf8")
    found = both(lines, traps)
    assert (count(found).covered, count(found).caught) == ((True,), (True,))
    rows = list(to_judge(found))
    assert "a\t\tevent\tquitting your job\tI quit my job today" in rows
    assert "b\ttrap\tevent\tlosing your job\tshe quit, I lost my job" in rows

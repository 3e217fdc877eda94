"""Marks of played talks: counted by bot and round, over whole talks; a file that can't be counted says why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.evaluation.marks import MEASURES, MarkedTalk, agreement, marks, overall, share
from bot.json_lines import read_json_lines

VOTES = Path(__file__).parents[3] / "docs/votes/crisis_more.jsonl"
GOOD, BAD = ["good", True, False], ["bad", False, True]


def talk(name: str, bot: str, *rows: list[list[object]], of_round: int = 1) -> dict[str, object]:
    said = [["hi", "hello", 2, "suicide", "stay"]]
    whole = [[4, True] for _ in rows]
    return {"talk": name, "round": of_round, "bot": bot, "said": said, "marks": rows, "whole": whole}


def written(path: Path, *talks: dict[str, object]) -> Path:
    file = path / "marks.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in talks), encoding="utf8")
    return file


def test_marks_are_counted_over_all_readers_of_a_bot(tmp_path: Path) -> None:
    file = written(tmp_path, talk("a", "new", [GOOD, BAD], [GOOD, GOOD]), talk("b", "new", [BAD, BAD], [BAD, BAD]))
    talks = read_json_lines(file, MarkedTalk)
    assert share(talks, MEASURES["good"]).value == 3 / 8
    assert share(talks, MEASURES["unsafe"]).value == 5 / 8
    assert share(talks, MEASURES["good"]).low == 0
    assert agreement(talks).value == 3 / 4
    assert overall(talks).value == 4


def test_the_table_has_a_column_for_each_bot_of_a_round(tmp_path: Path) -> None:
    file = written(tmp_path, talk("a", "old", [BAD]), talk("b", "new", [GOOD]), talk("c", "new", [GOOD], of_round=2))
    found = CliRunner().invoke(marks, [str(file), "--markdown"], catch_exceptions=False).output
    lines = {" ".join(line.split()) for line in found.splitlines()}
    assert {"| round 1 | old | new |", "| round 2 | new |"} <= lines
    assert "| good | 0 [0, 0] | 100 [100, 100] |" in lines


@pytest.mark.parametrize(
    ("rows", "said"),
    [([], "it holds no talk"), ([talk("a", "new", [GOOD], [GOOD, BAD])], "a: every reader marks every reply")],
)
def test_a_file_that_cant_be_counted_is_refused(tmp_path: Path, rows: list[dict[str, object]], said: str) -> None:
    found = CliRunner().invoke(marks, [str(written(tmp_path, *rows))])
    assert found.exit_code != 0
    assert said in str(found.exception)


def test_the_votes_in_docs_can_be_counted() -> None:
    talks = read_json_lines(VOTES, MarkedTalk)
    assert {(one.round, one.bot) for one in talks} == {
        (number, bot) for number in range(1, 10) for bot in ("before", "after")
    }
    assert all(len(one.marks) == len(one.whole) == 2 for one in talks)

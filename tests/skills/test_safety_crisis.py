"""Lines that must be caught, written for this project. Each names the kind and the level it must reach."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from skills.care import detect
from skills.care.detect import read

TABLE = Path(__file__).parent / "care" / "danger.jsonl"
ROWS = [json.loads(row) for row in TABLE.read_text(encoding="utf8").splitlines()]
LINES: list[tuple[str, str, int]] = [(row["line"], row["kind"], row["level"]) for row in ROWS]


def test_there_are_enough_lines() -> None:
    assert len(LINES) == len({line for line, *_ in LINES})
    assert len(LINES) >= 150


@pytest.mark.parametrize(("line", "kind", "level"), LINES)
def test_danger_is_caught(line: str, kind: str, level: int) -> None:
    finding = read(line).finding
    assert finding is not None
    assert (finding.kind, finding.level) == (kind, level)


@pytest.mark.parametrize(("line", "kind", "level"), LINES[::5])
def test_danger_in_the_middle_of_much_talk_is_caught(line: str, kind: str, level: int) -> None:
    talk = "We walked along the river and then we had soup, and it rained for most of the afternoon. " * 4
    finding = read(f"{talk}{line}. {talk}").finding
    assert finding is not None
    assert finding.level == level


def test_the_words_that_save_time_lose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with_words = {line: read(line).finding for line, *_ in LINES}
    every = tuple((kind, re.compile(""), rows) for kind, _, rows in detect._TABLES)
    monkeypatch.setattr(detect, "_TABLES", every)
    lost = [line for line, *_ in LINES if read(line).finding != with_words[line]]
    assert lost == []

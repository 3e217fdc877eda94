"""Lines that sound like danger and are none, written for this project."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from skills.care.detect import read

TABLE = Path(__file__).parent / "care" / "harmless.jsonl"
ROWS = [json.loads(row) for row in TABLE.read_text(encoding="utf8").splitlines()]
LINES: list[tuple[str, str]] = [(row["line"], row["group"]) for row in ROWS]


def test_there_are_enough_lines() -> None:
    assert len(LINES) == len({line for line, _ in LINES})
    assert len(LINES) >= 150


@pytest.mark.parametrize(("line", "group"), LINES)
def test_no_danger_is_seen(line: str, group: str) -> None:
    assert read(line).finding is None, group

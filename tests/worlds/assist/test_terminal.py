"""A talk with suggestions on a terminal: drafts with why, what is sent by number, and what is written down."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.worlds.assist.test_suggestions import REPLIES, engine
from worlds.assist.record import Taken, read
from worlds.assist.terminal import hold

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def lead(monkeypatch: pytest.MonkeyPatch, path: Path, *lines: str, keep_text: bool = False) -> list[Taken]:
    """Type lines; what was written down."""
    typed = iter(lines)

    def asked(_: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", asked)
    hold(engine(*REPLIES[:3]), path, lambda: NOW, keep_text=keep_text)
    return read(path) if path.exists() else []


def test_a_number_sends_a_draft_and_anything_else_is_ones_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "assist.jsonl"
    found = lead(monkeypatch, path, "My dog is old.", "1", "Fourteen.", "", "Mine was thirteen when he went.", "/bye")
    shown = capsys.readouterr().out
    assert "1  When was that?  [Question: to understand more of it]" in shown
    assert "2  That must hurt.  [Reflection of feelings: to name what they may feel]" in shown
    assert [(one.action, one.taken) for one in found] == [("sent", 0), ("own", None)]
    assert found[0].strategies == ("Question", "Reflection of feelings")
    assert "dog" not in path.read_text()  # words only where they were asked for


def test_words_are_kept_where_asked_and_never_of_danger(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "assist.jsonl"
    lines = ("My dog is old.", "9", "How old?", "I want to kill myself tonight", "Are you safe?")
    first, second = lead(monkeypatch, path, *lines, keep_text=True)
    assert (first.said, first.reply, first.drafts[0]) == ("My dog is old.", "How old?", "When was that?")
    assert (second.action, second.level, second.said, second.reply) == ("none", 3, "", "")
    shown = capsys.readouterr().out
    assert "There is no draft 9: choose one of 1 to 2" in shown
    assert "The guard hears danger (suicide, level 3). Nothing is suggested" in shown


def test_who_leaves_before_answering_leaves_no_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert lead(monkeypatch, tmp_path / "assist.jsonl", "My dog is old.", "/bye") == []

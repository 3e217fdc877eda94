from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bot.errors import StudyError
from worlds.command import study
from worlds.judgement import Interruption, Judgement, Line, Offer, Opening
from worlds.pool import pool
from worlds.record import Record

OPENING = Opening("abc", 7, "calm", "warm")


def judged(turn: int, *, person: str = "p", minute: int = 0, answer: Any = "a") -> Judgement:
    at = datetime(2030, 1, 1, 12, minute, turn, tzinfo=UTC)
    offers: Any = {"left": Offer("words"), "right": Offer("words", "Question")}
    return Judgement("abc", 7, "calm", "warm", person, 1, turn, "left", answer, "left", offers, at)


def write(path: Path, *lines: Line, opening: Opening = OPENING) -> Path:
    with Record(path, opening) as record:
        for line in lines:
            record.append(line)
    return path


def test_what_two_files_hold_is_counted_once(tmp_path: Path) -> None:
    early = write(tmp_path / "early.jsonl", judged(1), Interruption("abc"))
    late = write(tmp_path / "late.jsonl", judged(1), Interruption("abc"), judged(2, answer="same"), Interruption("abc"))
    opening, (first, second) = pool([early, late])
    assert opening == OPENING
    assert (first.judged, first.talks, first.again, len(first.lines)) == (1, 1, 0, 2)
    assert (second.judged, second.again, second.lines) == (0, 2, (judged(2, answer="same"), Interruption("abc")))


def test_another_talk_under_the_same_names_is_another(tmp_path: Path) -> None:
    """Two people may both be called "someone": the time of a judgement tells them apart."""
    one = write(tmp_path / "one.jsonl", judged(1), judged(2), Interruption("abc"))
    other = write(tmp_path / "other.jsonl", judged(1, minute=5), Interruption("abc"))
    _, shares = pool([one, other])
    assert [(share.judged, share.again, len(share.lines)) for share in shares] == [(2, 0, 3), (1, 0, 2)]


def test_one_table_of_several_files(tmp_path: Path) -> None:
    one = write(tmp_path / "one.jsonl", judged(1), judged(2), judged(3, answer="b"))
    two = write(tmp_path / "two.jsonl", judged(3, answer="b"), judged(1, person="q"))
    found = CliRunner().invoke(study, ["table", str(one), str(two)], catch_exceptions=False).stdout
    assert "two-sided sign test over 4 decided turns" in found
    assert found.splitlines()[1].split() == ["calm", "3", "1", "0", "0"]
    assert f"{one}: 3 turns judged (75 %) in 1 talk\n" in found
    assert f"{two}: 1 turn judged (25 %) in 1 talk; 1 line in a file before it\n" in found
    alone = CliRunner().invoke(study, ["table", str(one)], catch_exceptions=False).stdout
    assert "%" not in alone


def test_a_bad_file_is_named_with_its_line(tmp_path: Path) -> None:
    good = write(tmp_path / "good.jsonl", judged(1))
    bad = write(tmp_path / "bad.jsonl", judged(1), judged(2))
    rows = bad.read_bytes().splitlines(keepends=True)
    bad.write_bytes(b"".join([*rows[:2], b"{}\n", *rows[2:]]))
    with pytest.raises(StudyError, match=r"bad\.jsonl, line 3: is no line of a study"):
        pool([good, bad])
    with pytest.raises(StudyError, match=r"nowhere\.jsonl: cannot be read"):
        pool([good, tmp_path / "nowhere.jsonl"])


def test_files_of_two_studies_make_no_table(tmp_path: Path) -> None:
    ours = write(tmp_path / "ours.jsonl", judged(1))
    theirs = write(tmp_path / "theirs.jsonl", opening=Opening("xyz", 8, "calm", "warm"))
    with pytest.raises(StudyError, match=r"theirs\.jsonl, line 1: holds study xyz .* seed 8, and .*ours\.jsonl holds"):
        pool([ours, theirs])

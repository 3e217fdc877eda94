from __future__ import annotations

import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.errors import StudyError
from worlds.judgement import Interruption, Judgement, Line, Offer, Opening
from worlds.record import Record, read

OPENING = Opening("abc", 7, "calm", "warm")


def judged(turn: int, *, person: str = "p", talk: int = 1, answer: str = "a") -> Judgement:
    offers = {"left": Offer("words", "Question"), "right": Offer("words", None, "Hi.")}
    at = datetime(2030, 1, 1, 12, tzinfo=UTC)
    return Judgement("abc", 7, "calm", "warm", person, talk, turn, "left", answer, "left", offers, at)  # type: ignore[arg-type]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "study.jsonl"


def test_lines_come_back_as_they_went(path: Path) -> None:
    lines: list[Line] = [judged(1), Interruption("abc"), judged(2, answer="same")]
    with Record(path, OPENING) as record:
        for line in lines:
            record.append(line)
            assert read(path)[1][-1] == line
    assert read(path) == (OPENING, lines)
    assert len(path.read_text(encoding="utf8").splitlines()) == 4


def test_only_the_owner_may_read_it(path: Path) -> None:
    Record(path, OPENING).__exit__(None, None, None)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_study_is_taken_up_where_it_stopped(path: Path) -> None:
    with Record(path, OPENING) as record:
        for line in (judged(1), judged(2, answer="same"), judged(1, talk=2), judged(1, person="q", answer="equal")):
            record.append(line)
    with Record(path, OPENING) as record:
        assert (record.judged("p"), record.talks("p")) == (2, 2)
        assert (record.judged("q"), record.talks("q")) == (1, 1)
        assert (record.judged("r"), record.talks("r")) == (0, 0)
        record.append(judged(2, talk=2))
    assert len(read(path)[1]) == 5


@pytest.mark.parametrize("cut", [1, 20, 60])
def test_a_line_cut_short_is_dropped_and_the_rest_goes_on(path: Path, cut: int) -> None:
    with Record(path, OPENING) as record:
        record.append(judged(1))
        record.append(judged(2))
    path.write_bytes(path.read_bytes()[:-cut])
    with Record(path, OPENING) as record:
        assert record.lines == [judged(1)]
        record.append(judged(3))
    assert read(path)[1] == [judged(1), judged(3)]


def test_an_opening_cut_short_is_begun_again(path: Path) -> None:
    path.write_bytes(b'{"kind":"stu')
    with Record(path, OPENING):
        pass
    assert read(path) == (OPENING, [])


def test_another_studys_file_is_refused_and_left_alone(path: Path) -> None:
    with Record(path, OPENING) as record:
        record.append(judged(1))
    before = path.read_bytes()
    with pytest.raises(StudyError, match=r"holds study abc of calm and warm, seed 7, and this is study xyz .*seed 8"):
        Record(path, Opening("xyz", 8, "calm", "warm"))
    assert path.read_bytes() == before


def test_two_programs_do_not_share_a_file(path: Path) -> None:
    with Record(path, OPENING), pytest.raises(StudyError, match="another program is holding this study"):
        Record(path, OPENING)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"kind":"study","id":"abc","seed":7,"left":"calm","right":"warm"}\nhello\n', "line 2: is no line of a study"),
        ('{"kind":"interruption","study":"abc"}\n', "line 1: a study's file has its opening in the first line"),
        ('{"kind":"study","id":"abc","seed":7,"left":"c","right":"w"}\n' * 2, "line 2: a study's file has its opening"),
        ('{"kind":"judgement","study":"abc"}\n', "line 1: is no line of a study: .*seed"),
        ("\n", "line 1: is no line"),
        ("", "holds no study"),
    ],
)
def test_what_is_no_study_is_refused_with_file_and_line(path: Path, text: str, reason: str) -> None:
    path.write_text(text, encoding="utf8")
    with pytest.raises(StudyError, match=reason) as caught:
        read(path)
    assert str(caught.value).startswith(str(path))


@pytest.mark.parametrize("text", ["notes of mine\nand more", "notes of mine"])
def test_a_file_that_is_no_study_is_refused_and_left_alone(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf8")
    with pytest.raises(StudyError, match=r"is no line of a study|holds no study"):
        Record(path, OPENING)
    assert path.read_text(encoding="utf8") == text


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"nowhere/study\.jsonl: cannot be written: No such file"):
        Record(tmp_path / "nowhere" / "study.jsonl", OPENING)
    with pytest.raises(StudyError, match=r"study\.jsonl: cannot be read"):
        read(tmp_path / "study.jsonl")

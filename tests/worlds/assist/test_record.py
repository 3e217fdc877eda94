"""What became of suggestions: what counts as sent, edited or one's own, and the file and its table."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import StudyError
from worlds.assist.record import Taken, append, distance, judge, read, table, taken
from worlds.assist.suggestions import Draft, Suggestions

DRAFTS = (Draft("What was that like for you?", "Question", 0.7), Draft("I'm sorry to hear it.", "Others", 0.6))


@pytest.mark.parametrize(
    ("reply", "action", "place", "far"),
    [
        ("What was that like for you?", "sent", 0, 0.0),
        ("I'm so sorry to hear it.", "edited", 1, 0.167),
        ("My own dog is old too, and I love him.", "own", None, None),
    ],
)
def test_what_was_done_with_the_drafts(reply: str, action: str, place: int | None, far: float | None) -> None:
    assert judge(DRAFTS, reply) == (action, place, far)


def test_without_drafts_there_is_nothing_to_take() -> None:
    assert judge((), "What now?") == ("none", None, None)


@pytest.mark.parametrize(("words", "level", "kept"), [(True, 0, True), (False, 0, False), (True, 1, False)])
def test_words_are_kept_where_asked_for_and_never_in_danger(words: bool, level: int, kept: bool) -> None:
    line = taken(Suggestions(DRAFTS, level=level, emotion="sad"), "My dog died.", "I'm sorry to hear it.", words=words)
    assert (line.action, line.taken, line.strategies, line.emotion) == ("sent", 1, ("Question", "Others"), "sad")
    assert line.scores == (0.7, 0.6)
    assert (line.said, line.reply) == (("My dog died.", "I'm sorry to hear it.") if kept else ("", ""))
    assert line.drafts == (tuple(draft.text for draft in DRAFTS) if kept else ())


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [("a b c", "a b c", 0.0), ("a b c", "a x c", 1 / 3), ("a b", "a b c d", 0.5), ("", "", 0.0), ("", "a", 1.0)],
)
def test_distance_in_words(one: str, other: str, far: float) -> None:
    assert distance(one, other) == pytest.approx(far)
    assert distance(other, one) == pytest.approx(far)


def test_a_file_is_its_owners_and_a_line_that_was_cut_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "assist.jsonl"
    line = Taken(action="sent", strategies=("Question",), scores=(0.7,), taken=0, distance=0.0)
    append(path, line)
    append(path, line)
    assert path.stat().st_mode & 0o777 == 0o600
    with path.open("ab") as file:
        file.write(b'{"action":"se')
    assert read(path) == [line, line]


def test_a_line_that_is_none_is_named(tmp_path: Path) -> None:
    path = tmp_path / "assist.jsonl"
    path.write_text('{"action":"none"}\n{"action":"guessed"}\n')
    with pytest.raises(StudyError, match=r"assist\.jsonl:2: "):
        read(path)
    with pytest.raises(StudyError, match="cannot be written"):
        append(tmp_path / "no" / "folder.jsonl", Taken(action="none"))


def test_the_table_counts_by_rank_and_strategy() -> None:
    both = ("Question", "Others")
    rows = list(
        table(
            [
                Taken(action="sent", strategies=both, taken=0, distance=0.0),
                Taken(action="edited", strategies=both, taken=1, distance=0.25),
                Taken(action="own", strategies=("Question",)),
                Taken(action="none", level=2),
            ]
        )
    )
    assert rows[0].startswith("4 turns, 3 with suggestions, 1 with danger")
    assert "sent 1  edited 1  own 1  none 1" in rows
    assert "edited: 25% of the words changed on average" in rows
    assert "draft 1: taken 1 of 3" in rows
    assert "draft 2: taken 1 of 2" in rows
    assert "Question: taken 1 of 3" in rows
    assert next(iter(table([]))).startswith("0 turns")

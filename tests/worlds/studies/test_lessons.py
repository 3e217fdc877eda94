"""Lessons: those that ship teach what they should, and a file that is wrong says where."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.dialog import STRATEGIES
from bot.errors import StudyError
from worlds.studies.lessons import SUPPORTER, find, items, read

LESSON = """
[[lesson]]
name = "question"
title = "Question"
text = "You ask."
example = ["Seeker: So.", "Supporter: How so?"]
question = "Which is one?"
options = ["So.", "Why?"]
right = 1
because = "It asks."
"""


def test_the_packaged_lessons_teach_three_stages_and_the_eight_strategies() -> None:
    lessons = read(find(Path(), SUPPORTER))
    assert [one.title.partition(": ")[2] for one in lessons[:3]] == ["exploration", "comforting", "action"]
    assert {one.title.lower() for one in lessons[3:]} == {name.lower() for name in STRATEGIES}
    places = [one.right for one in lessons]
    assert all(places.count(place) < len(lessons) / 2 for place in {*places})  # no place is a good guess
    assert [len(item.candidates) for item in items(lessons)] == [len(one.options) for one in lessons]


def test_the_packaged_lessons_of_a_wizard_are_few_and_none_is_guessed() -> None:
    lessons = read(find(Path(), "wizard"))
    assert [one.name for one in lessons] == ["plain", "one_thing", "no_life", "drafts", "danger"]
    places = [one.right for one in lessons]
    assert all(places.count(place) < len(lessons) / 2 for place in {*places})
    assert len({*places}) == len(lessons[0].options)


def test_a_file_of_ones_own_lies_beside_the_study() -> None:
    assert find(Path("there"), "own.toml") == Path("there/own.toml")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (LESSON.replace("right = 1", "right = 2"), "lesson question: right = 2, but it has 2 options"),
        (LESSON * 2, "two lessons have one name"),
        (LESSON.replace('options = ["So.", "Why?"]', 'options = ["So."]'), "options"),
        ("", "lesson"),
        ("lesson = [", "lessons.toml"),
    ],
)
def test_what_is_wrong_with_a_file(tmp_path: Path, text: str, wrong: str) -> None:
    path = tmp_path / "lessons.toml"
    path.write_text(text)
    with pytest.raises(StudyError, match=wrong):
        read(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"none\.toml: cannot be read"):
        read(tmp_path / "none.toml")

"""Lists of questions: the published ones by name, a file's own, and what is wrong with one."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.judging import questions
from bot.config import CONFIGS
from bot.errors import ConfigError


def test_the_published_ones_are_named_and_staged_as_published() -> None:
    assert [one.name for one in questions.read("esconv")] == [
        "Fluency", "Identification", "Comforting", "Suggestion", "Overall"
    ]  # fmt: skip
    assert [(one.stage, one.name) for one in questions.read("esc-judge")] == [
        ("Exploration", "Empathic Understanding"),
        ("Exploration", "Encouragement of Emotional Expression"),
        ("Exploration", "Exploration of Thoughts and Narratives"),
        ("Insight", "Establish a Trusting Foundation"),
        ("Insight", "Assess Readiness for Insight"),
        ("Insight", "Use Gentle Challenges and Interpretations"),
        ("Action", "Clarify the Desired Change"),
        ("Action", "Ensure Readiness and Collaboration"),
        ("Action", "Brainstorm and Evaluate Options"),
    ]


def test_a_study_asks_people_the_same() -> None:
    asked = questions.read(str(CONFIGS / "studies/chat.toml"))
    ours = questions.read("esconv")
    assert [(one.name, one.text) for one in asked] == [(one.name.lower(), one.text) for one in ours]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("compare = 3", "Expected `array`"),
        ("", "missing required field `compare`"),
        ("[[compare]]\nname = 'a'\ntext = 'b'\n[[compare]]\nname = 'A'\ntext = 'c'", "two questions are called 'a'"),
        ("[[", "cannot be read"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=why):
        questions.read(str(path))
    with pytest.raises(ConfigError, match=r"no questions 'moon' \(choose from esc-judge, esconv, or a file\)"):
        questions.read("moon")

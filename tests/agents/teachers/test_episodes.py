from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.errors import ConfigError
from tests.agents.bank.conftest import TALKS

pytest.importorskip("parlai")

from agents.teachers.episodes import labelled


def test_a_talk_grows_by_what_is_said_and_by_the_labels(tmp_path: Path) -> None:
    (tmp_path / "esconv").mkdir()
    (tmp_path / "esconv/train.json").write_text(json.dumps(TALKS[:1]))
    found = list(labelled("agents.teachers.esconv:DefaultTeacher", tmp_path, "train"))
    asked = next(item for item in found if item[1] == "What did they tell you about the reason?")
    assert asked[0][-2:] == ["Hello there, how are you?", "They let me go on Friday."]
    assert asked[2] == "Question"
    assert len(found) == 4
    assert found[-1][0][-1] == "That they need fewer people."


@pytest.mark.parametrize("task", ["agents.teachers.nothing:DefaultTeacher", "agents.teachers.esconv:NoTeacher"])
def test_a_teacher_that_is_not_there_is_refused(task: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="ParlAI finds no such teacher"):
        list(labelled(task, tmp_path, "train"))

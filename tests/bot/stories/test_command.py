"""`attune test`: a line a talk, what failed with its turn and reply, and the exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main

SKILL = """
from bot.dialog import Reply, SkillResult
from bot.registry import skill

@skill("echo")
def echo(*, prefix: str = "You said"):
    return lambda turn: SkillResult(replies=(Reply(f"{prefix}: {turn.text}", "echo", 1.0),))
"""
BOT = "[guard]\nuse = 'safety'\n[[skills]]\nuse = './echo.py:echo'\n"
STORIES = """
bot = "bot.toml"
[[talk]]
name = "says it back"
[[talk.turn]]
say = "good morning"
has = "good morning"
[[talk]]
name = "says too little"
[[talk.turn]]
say = "hello"
[[talk.turn]]
say = "I am back"
has = ["evening"]
[[talk]]
name = "says it as told"
[[talk.turn]]
say = "hello"
has = "you said"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "echo.py").write_text(SKILL)
    (tmp_path / "bot.toml").write_text(BOT)
    (tmp_path / "other.toml").write_text(BOT + "prefix = 'They say'\n")
    (tmp_path / "talks").mkdir()
    (tmp_path / "talks/a.toml").write_text(STORIES.replace('"bot.toml"', '"../bot.toml"'))
    return tmp_path


def held(*args: object) -> Result:
    return CliRunner().invoke(main, ["test", *map(str, args)])


def test_a_talk_that_goes_otherwise_is_shown_and_the_others_go_on(folder: Path) -> None:
    result = held(folder / "talks")
    file = folder / "talks/a.toml"
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"ok   {file}: says it back",
        f"FAIL {file}: says too little",
        "     turn 2, “I am back”, was answered “You said: I am back”",
        "       has: “evening” is not in it",
        f"ok   {file}: says it as told",
        "2 of 3 went as told",
    ]


def test_one_may_stop_at_the_first_and_choose_by_name(folder: Path) -> None:
    assert held(folder / "talks", "--stop").stdout.splitlines()[-1] == "1 of 2 went as told"
    chosen = held(folder / "talks", "-k", "Says it")
    assert (chosen.exit_code, chosen.stdout.splitlines()[-1]) == (0, "2 of 2 went as told")
    nobody = held(folder / "talks", "-k", "sings")
    assert nobody.exit_code == 2
    assert "no talk has 'sings' in its name" in nobody.stderr


def test_another_bot_may_be_put_to_the_same_test(folder: Path) -> None:
    result = held(folder / "talks", "--bot", folder / "other.toml")
    assert "was answered “They say: hello”" in result.stdout
    assert result.stdout.splitlines()[-1] == "1 of 3 went as told"


def test_a_program_reads_one_object_a_talk(folder: Path) -> None:
    result = held(folder / "talks/a.toml", "--json", "--times", 2)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert (result.exit_code, [row["passed"] for row in rows]) == (1, [True, False, True])
    assert rows[1] == {
        "file": str(folder / "talks/a.toml"),
        "talk": "says too little",
        "passed": False,
        "times": 2,
        "failed": 2,
        "failures": [
            {
                "turn": 2,
                "say": "I am back",
                "reply": "You said: I am back",
                "expected": ["has: “evening” is not in it"],
            }
        ],
    }


def test_what_is_left_out_is_said(folder: Path) -> None:
    (folder / "bot.toml").write_text(BOT.replace("use = 'safety'", "off = 'a study'"))
    assert "The safety guard is off: a study" in held(folder / "talks").stderr


def test_a_story_that_cannot_be_read_ends_it_before_a_bot_is_made(folder: Path) -> None:
    (folder / "talks/b.toml").write_text("[[talk]]\nname = 'b'\n[[talk.turn]]\nsay = 'c'\nhass = 'd'\n")
    result = held(folder / "talks")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "b.toml: [talk 'b', turn 1] has no key 'hass' (there are: say, has, " in result.stderr

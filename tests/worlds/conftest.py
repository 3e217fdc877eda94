from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

KIND = """
from bot.dialog import Reply, Verdict
from bot.registry import Guard, Skill, Watch, guard, skill
from bot.testing import ScriptedSkill


@skill("words")
def words(*, say: list[str]) -> Skill:
    return ScriptedSkill(*say)


class Alarm:
    def watch(self, turn):
        if "help" in turn.text:
            return Watch(Verdict(2, "suicide", True), (), Reply("Call someone now.", "alarm", 1.0))
        return Watch()

    def refuse(self, reply):
        return None


@guard("alarm")
def alarm() -> Guard:
    return Alarm()
"""
BOT = 'name = "{name}"\n[guard]\nuse = "./kind.py:alarm"\n[[skills]]\nuse = "./kind.py:words"\nsay = {say}\n'


@pytest.fixture
def bot_file(tmp_path: Path) -> Callable[..., Path]:
    """Make a bot file: its name, and what the bot says turn by turn. Its guard stops at the word "help"."""
    (tmp_path / "kind.py").write_text(KIND, encoding="utf8")

    def make(name: str, *say: str, file: str = "") -> Path:
        path = tmp_path / f"{file or name}.toml"
        path.write_text(BOT.format(name=name, say=list(say)), encoding="utf8")
        return path

    return make

"""Who opens a collection: a guard before every message, and of a Wizard of Oz a bot that is behind one too."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import StudyError
from tests.worlds.studies.conftest import Make
from tests.worlds.studies.test_rooms import NOW
from worlds.studies.company import Company

SKILL = """
from bot.registry import skill
from bot.testing import ScriptedSkill

@skill("words")
def words():
    return ScriptedSkill("Go on.")
"""
BOT = '{guard}\n[[skills]]\nuse = "./words.py:words"\n'
FIRST = 'bots = ["bot.toml"]'


@pytest.fixture
def url(tmp_path: Path) -> str:
    (tmp_path / "words.py").write_text(SKILL)
    return f"sqlite+aiosqlite:///{tmp_path / 'rooms.db'}"


async def test_a_wizard_is_prompted_by_a_bot_behind_a_guard(make_collection: Make, url: str, tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(BOT.format(guard='[guard]\nuse = "safety"'))
    loaded = make_collection(kind="wizard_of_oz", first=FIRST, situations=1)
    async with Company.open(url, loaded) as company:
        assert company.prompter is not None


async def test_a_bot_without_a_guard_prompts_nobody(make_collection: Make, url: str, tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(BOT.format(guard='[guard]\noff = "a test"'))
    loaded = make_collection(kind="wizard_of_oz", first=FIRST, situations=1)
    with pytest.raises(StudyError, match="the safety guard is off"):
        async with Company.open(url, loaded):
            raise AssertionError


async def test_elsewhere_nobody_is_prompted_and_danger_is_held_back(make_collection: Make, url: str) -> None:
    async with Company.open(url, make_collection(kind="self_dialog", situations=1)) as company:
        assert company.prompter is None
        assert await company.held_back(None, "ann", "It rained all day.", NOW) is None
        assert await company.held_back(None, "ann", "I am going to kill myself tonight.", NOW)

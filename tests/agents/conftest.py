from __future__ import annotations

import os
from pathlib import Path

import pytest

KIND = """
from bot.registry import Skill, skill
from bot.testing import ScriptedSkill


@skill("words")
def words(*, first: str = "What happened?", then: str = "That sounds hard.") -> Skill:
    return ScriptedSkill(first, then)
"""
BOT = 'name = "kind"\n[guard]\noff = "a test"\n[[skills]]\nuse = "./kind.py:words"\n'


@pytest.fixture
def bot_file(tmp_path: Path) -> Path:
    """A bot that says "What happened?" and "That sounds hard." by turns."""
    (tmp_path / "kind.py").write_text(KIND, encoding="utf8")
    path = tmp_path / "kind.toml"
    path.write_text(BOT, encoding="utf8")
    return path


@pytest.fixture
def corpora() -> Path:
    """The folder with the published corpora, ATTUNE_DATAPATH; a test that reads them is skipped where it is not set."""
    folder = os.environ.get("ATTUNE_DATAPATH")
    if not folder:
        pytest.skip("ATTUNE_DATAPATH names no folder with the corpora")
    return Path(folder)

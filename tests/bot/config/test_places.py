from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.build import build
from bot.config import read
from bot.config.places import inside
from bot.errors import ConfigError

SKILL = """
from bot.config import Place
from bot.dialog import Reply, SkillResult
from bot.registry import skill

@skill("reader")
def reader(*, bank: Place = ""):
    return lambda turn: SkillResult(replies=(Reply(bank, "reader", 1.0),))
"""


def bot_file(folder: Path, bank: str) -> Path:
    (folder / "kind.py").write_text(SKILL)
    path = folder / "bot.toml"
    path.write_text(f'[guard]\noff = "a test"\n[[skills]]\nuse = "./kind.py:reader"\nbank = "{bank}"\n')
    return path


def test_a_skill_gets_its_path_absolute(tmp_path: Path) -> None:
    engine = build(read(bot_file(tmp_path, "banks/mine")))
    closure = engine.skills[0][1].__closure__  # type: ignore[attr-defined]
    assert closure[0].cell_contents == str(tmp_path.resolve() / "banks/mine")


@pytest.mark.parametrize("bank", ["../banks", "/etc", "banks/../../elsewhere", "~/../.."])
def test_a_skill_is_not_led_out_of_the_folder(tmp_path: Path, bank: str) -> None:
    config = read(bot_file(tmp_path, bank))
    with pytest.raises(ConfigError, match=r"bot.toml: skills\[0\].bank leads out of "):
        build(config)


def test_a_link_that_leads_out_is_no_way_out(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "link").symlink_to("/etc")
    with pytest.raises(ConfigError, match="leads out of"):
        inside(tmp_path / "bots" / "bot.toml", "x", "link/passwd")


@given(st.text())
def test_whatever_is_written_stays_inside_or_is_refused(value: str) -> None:
    place = Path("/nowhere/at/all/bot.toml")
    try:
        found = inside(place, "x", value)
    except ConfigError:
        return
    assert Path(found).is_relative_to(place.parent)

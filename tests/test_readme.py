"""The README does what it says: its skill in three steps is followed to the letter."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf8")


def blocks(language: str) -> list[str]:
    """The README's fenced blocks of a language, indented ones included."""
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```$", README, re.DOTALL | re.MULTILINE)
    return [textwrap.dedent(body) for _, body in found]


def test_the_skill_in_three_steps_is_checked_and_passes_its_own_test(tmp_path: Path) -> None:
    skill, test = blocks("python")
    (bot_file,) = blocks("toml")
    (tmp_path / "breathe.py").write_text(skill)
    (tmp_path / "test_breathe.py").write_text(test)
    (tmp_path / "mine.toml").write_text((ROOT / "configs/default.toml").read_text() + "\n" + bot_file)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_breathe.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


def test_the_skill_is_found_from_the_bot_file(tmp_path: Path) -> None:
    from bot.config import read
    from bot.registry import find

    (tmp_path / "breathe.py").write_text(blocks("python")[0])
    (tmp_path / "mine.toml").write_text((ROOT / "configs/free.toml").read_text() + "\n" + blocks("toml")[0])
    config = read(tmp_path / "mine.toml")
    use = config.skills[-1]
    assert (find(use.use, "skill", config.beside).name, use.settings) == ("breathe", {"seconds": 5})


def test_every_make_target_named_exists() -> None:
    assert shutil.which("make")
    makefile = (ROOT / "Makefile").read_text(encoding="utf8")
    targets = set(re.findall(r"^(?:    )?make (?:-s )?([a-z]+)", README, re.MULTILINE))
    assert targets == {"chat", "test"}
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)

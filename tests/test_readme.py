"""The README does what it says: its skill in three steps is followed to the letter."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from bot.cli import main

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf8")


def blocks(language: str) -> list[str]:
    """The README's fenced blocks of a language, indented ones included."""
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```$", README, re.DOTALL | re.MULTILINE)
    return [textwrap.dedent(body) for _, body in found]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The three steps done in a folder of its own."""
    skill, test = blocks("python")
    (bot_file,) = blocks("toml")
    (tmp_path / "breathe.py").write_text(skill)
    (tmp_path / "test_breathe.py").write_text(test)
    (tmp_path / "mine.toml").write_text((ROOT / "configs/default.toml").read_text() + "\n" + bot_file)
    return tmp_path


def its_own_test(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_breathe.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_skill_in_three_steps_is_checked_and_passes_its_own_test(folder: Path) -> None:
    checked = CliRunner().invoke(main, ["check", str(folder / "mine.toml")])
    assert (checked.exit_code, checked.output) == (0, f"{folder / 'mine.toml'}: nothing to complain about\n")
    done = its_own_test(folder)
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


def test_its_own_test_fails_where_the_guard_refuses_what_it_says(folder: Path) -> None:
    skill = (folder / "breathe.py").read_text()
    (folder / "breathe.py").write_text(skill.replace("Shall we do one more?", "It will all be okay."))
    done = its_own_test(folder)
    assert done.returncode == 1, done.stdout
    assert "1 failed" in done.stdout


def test_every_command_that_is_shown_exists_with_its_options() -> None:
    lines = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("attune ")]
    assert len(lines) >= 20
    for line in lines:
        words = shlex.split(line, comments=True)[1:]
        command: click.Command = main
        while isinstance(command, click.Group) and words:
            found = command.get_command(click.Context(command), words[0])
            assert found is not None, line
            command, words = found, words[1:]
        options = {option for parameter in command.params for option in parameter.opts}
        given = [word.partition("=")[0] for word in " ".join(words).partition(";")[0].split() if word.startswith("-")]
        assert set(given) <= options, line


def test_every_make_target_named_exists() -> None:
    assert shutil.which("make")
    makefile = (ROOT / "Makefile").read_text(encoding="utf8")
    targets = set(re.findall(r"^(?:    )?make (?:-s )?([a-z]+)", README, re.MULTILINE))
    assert targets == {"chat", "test"}
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)

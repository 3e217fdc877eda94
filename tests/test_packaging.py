"""The wheel is whole: its metadata, every data file, and a conversation held from it in an empty environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Sequence
from email.message import Message
from email.parser import Parser
from importlib.metadata import EntryPoints, entry_points
from pathlib import Path

import click
import pytest

from attune import ROOMS
from bot.distribution import NAME

ROOT = Path(__file__).resolve().parents[1]
TOP_FILES = ("setup.cfg", "pyproject.toml", "README.md", "LICENSE", "NOTICE", "attune.py")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
WHERE = """
import attune, bot, skills, agents, worlds
for module in (attune, bot, skills, agents, worlds):
    print(module.__file__)
"""


def run(command: Sequence[str | Path], place: Path, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run from `place`, with nothing of this process's search path handed on."""
    own = {"PATH": os.environ["PATH"], "HOME": str(place), "XDG_DATA_HOME": str(place / "data"), "OMP_NUM_THREADS": "1"}
    return subprocess.run(command, cwd=place, env=own, input=said, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy of the sources, so that nothing is left in the checkout and nothing stale gets in."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in TOP_FILES:
        shutil.copy(ROOT / name, source)
    for room in ROOMS:
        shutil.copytree(ROOT / room, source / room, ignore=shutil.ignore_patterns("__pycache__"))
    build = ("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", out, source)
    done = run([*PIP, *build], out)
    assert done.returncode == 0, done.stderr
    return next(out.glob("attune_bot-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment with only the wheel in it; then the libraries already here are lent to it.

    A line in a .pth file puts this environment's site-packages behind the new one's on the search path, and the .pth
    files in there (the checkout's editable install is one) are not read. So `bot` can only come from the wheel.
    """
    place = tmp_path_factory.mktemp("elsewhere")
    assert run([sys.executable, "-m", "venv", "--without-pip", "env"], place).returncode == 0
    python = place / "env/bin/python"
    done = run(
        [*PIP, "--python", python, "install", "--quiet", "--no-deps", "--no-index", "--no-compile", wheel], place
    )
    assert done.returncode == 0, done.stderr
    ours = run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], place).stdout.strip()
    (Path(ours) / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return place


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())


def test_metadata_states_the_name_the_licence_and_the_pythons(wheel: Path) -> None:
    found = metadata(wheel)
    assert found["Name"] == NAME
    assert found["License-Expression"] == "MIT AND CC-BY-NC-SA-4.0 AND CC-BY-4.0 AND LicenseRef-Gemma"
    assert found.get_all("License-File") == ["LICENSE", "NOTICE"]
    assert set(found["Requires-Python"].split(",")) == {">=3.11", "<3.14"}


def test_every_file_of_the_rooms_is_in_the_wheel_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
    paths = [path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file()]
    ours = {path.relative_to(ROOT).as_posix() for path in paths if "__pycache__" not in path.parts}
    assert inside == ours | {"attune.py"}


def test_the_environment_runs_the_wheel_and_not_the_checkout(installed: Path) -> None:
    done = run([installed / "env/bin/python", "-c", WHERE], installed)
    assert done.returncode == 0, done.stderr
    assert [path for path in done.stdout.split() if not Path(path).is_relative_to(installed)] == []


@pytest.mark.parametrize("options", [(), ("--free",)])
def test_a_conversation_is_held_from_the_wheel(installed: Path, options: tuple[str, ...]) -> None:
    said = "I lost my job yesterday\nI keep thinking it was my fault\n"
    done = run([installed / "env/bin/attune", "chat", "--plain", "--new", *options], installed, said)
    assert done.returncode == 0, done.stderr
    replies = done.stdout.splitlines()
    assert len(replies) == 2
    assert all(len(reply.split()) >= 3 for reply in replies)
    assert replies[0] != replies[1]


def commands() -> EntryPoints:
    return entry_points(group="attune.commands")


@pytest.mark.parametrize("name", sorted(commands().names))
def test_every_command_loads(name: str) -> None:
    (point,) = commands().select(name=name)
    assert isinstance(point.load(), click.Command)

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import attune

ROOT = Path(attune.__file__).resolve().parent


def run(code: str, *path: Path) -> subprocess.CompletedProcess[str]:
    """Run `code` in a fresh Python whose search path begins with `path`."""
    start = f"import sys; sys.path[:0] = {[str(place) for place in path]!r}\n"
    return subprocess.run([sys.executable, "-P", "-c", start + code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("room", attune.ROOMS)
def test_a_strangers_package_is_refused_by_name_and_place(tmp_path: Path, room: str) -> None:
    package = tmp_path / room
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('a stranger ran')")
    done = run("import attune; attune.main()", tmp_path, ROOT)
    assert done.returncode == 2
    assert f"package `{room}` resolves to {package.resolve()}, not at {ROOT / room}" in done.stderr
    assert "Uninstall it, or give Attune an environment of its own" in done.stderr
    assert done.stdout == ""


def test_a_strangers_module_of_one_file_is_refused_too(tmp_path: Path) -> None:
    (tmp_path / "agents.py").write_text("")
    done = run("import attune; attune.main()", tmp_path, ROOT)
    assert done.returncode == 2
    assert f"resolves to {(tmp_path / 'agents.py').resolve()}" in done.stderr


def test_rooms_that_are_missing_are_named(tmp_path: Path) -> None:
    shutil.copy(ROOT / "attune.py", tmp_path)
    command = [sys.executable, "-S", str(tmp_path / "attune.py")]  # -S: nothing installed is found either
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2
    assert [room for room in attune.ROOMS if f"package `{room}` is not found" in done.stderr] == list(attune.ROOMS)


def test_our_own_rooms_are_let_in_and_help_imports_nothing_heavy() -> None:
    code = """
import atexit, attune
heavy = ("onnxruntime", "torch", "transformers", "sqlalchemy", "parlai", "telegram", "discord", "sklearn", "numpy")
atexit.register(lambda: print("heavy:", [name for name in heavy if name in sys.modules]))
sys.argv = ["attune", "--help"]
attune.main()
"""
    done = run(code, ROOT)
    assert done.returncode == 0, done.stderr
    assert "heavy: []" in done.stdout
    for command in ("bench", "chat", "check", "discord", "eval", "skills", "study", "telegram", "train"):
        assert f"\n  {command} " in done.stdout


def test_the_door_can_be_run_as_a_file() -> None:
    command = [sys.executable, str(ROOT / "attune.py"), "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=os.sep)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("attune, version ")

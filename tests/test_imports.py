"""What may be imported where, beyond what import-linter sees: optional packages are really optional."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("bot", "skills", "agents", "worlds")
SOURCES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))

GENERATORS = ("agents/training/generators/*.py", "agents/evaluation/generators*.py", "agents/evaluation/decoding.py")

BEHIND_THE_BORDER = {
    "parlai": ("agents/border.py", "agents/*_agent.py", "agents/teachers/*.py", "worlds/parlai/*.py"),
    "telegram": ("bot/frontends/telegram/*.py",),
    "discord": ("bot/frontends/discord/*.py",),
    "openai": (),
    "transformers": ("skills/generate.py", "skills/models/*.py", "agents/training/writer/*.py", *GENERATORS),
}
ALONE = ("bot/migrations/env.py",)
"""Run by Alembic, with a context that only it provides."""

IMPORT_WITHOUT = """
import importlib, sys, warnings
warnings.simplefilter("ignore")
sys.modules[{package!r}] = None
for name in {names!r}:
    importlib.import_module(name)
"""


def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def outside(package: str) -> list[Path]:
    """The sources that must work where `package` is not installed."""
    allowed = {path for pattern in BEHIND_THE_BORDER[package] for path in ROOT.glob(pattern)}
    return [path for path in SOURCES if path not in allowed and str(path.relative_to(ROOT)) not in ALONE]


@pytest.mark.parametrize("package", BEHIND_THE_BORDER)
def test_everything_outside_the_border_runs_without(package: str) -> None:
    code = IMPORT_WITHOUT.format(package=package, names=[module(path) for path in outside(package)])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("package", ["parlai", "telegram", "discord"])
def test_no_source_outside_the_border_names_it(package: str) -> None:
    found = [str(path.relative_to(ROOT)) for path in outside(package) if package in set(imported(path))]
    assert found == []


def test_nothing_that_runs_code_from_a_file_is_used() -> None:
    unsafe = {"pickle", "cloudpickle", "joblib", "dill", "shelve", "marshal"}
    found = [(path.name, sorted(unsafe & set(imported(path)))) for path in SOURCES if unsafe & set(imported(path))]
    assert found == []
    calls = re.compile(r"\btorch\.(load|save|jit\.load)\(|\byaml\.(unsafe_)?load\(|read_pickle\(|allow_pickle=True")
    assert [path.name for path in SOURCES if calls.search(path.read_text(encoding="utf8"))] == []
    ruff = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf8"))["tool"]["ruff"]["lint"]
    assert {"S301", "S302"} <= set(ruff["select"]) - set(ruff["ignore"])


def imported(path: Path) -> list[str]:
    """The top-level names of all that a source imports, wherever in it the import stands."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
        if isinstance(node, ast.Import):
            names += [alias.name.split(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module.split(".")[0])
    return names

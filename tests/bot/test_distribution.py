"""One name for pip: in the metadata, in the code, and wherever something tells how to install it."""

from __future__ import annotations

import ast
import re
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

from attune import ROOMS
from bot.distribution import EXTRAS as LIBRARIES
from bot.distribution import NAME, install_line

ROOT = Path(__file__).resolve().parents[2]
SETUP = ConfigParser()
SETUP.read(ROOT / "setup.cfg", encoding="utf8")
EXTRAS = set(SETUP["options.extras_require"])
CODE = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
PLACES = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / "deploy").rglob("*"),
    *(ROOT / ".ci").glob("*"),
    *(ROOT / name for name in ("Makefile", "Dockerfile", "compose.yaml", "setup.cfg", "attune.py")),
    *CODE,
]
TOLD = [path for path in PLACES if path.is_file()]
"""Whatever may tell how to install something."""
WITH_EXTRAS = re.compile(r"""(?:['"](?=\.\[)|\b(?=attune))([\w.-]+)\[([\w,-]+)\]""")
BY_NAME = re.compile(r"pip install [^\n`&|]*?(?<![\w/.-])(attune[\w-]*)(?![\w/.-])")


def told(path: Path) -> str:
    """The text of a file, a Makefile's variables put in."""
    text = path.read_text(encoding="utf8")
    if path.name != "Makefile":
        return text
    held = dict(re.findall(r"^(DOORS|EXTRAS) := (.*)$", text, re.MULTILINE))
    assert set(held) == {"DOORS", "EXTRAS"}
    return text.replace("$(EXTRAS)", held["EXTRAS"]).replace("$(DOORS)", held["DOORS"])


def test_the_name_is_the_metadatas() -> None:
    assert SETUP["metadata"]["name"] == NAME
    assert install_line("web") == f"pip install '{NAME}[web]'"


@pytest.mark.parametrize(("module", "extra"), LIBRARIES.items())
def test_an_extra_brings_the_library_it_is_told_for(module: str, extra: str) -> None:
    package = {"sklearn": "scikit-learn"}.get(module, module).replace("_", "-")
    assert re.search(rf"^{package}\b", SETUP["options.extras_require"][extra].strip(), re.MULTILINE)


def test_what_is_told_to_install_is_there() -> None:
    found = [
        (path.name, name, extra)
        for path in TOLD
        for name, extras in WITH_EXTRAS.findall(told(path))
        for extra in extras.split(",")
    ]
    assert [line for line in found if line[1] not in (".", NAME) or line[2] not in EXTRAS] == []
    pages = {"frontends.md", "web.md", "telegram.md", "discord.md", "generate.md"}
    assert {path for path, *_ in found} >= {*pages, "Makefile", "Dockerfile"}


def test_nobody_is_told_to_install_a_strangers_package() -> None:
    found = [(path.name, name) for path in TOLD for name in BY_NAME.findall(told(path))]
    assert [line for line in found if line[1] != NAME] == []


def test_no_package_is_told_to_depend_on_a_strangers() -> None:
    pages = [path for path in TOLD if path.suffix == ".md"]
    found = [name for path in pages for name in re.findall(r'dependencies = \["(attune[\w-]*)"', told(path))]
    assert found == [NAME]


def test_the_code_has_the_name_from_one_place() -> None:
    written = [path for path in CODE if re.search(rf"{NAME}|attune\[", path.read_text(encoding="utf8"))]
    assert [str(path.relative_to(ROOT)) for path in written] == ["bot/distribution.py"]


def test_every_extra_that_the_code_asks_for_exists() -> None:
    nodes = [node for path in CODE for node in ast.walk(ast.parse(path.read_text(encoding="utf8")))]
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    last = [call.args[-1] for call in calls if ast.unparse(call.func) in ("install_line", "require")]
    asked = [argument.value for argument in last if isinstance(argument, ast.Constant)]
    assert len(asked) >= 8
    assert [extra for extra in asked if extra not in EXTRAS] == []


@pytest.mark.parametrize("options", [("install",), ("stamp",), ("stamp", "HASHES=no")])
def test_make_takes_the_earlier_name_away_before_it_installs(options: tuple[str, ...], tmp_path: Path) -> None:
    """Both own the command's file, so afterwards would be too late."""
    goal, *settings = options
    goals = [goal if goal == "install" else f"{tmp_path}/.ready", f"VENV={tmp_path}", *settings]
    steps = subprocess.run(["make", "-n", *goals], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    away = re.search(r"pip .*uninstall .*--yes attune && rm -rf attune\.egg-info", steps)
    ours = re.search(r"pip .*install .*\"\.\[", steps)
    assert away
    assert ours
    assert away.start() < ours.start()

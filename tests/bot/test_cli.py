import subprocess
import sys
from importlib.metadata import EntryPoint, version
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from bot import cli
from bot.cli import main

ROOT = Path(__file__).parents[2]
HEAVY = (
    *("onnxruntime", "torch", "sqlalchemy", "numpy.linalg", "parlai", "transformers", "telegram", "discord", "sklearn"),
    "skills.models",
)


def entries(monkeypatch: pytest.MonkeyPatch, **commands: str) -> None:
    points = [EntryPoint(name, value, "attune.commands") for name, value in commands.items()]
    monkeypatch.setattr(
        cli, "entry_points", lambda group, name=None: [point for point in points if name in (None, point.name)]
    )


def test_help_imports_nothing_heavy() -> None:
    ask = (
        "import sys\nfrom bot.cli import main\n"
        "main(['--help'], standalone_mode=False)\n"
        f"print('loaded:', [name for name in {HEAVY} if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "chat" in run.stdout
    assert run.stdout.splitlines()[-1] == "loaded: []"


def test_the_version_is_the_installed_one() -> None:
    assert CliRunner().invoke(main, ["--version"]).output == f"attune, version {version('attune-bot')}\n"


def test_a_command_that_is_unknown_is_a_wrong_call() -> None:
    result = CliRunner().invoke(main, ["sing"])
    assert result.exit_code == 2
    assert "No such command 'sing'" in result.stderr


def test_an_error_of_ours_is_one_line_without_a_traceback() -> None:
    result = CliRunner().invoke(main, ["chat", "--bot", "nobody"])
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: no bot file is called 'nobody' (there are: ")


def test_a_command_that_cannot_be_loaded_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    entries(monkeypatch, gone="no_such_module:go", skills="bot.commands:skills")
    listed = CliRunner().invoke(main, ["--help"]).output
    assert "(cannot be loaded)" in listed
    assert "List everything" in listed
    result = CliRunner().invoke(main, ["gone"])
    assert result.exit_code == 1
    assert "command 'gone' (no_such_module:go) cannot be loaded: No module named 'no_such_module'" in result.stderr


def test_what_is_no_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    entries(monkeypatch, odd="bot.commands:click")
    result = CliRunner().invoke(main, ["odd"])
    assert result.exit_code == 1
    assert "command 'odd' (bot.commands:click) is no click command" in result.stderr


@pytest.mark.parametrize(("module", "line"), [("torch", "pip install 'attune-bot[train]'"), ("nobodys_library", "")])
def test_a_library_that_is_not_installed_is_told_with_what_brings_it(
    module: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise ModuleNotFoundError(f"No module named {module!r}", name=f"{module}.nn")

    monkeypatch.setattr(cli, "_load", lambda point: click.Command("learn", callback=missing))
    entries(monkeypatch, learn="any:thing")
    result = CliRunner().invoke(main, ["learn"])
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: {module} is not installed, which this command needs: in a checkout, make")
    assert line in result.stderr


def test_a_module_of_ours_that_is_missing_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ModuleNotFoundError("No module named 'skills.nothing'", name="skills.nothing")

    monkeypatch.setattr(cli, "_load", lambda point: click.Command("learn", callback=missing))
    entries(monkeypatch, learn="any:thing")
    assert isinstance(CliRunner().invoke(main, ["learn"]).exception, ModuleNotFoundError)

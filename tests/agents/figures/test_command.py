"""`attune figures` over a small checkout."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agents.figures import inputs
from agents.figures.command import figures
from agents.figures.record import Record, load, save
from agents.figures.sources import SOURCES
from agents.figures.tables import Table

TABLE = Table("", ("danger", "caught"), (("all", "7"),))


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page with figures as they were measured with today's files."""
    today = inputs.today()
    (tmp_path / "docs" / "figures").mkdir(parents=True)
    care = Record("attune eval care", (TABLE,), inputs={name: today[name] for name in SOURCES["care"].inputs})
    heads = Record("attune eval heads", (TABLE,), inputs={"tensors": today["tensors"]})
    for name, record in {"care": care, "heads": heads}.items():
        save(tmp_path / "docs" / "figures" / f"{name}.json", record)
    blocks = (f"<!-- figures {name}: begin -->\n<!-- figures {name}: end -->\n" for name in ("care", "heads"))
    (tmp_path / "docs" / "care.md").write_text("\n".join(blocks))
    (tmp_path / "README.md").write_text("Words.\n")
    monkeypatch.setattr(inputs, "ROOT", tmp_path)
    monkeypatch.setattr(inputs, "today", lambda: today)
    return tmp_path


def run(*args: str) -> Result:
    return CliRunner().invoke(figures, args, catch_exceptions=False)


def change(path: Path, group: str) -> None:
    record = load(path)
    save(path, Record(record.command, record.tables, inputs=record.inputs | {group: "0"}))


def test_blocks_are_written_and_then_hold(checkout: Path) -> None:
    before = run("--check")
    assert (before.exit_code, before.stderr) == (
        1,
        "docs/care.md: its figures are not those of docs/figures: attune figures\n",
    )
    assert run().stdout == "wrote docs/care.md\n"
    page = (checkout / "docs" / "care.md").read_text()
    assert page.count("| all | 7 |") == 2
    assert (run("--check").exit_code, run().stdout) == (0, "")
    (checkout / "docs" / "care.md").write_text(page.replace("| all | 7 |", "| all | 8 |"))
    assert run("--check").exit_code == 1


def test_quick_figures_may_not_be_older_than_what_they_measure(checkout: Path) -> None:
    change(checkout / "docs" / "figures" / "care.json", "guard code")
    found = run()
    assert (found.exit_code, found.stderr) == (
        1,
        "docs/figures/care.json: older than guard code: attune figures care\n",
    )


def test_others_say_that_they_are_older(checkout: Path) -> None:
    change(checkout / "docs" / "figures" / "heads.json", "tensors")
    assert run().exit_code == 0
    assert "**Out of date: tensors changed since.**" in (checkout / "docs" / "care.md").read_text()


def test_figures_that_no_page_shows_are_named(checkout: Path) -> None:
    save(checkout / "docs" / "figures" / "gone.json", Record("attune eval gone", (TABLE,)))
    assert "docs/figures/gone.json: no page shows it" in run().stderr


def test_check_measures_nothing(checkout: Path) -> None:
    refused = run("--check", "care")
    assert refused.exit_code == 2
    assert "--check measures nothing" in refused.stderr


def test_the_command_is_light() -> None:
    code = "import sys, agents.figures.command; print(sorted({'torch', 'numpy', 'msgspec', 'rich'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

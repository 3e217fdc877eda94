"""`attune eval understanding`, with a task of the test's own."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from agents.evaluation.understanding import command
from agents.evaluation.understanding.command import understanding
from agents.evaluation.understanding.row import Row
from agents.metrics.intervals import Interval
from agents.training.common.run import Run
from skills.models.tensors import WEIGHTS


@pytest.fixture
def task(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, str]]:
    """The task "stage", replaced: one row; what it was asked for is kept."""
    asked: list[tuple[Path, str]] = []

    def rows(run: Run, split: str) -> Iterator[Row]:
        asked.append((run.datapath, split))
        yield Row("stage", "accuracy", Interval(0.5, 0.25, 0.75), None, (("majority", 0.4),), "")

    module = ModuleType("agents.evaluation.understanding.stage")
    vars(module)["rows"] = rows
    monkeypatch.setitem(sys.modules, "agents.evaluation.understanding.stage", module)
    return asked


def test_a_task_is_asked_for_its_part_and_printed(task: list[tuple[Path, str]]) -> None:
    done = CliRunner().invoke(understanding, ["--datapath", "there", "--task", "stage"])
    assert done.exit_code == 0, done.output
    assert "0.500 [0.250, 0.750]" in done.output
    assert "majority 0.400" in done.output
    assert task == [(Path("there"), "valid")]


def test_json_gives_the_same_figures(task: list[tuple[Path, str]]) -> None:
    done = CliRunner().invoke(understanding, ["--datapath", "there", "--task", "stage", "--split", "test", "--json"])
    (row,) = json.loads(done.output)["rows"]
    assert row["shipped"] == {"value": 0.5, "low": 0.25, "high": 0.75}
    assert task == [(Path("there"), "test")]


@pytest.mark.parametrize(
    ("given", "place"),
    [((), WEIGHTS / "base"), (("--size", "small"), WEIGHTS), (("--size", "base", "--weights", "mine"), Path("mine"))],
)
def test_heads_are_those_of_the_encoders_size(
    monkeypatch: pytest.MonkeyPatch, given: tuple[str, ...], place: Path
) -> None:
    seen: list[Run] = []
    module = ModuleType("agents.evaluation.understanding.stage")

    def rows(run: Run, split: str) -> Iterator[Row]:
        seen.append(run)
        return iter(())

    vars(module)["rows"] = rows
    monkeypatch.setitem(sys.modules, "agents.evaluation.understanding.stage", module)
    done = CliRunner().invoke(understanding, ["--datapath", "there", "--task", "stage", *given])
    assert done.exit_code == 0, done.output
    assert [(run.out, run.size.name) for run in seen] == [(place, "small" if "small" in given else "base")]


def test_an_unknown_task_is_refused_with_the_choices() -> None:
    done = CliRunner().invoke(understanding, ["--datapath", "there", "--task", "mood"])
    assert done.exit_code == 2
    assert "'mood'" in done.output
    assert "'cause'" in done.output


def test_heads_that_are_not_trained_for_a_size_are_named_and_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen: list[str] = []
    for task in command.TASKS:
        module = ModuleType(f"agents.evaluation.understanding.{task}")

        def rows(_run: Run, _split: str, name: str = task) -> Iterator[Row]:
            seen.append(name)
            return iter(())

        vars(module)["rows"] = rows
        monkeypatch.setitem(sys.modules, module.__name__, module)
    (tmp_path / "intents.safetensors").touch()
    done = CliRunner().invoke(understanding, ["--datapath", "there", "--weights", str(tmp_path)])
    assert "Not trained for the base encoder, and left out: response, goemotions, conversation, empathy" in done.stderr
    assert seen == [task for task in command.TASKS if task not in ("response", "goemotions", "conversation", "empathy")]
    CliRunner().invoke(understanding, ["--datapath", "there", "--weights", str(tmp_path), "--task", "empathy"])
    assert seen[-1] == "empathy"  # who asks for one by name is told what is missing

"""`attune eval generate --table`: a table on the terminal, as Markdown and as JSON, without any package."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agents.evaluation import generators, generators_tables
from agents.evaluation.command import eval_
from agents.evaluation.generate import Generated, Row
from agents.evaluation.generators import Settings
from agents.evaluation.generators_tables import Beside
from agents.metrics.copies import Copies
from agents.training.generators.recipe import OUT


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Settings, bool]]:
    told: list[tuple[str, Settings, bool]] = []
    given = Row("given", 0, (0.5, 0.5), (0.5, 0.5), 3.0, Copies(3, 0, 0))
    printed = Generated("empathetic", "valid", 4, 60, 7, "ours", comparable=False, rows=(given,))

    def measured(table: str, settings: Settings, on: object, *, compat: bool) -> list[Beside]:
        told.append((table, settings, compat))
        return [Beside(table, 4, {}, (), printed)]  # type: ignore[arg-type]

    monkeypatch.setattr(generators, "model", lambda: None)
    monkeypatch.setattr(generators_tables, "measured", measured)
    return told


def run(*args: str) -> Result:
    return CliRunner().invoke(eval_, ["generate", "--table", "ed", "--datapath", "DIR", *args], catch_exceptions=False)


def test_options_reach_the_table(asked: list[tuple[str, Settings, bool]]) -> None:
    result = run(
        "--count", "9", "--seed", "3", "--compat", "esconv", "--generators", "PLACE", "--vectors", "W", "--markdown"
    )
    assert result.exit_code == 0, result.output
    ((table, settings, compat),) = asked
    assert (table, settings.count, settings.seed, compat) == ("ed", 9, 3, True)
    assert (settings.adapters, settings.words) == (Path("PLACE"), Path("W"))
    assert "| Fine-tuned" in result.output
    assert "| given" in result.output


def test_adapters_lie_in_the_persons_own_folder(asked: list[tuple[str, Settings, bool]]) -> None:
    run()
    assert asked[0][1].adapters == OUT
    assert OUT.parts[-2:] == ("attune", "generators")


def test_json(asked: list[tuple[str, Settings, bool]]) -> None:
    found = json.loads(run("--json").stdout)
    assert found["tables"]["ed-4"]["rows"][0]["generator"] == "Pretrained"
    assert found["replies"][0]["rows"][0]["bot"] == "given"

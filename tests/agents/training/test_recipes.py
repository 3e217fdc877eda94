import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from agents.training.command import RECIPES, train
from agents.training.common.run import Run
from agents.training.heads import intensity
from agents.training.heads.intensity import Answers, ridge
from bot.errors import WeightsError
from skills.models import head
from skills.models.head import Head
from skills.sizes import SIZES


def test_saved_heads_are_pinned_and_read_back(tmp_path: Path) -> None:
    run = Run(tmp_path, tmp_path, out=tmp_path)
    saved = Head(((np.array([[0.5, -1.0]]), np.array([0.25])),), ("x",), 1.5, {"balance": np.array([2.0])})
    path = run.save_head("small", saved)
    run.finish()
    found = head.load("small", ("x",), tmp_path)
    assert found.temperature == 1.5
    assert found.scores(np.array([2.0, 1.0])).tolist() == [0.25]
    assert found.extra["balance"].tolist() == [2.0]
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(WeightsError, match="was altered"):
        head.load("small", ("x",), tmp_path)


def test_every_recipe_has_a_plan_and_needs_no_corpus_for_it() -> None:
    for name, entry in RECIPES.items():
        for size in SIZES:
            result = CliRunner().invoke(train, [name, "--plan", "--size", size])
            assert result.exit_code == 0
            assert f"{name}: about {entry.expected(size):g} hours" in result.output
    assert CliRunner().invoke(train, ["emotoin", "--datapath", "x"]).exit_code == 2
    without = CliRunner().invoke(train, ["emotion"])
    assert without.exit_code == 2
    assert "--datapath DIR is missing" in without.output


def test_the_plan_of_the_ranker_says_what_it_reads_and_no_size_takes_longer_than_an_hour() -> None:
    small, base = (CliRunner().invoke(train, ["pair", "--plan", "--size", size]).output for size in SIZES)
    assert "1,500 steps of 8 contexts, each with 9 candidates" in small
    assert "600 steps of 16 contexts, each with 8 candidates" in base
    assert max(RECIPES["pair"].expected(size) for size in SIZES) <= 1


def test_the_regression_finds_a_line_and_heeds_weights() -> None:
    x = np.random.default_rng(0).normal(size=(500, 3))
    rows = Answers(x, x @ np.array([1.0, 0.0, -2.0]) + 3, np.ones(500))
    weight, bias = ridge(rows, 1e-6)
    assert weight == pytest.approx([1, 0, -2], abs=1e-4)
    assert bias == pytest.approx(3, abs=1e-4)
    shrunk, _ = ridge(rows, 1e4)
    assert np.abs(shrunk).max() < 0.2
    split = Answers(np.zeros((2, 1)), np.array([1.0, 5.0]), np.array([3.0, 1.0]))
    assert ridge(split, 1.0)[1] == pytest.approx(2.0)


def test_our_low_key_lines_are_many_and_distinct() -> None:
    lines = json.loads(intensity.LOW.read_text(encoding="utf8"))
    assert set(lines) == {"1", "2"}
    texts = [text for group in lines.values() for text in group]
    assert len(texts) == len(set(texts)) >= 40

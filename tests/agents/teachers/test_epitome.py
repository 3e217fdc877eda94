from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.corpora import epitome
from bot.errors import CorpusError

LEVELS = {"emotional-reactions": ("1", "0"), "interpretations": ("0", "2"), "explorations": ("2", "1")}


@pytest.fixture
def corpus(tmp_path: Path) -> None:
    """Posts p1 and p3 fall into train, p0 into test."""
    (tmp_path / "epitome").mkdir()
    for kind, (first, second) in LEVELS.items():
        rows = [
            ("p1", "r1", "I fell.\nTwice.", "Oh no.", first, ""),
            ("p0", "r2", "I hid.", "Where?", "0", ""),
            ("p3", "r3", "I slept.", "Good.", second, ""),
        ]
        with (tmp_path / "epitome" / f"{kind}-reddit.csv").open("w", encoding="utf8", newline="") as out:
            csv.writer(out).writerows([epitome.HEADER, *rows])


@pytest.mark.usefixtures("corpus")
def test_a_reply_has_a_level_of_each_kind(messages: Callable[..., list[dict[str, Any]]]) -> None:
    first, second = messages("epitome")
    assert first == {
        "text": "post: I fell. Twice.\nreply: Oh no.",
        "labels": ["1"],
        "label_candidates": ["0", "1", "2"],
        "levels": {"emotional-reactions": 1, "interpretations": 0, "explorations": 2},
        "conversation": "p1",
    }
    assert (second["text"], second["labels"]) == ("post: I slept.\nreply: Good.", ["0"])
    for name, levels in (("Interpretations", ["0", "2"]), ("Explorations", ["2", "1"])):
        assert [each["labels"][0] for each in messages(f"epitome:{name}")] == levels


@pytest.mark.usefixtures("corpus")
def test_models_are_measured_on_it_and_nothing_is_printed(
    commanded: Callable[..., Any], capfd: pytest.CaptureFixture[str]
) -> None:
    report = commanded("eval_model", "epitome")
    assert (report["exs"].value(), report["accuracy"].value()) == (2, 1.0)
    assert "I fell" not in "".join(capfd.readouterr())


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("display_data", {}),
        ("display_data", {"verbose": True}),
        ("eval_model", {"display_examples": True}),
        ("eval_model", {"world_logs": "log"}),
        ("eval_model", {"model": "local_human"}),
        ("convert_to_parlai", {"outfile": "log"}),
    ],
)
def test_it_is_never_shown(
    commanded: Callable[..., Any], capfd: pytest.CaptureFixture[str], command: str, options: dict[str, Any]
) -> None:
    with pytest.raises(CorpusError, match="given to models, never shown or written"):
        commanded(command, "epitome", **options)
    assert "I fell" not in "".join(capfd.readouterr())

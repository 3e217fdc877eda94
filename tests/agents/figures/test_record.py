from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from agents.figures.record import Record, load, save
from agents.figures.tables import Number, Table
from bot.errors import FiguresError

DANGER = Table("held-out", ("danger", "caught"), (("all", Number(7, of=9)),))
TALKS = Table("", ("turns of talks", "right"), (("all", Number(3, of=4)),))
RECORD = Record(
    command="attune eval care",
    tables=(DANGER, TALKS),
    machine="2 cores",
    split="held-out",
    seed=7,
    commit_date=date(2026, 11, 3),
    versions={"torch": "2.13.0"},
    inputs={"danger heads": "aa", "care sets": "bb"},
)
TODAY = {"danger heads": "aa", "care sets": "bb", "replies": "cc"}


def test_a_block_says_how_it_was_measured_and_shows_its_tables() -> None:
    assert RECORD.text(TODAY) == (
        "`attune eval care`: held-out part, seed 7, the code of 3 November 2026, 2 cores, torch 2.13.0.\n\n"
        "held-out\n\n| danger | caught |\n|---|---|\n| all | 7/9 |\n\n"
        "| turns of talks | right |\n|---|---|\n| all | 3/4 |"
    )


def test_a_block_may_show_some_of_the_tables() -> None:
    assert "danger" not in RECORD.text(TODAY, ["turns of talks"])
    with pytest.raises(FiguresError, match=r"no table 'gate' of `attune eval care`: choose from danger, turns"):
        RECORD.text(TODAY, ["gate"])


def test_what_was_measured_with_other_files_says_so() -> None:
    assert "**" not in RECORD.text(TODAY)
    assert "**Out of date: danger heads changed since.**" in RECORD.text(TODAY | {"danger heads": "zz"})
    assert RECORD.older_than({}) == ["danger heads", "care sets"]


def test_what_was_copied_by_hand_says_so() -> None:
    record = Record(command="read by people", tables=(DANGER,), transcribed=date(2026, 11, 23))
    assert record.text({}).startswith(
        "read by people: copied by hand on 23 November 2026; with which files it was measured was not kept.\n"
    )


def test_a_record_comes_back_as_it_went(tmp_path: Path) -> None:
    path = tmp_path / "care.json"
    save(path, RECORD)
    assert load(path) == RECORD
    assert [file.name for file in tmp_path.iterdir()] == ["care.json"]


def test_a_file_that_holds_no_figures_is_named(tmp_path: Path) -> None:
    path = tmp_path / "care.json"
    with pytest.raises(FiguresError, match=r"care\.json: cannot be read: No such file"):
        load(path)
    path.write_text('{"command": "x"}')
    with pytest.raises(FiguresError, match=r"care\.json: holds no figures: .*`tables`"):
        load(path)

import csv
import json
from pathlib import Path

import pytest

from agents.statistics import esconv, writing
from agents.statistics.sheet import Sheet


def test_a_folder_takes_every_table_picture_and_the_whole(small: Path, tmp_path: Path) -> None:
    sheets = esconv.sheets(small, "train")
    files = writing.write("esconv", sheets, tmp_path / "new/figures")
    names = sorted(path.name for path in (tmp_path / "new/figures").iterdir())
    assert sorted(path.name for path in files) == names
    assert names == sorted(
        ["esconv.json", *(f"esconv-{name}{end}" for name in esconv.NAMES for end in (".csv", ".png"))]
    )


def test_csv_and_json_are_read_back(small: Path, tmp_path: Path) -> None:
    sheets = esconv.sheets(small, "train")
    writing.write("esconv", sheets, tmp_path / "all.json")
    found = json.loads((tmp_path / "all.json").read_text(encoding="utf8"))
    assert found["corpus"] == "esconv"
    assert found["tables"]["transitions"]["rows"] == []
    progress = found["tables"]["progress"]["rows"][0]
    assert (progress["who"], progress["strategy"]) == ("people", "Question")
    assert progress["from 0"]["value"] == 100
    assert progress["from .2"]["value"] is None

    (sheet,) = (sheet for sheet in sheets if sheet.name == "annotations")
    writing.write("esconv", [sheet], tmp_path / "one.csv")
    with (tmp_path / "one.csv").open(encoding="utf8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["name"] == "Question"
    assert (rows[0]["count"], rows[0]["paper"]) == ("4", "3109")


def test_what_stands_in_a_corpus_is_no_formula_in_a_csv(tmp_path: Path) -> None:
    sheet = Sheet("words", "counted", ("word", "count"), (("=cmd|' /C calc'!A0", 3), ("-", 2), ("plain", -1)))
    writing.write("made", [sheet], tmp_path / "t.csv")
    with (tmp_path / "t.csv").open(encoding="utf8", newline="") as file:
        assert list(csv.reader(file))[1:] == [["'=cmd|' /C calc'!A0", "3"], ["'-", "2"], ["plain", "-1"]]


def test_the_same_figures_give_the_same_picture(small: Path) -> None:
    (sheet,) = (sheet for sheet in esconv.sheets(small, "train") if sheet.name == "intensity")
    first = writing.picture(sheet)
    assert first.startswith(b"\x89PNG")
    assert first == writing.picture(sheet)
    assert len(first) < 60_000


@pytest.mark.parametrize(
    ("out", "chosen", "reason"),
    [
        ("a.pdf", (), "ends in .pdf: choose from .png, .csv, .json, or name a folder"),
        ("a.png", (), "takes one table: name it with --only"),
        ("a.csv", ("size", "phrases"), "takes one table"),
        ("a.csv", ("size",), None),
        ("a.json", (), None),
        ("folder", (), None),
    ],
)
def test_which_paths_fit(tmp_path: Path, out: str, chosen: tuple[str, ...], reason: str | None) -> None:
    found = writing.fits(tmp_path / out, chosen)
    assert (found is None) if reason is None else (found is not None and reason in found)


def test_a_write_that_fails_leaves_the_old_file(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "all.json"
    out.write_text("old")

    def full(self: Path, target: Path) -> Path:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="no space"):
        writing.write("esconv", esconv.sheets(small, "train"), out)
    assert out.read_text() == "old"

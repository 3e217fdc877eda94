import json
from pathlib import Path

import pytest

from agents.statistics import esconv
from agents.statistics.sheet import Cell, Sheet
from bot.errors import CorpusError
from tests.agents.statistics.conftest import esconv_talk


def sheets(folder: Path, split: str = "train", talks: Path | None = None) -> dict[str, Sheet]:
    return {sheet.name: sheet for sheet in esconv.sheets(folder, split, talks)}


def cell(sheet: Sheet, *start: Cell) -> tuple[Cell, ...]:
    """The cells after the row's first ones."""
    (row,) = (row for row in sheet.rows if row[: len(start)] == start)
    return row[len(start) :]


def test_every_table_is_there_by_its_name(small: Path) -> None:
    assert tuple(sheets(small)) == esconv.NAMES


def test_sizes_by_role(small: Path) -> None:
    found = sheets(small)["size"]
    assert cell(found, "utterances")[::2] == (12, 6, 6)
    # supporter: 4 + 2 + 2 words; seeker: 8 + 2 + 1
    assert [str(f"{one:.2f}").split()[0] for one in cell(found, "words an utterance")[::2] if one is not None] == [
        "3.17",
        "2.67",
        "3.67",
    ]


def test_annotations_are_counted_beside_the_papers(small: Path) -> None:
    found = sheets(small)["annotations"]
    count, share, paper, theirs = cell(found, "strategy", "Question")
    assert (count, paper) == (4, 3109)
    assert share == pytest.approx(200 / 3)
    assert theirs == pytest.approx(100 * 3109 / 14855)
    assert cell(found, "problem", "job crisis")[:2] == (1, 50.0)
    assert cell(found, "emotion", "anger")[:2] == (2, 100.0)


def test_stars_by_thirds_come_from_the_files_that_have_them(small: Path) -> None:
    found = sheets(small)["feedback"]
    assert [(row[1], row[2], f"{row[3]:.1f}"[:3]) for row in found.rows] == [
        ("first", 1, "4.0"),  # message 2 of 6 is the end of the first third
        ("second", 0, "–"),
        ("last", 1, "2.0"),
    ]
    (small / "esconv/FailedESConv.json").unlink()
    assert "feedback" not in sheets(small)


def test_stars_in_the_parts_themselves_are_counted_as_a_study_writes_them(small: Path) -> None:
    (small / "esconv/FailedESConv.json").unlink()
    (small / "esconv/train.json").write_text(json.dumps([esconv_talk(stars=("4", "2")), esconv_talk()]))
    found = sheets(small)
    assert [row[:3] for row in found["feedback"].rows] == [
        ("train.json", "first", 1),
        ("train.json", "second", 0),
        ("train.json", "last", 1),
    ]
    assert cell(found["annotations"], "feedback", "4")[:2] == (1, 50.0)
    assert "2 talks of train.json" in found["annotations"].note


def test_intensity_is_of_those_who_told_both(small: Path) -> None:
    found = sheets(small)["intensity"]
    assert cell(found, "before")[:5] == (0, 0, 0, 0, 100)
    assert cell(found, "after")[:5] == (0, 100, 0, 0, 0)
    assert "2 with both" in found.title


def test_approval_counts_the_part_and_the_failed(small: Path) -> None:
    found = sheets(small)["approval"]
    # surveyed, but neither supporter nor seeker writes enough: three of four are met, the seeker's length is not
    assert cell(found, "train") == (2, 2, 0, 2, 2, 0, 2, 0, 0, 0, 0)
    assert cell(found, "FailedESConv")[:3] == (1, 1, 0)


def test_a_bots_talks_stand_beside_peoples(small: Path, tmp_path: Path) -> None:
    path = tmp_path / "bot.jsonl"
    path.write_text(
        json.dumps({"dialog": [{"speaker": "supporter", "annotation": {"strategy": "Others"}}, {"speaker": "seeker"}]})
    )
    found = sheets(small, talks=path)["progress"]
    assert cell(found, "bot", "messages") == (0, 0, 1, 0, 0, 0)
    assert f"{cell(found, 'bot', 'Others')[2]:.0f}".startswith("100 ")
    # message 1 of 6 lies at .17, message 3 at .5, message 5 at .83
    assert cell(found, "people", "messages") == (2, 0, 2, 0, 2, 0)
    assert "1 talks of a bot" in found.title


def test_an_empty_part_is_refused(small: Path) -> None:
    (small / "esconv/train.json").write_text("[]")
    with pytest.raises(CorpusError, match=r"train\.json: there are no talks in it"):
        sheets(small)


def test_no_part_at_all_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="there is no such file"):
        sheets(tmp_path, "all")

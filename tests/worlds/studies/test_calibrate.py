"""The approval rules against annotators: kappa by threshold, and files that are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.corpora.esconv import Dialog, Survey, Utterance
from bot.errors import StudyError
from worlds.studies.calibrate import read, table

HEAD = "room,annotator,passes\n"


def talk(empathy: int | None, words: int = 8) -> Dialog:
    said = Utterance("supporter", " ".join(["word"] * words), "Question")
    return Dialog("fear", "job crisis", "Current Experience", "So.", Survey(4, 2, empathy, 4), (said,))


TALKS = {0: talk(5), 1: talk(4), 2: talk(2), 3: talk(1), 5: talk(None, 2)}


def kappas(path: Path) -> dict[str, tuple[str, ...]]:
    return {row[0]: row[1:] for row in table(TALKS, read(path)).rows}


def test_a_threshold_that_says_what_annotators_say_has_a_kappa_of_one(tmp_path: Path) -> None:
    path = tmp_path / "said.csv"
    path.write_text(HEAD + "0,a,yes\n1,a,yes\n2,a,no\n3,a,no\n0,b,yes\n1,b,no\n2,b,no\n3,b,no\n5,b,no\n")
    found = kappas(path)
    # With annotator a empathy >= 4 agrees wholly, with b in three of four: (.75 - .5) / (1 - .5).
    assert found["empathy >= 4"] == ("0.750", "2")
    assert found["empathy >= 5"] == ("0.750", "2")
    assert "empathy >= 3 *" in found
    assert found["relevance >= 4 *"] == ("0.000", "2")  # a rule that lets everything pass agrees by chance alone


def test_what_was_not_surveyed_is_left_out_of_that_rule_alone(tmp_path: Path) -> None:
    path = tmp_path / "said.csv"
    path.write_text(HEAD + "5,a,no\n")
    found = kappas(path)
    assert found["empathy >= 3 *"] == ("-", "0")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("room,passes\n", r"said\.csv:1: the columns are room,annotator,passes, not room,passes"),
        (HEAD + "0,a,yes\n1,a,maybe\n", r"said\.csv:3: room '1' passes 'maybe'"),
        (HEAD + "x,a,yes\n", r"said\.csv:2: room 'x'"),
        (HEAD + "4,a,yes\n", r"room 4 has no whole talk \(there are: 0, 1, 2, 3, 5\)"),
    ],
)
def test_a_file_that_is_wrong(tmp_path: Path, text: str, wrong: str) -> None:
    path = tmp_path / "said.csv"
    path.write_text(text)
    with pytest.raises(StudyError, match=wrong):
        kappas(path)

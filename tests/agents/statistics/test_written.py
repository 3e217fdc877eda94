"""What the written corpus is made of, counted."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.corpora.written import Dialog, Utterance
from agents.metrics.intervals import Interval
from agents.statistics import written
from agents.statistics.command import stats

TALK = Dialog(
    "rain", "boredom", (3, 1), "gardener", "better",
    (
        Utterance("person", "it rains again", acts=("tell", "ask_opinion")),
        Utterance("supporter", "Since when does it?", "Question"),
        Utterance("person", "monday", acts=("tell",)),
        Utterance("supporter", "Since when?", "Question"),
    ),
)  # fmt: skip


def test_sizes_are_counted_by_hand() -> None:
    rows = {str(name): cell for name, cell in written.size([TALK, TALK], "two").rows}
    assert (rows["dialogues"], rows["troubles told apart"], rows["replies"]) == (2, 1, 4)
    assert rows["dialogues of 12 exchanges or more"] == 0
    means = {name: cell.value for name, cell in rows.items() if isinstance(cell, Interval)}
    assert means["exchanges a dialogue"] == 2
    assert means["words a reply"] == 3
    assert means["words a message"] == 2
    assert means["replies that ask, %"] == 100
    assert means["feeling stronger at first than at last, %"] == 100


def test_openings_are_the_first_three_words() -> None:
    found = written.openings(TALK.utterances, "one")
    assert found.rows == (("since when does", 1, 50.0), ("since when", 1, 50.0))


def test_every_table_is_shown_without_a_data_folder() -> None:
    done = CliRunner().invoke(stats, ["written", "--split", "valid"], env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    assert all(word in done.output for word in ("dialogues", "Reflection of feelings", "ask_advice", "opening"))
    acts = next(sheet for sheet in written.sheets(Path("nowhere"), "valid") if sheet.name == "acts")
    assert sum(float(str(row[2])) for row in acts.rows) > 100


@pytest.mark.parametrize(("split", "said"), [("test", "'test' has not been written"), ("dev", "'dev' is not one of")])
def test_a_part_that_is_not_there_is_named(split: str, said: str) -> None:
    done = CliRunner().invoke(stats, ["written", "--split", split])
    assert done.exit_code != 0
    assert said in str(done.exception or done.output) + done.output


def test_another_corpus_needs_its_folder() -> None:
    done = CliRunner().invoke(stats, ["esconv"])
    assert done.exit_code == 2
    assert "--datapath DIR is missing" in done.output

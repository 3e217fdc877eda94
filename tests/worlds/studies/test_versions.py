"""Two researchers edit one file while people take part: nothing is read as if it were said of something else."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from agents.verdicts import item as items
from tests.worlds.studies.conftest import HEAD, QUESTIONS, Make, item
from worlds.studies.analysis import tables
from worlds.studies.check import load
from worlds.studies.datasheet import OPEN, datasheet, markdown
from worlds.studies.ledger import Ledger, Participation
from worlds.studies.report import export, html
from worlds.studies.simulate import simulate
from worlds.studies.study import Loaded


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'studies.db'}"


@pytest.fixture
def three(tmp_path: Path) -> Loaded:
    """A rating of two of three contestants."""
    items.save([item(number, "one", "two", "three") for number in range(10)], tmp_path / "items.jsonl")
    path = tmp_path / "edited.toml"
    named = 'contestants = ["one", "two"]'
    path.write_text(f'kind = "rating"\n{named}\n{HEAD.format(per_participant=5)}{QUESTIONS}')
    return load(path)


def edited(loaded: Loaded, was: str, now: str) -> Loaded:
    text = loaded.path.read_text()
    assert was in text
    loaded.path.write_text(text.replace(was, now))
    return load(loaded.path)


async def simulated(url: str, loaded: Loaded, *numbers: int) -> list[Participation]:
    async with Ledger.open(url, loaded) as ledger:
        for number in numbers:
            await simulate(loaded, ledger, number)
        return await ledger.everybody()


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('"one", "two"', '"two", "three"'),
        ('name = "fluency"', 'name = "english"'),
        ("points = 3", "points = 4"),
    ],
)
async def test_what_was_judged_of_another_file_is_in_no_table_and_lost_in_none(
    three: Loaded, url: str, tmp_path: Path, was: str, now: str
) -> None:
    await simulated(url, three, 0)
    after = edited(three, was, now)
    assert after.form != three.form
    everybody = await simulated(url, after, 1)
    people = {row[0]: row[1] for row in tables(after, everybody)[0].rows}
    assert people["left out: judged other items or questions, of an earlier file"] == "1"
    assert people["counted"] == "1"
    export(after, everybody, [], tmp_path / "out")
    rows = list(csv.DictReader((tmp_path / "out" / "judgements.csv").read_text().splitlines()))
    old, new = ([row for row in rows if bool(row["left_out"]) is left] for left in (True, False))
    assert len(old) == len(new) == 20
    assert {row["contestant"] for row in old} == {f"reply {number} of an earlier file" for number in (1, 2)}
    assert {row["study"] for row in old} == {three.fingerprint[:12]}
    assert {row["study"] for row in new} == {after.fingerprint[:12]}
    assert f"1 took part in {three.fingerprint[:12]}." in html(after, everybody)


async def test_an_item_that_is_gone_takes_nothing_with_it(three: Loaded, url: str, tmp_path: Path) -> None:
    await simulated(url, three, 0)
    items.save(three.items[5:], tmp_path / "items.jsonl")
    after = load(three.path)
    everybody = await simulated(url, after, 1)
    assert {row[0] for row in tables(after, everybody)[0].rows} >= {"counted"}
    assert html(after, everybody)


async def test_another_word_in_the_instructions_leaves_nobody_out(three: Loaded, url: str) -> None:
    await simulated(url, three, 0)
    after = edited(three, "Read and judge.", "Read, and then judge.")
    assert (after.form, after.fingerprint == three.fingerprint) == (three.form, False)
    assert {row[0]: row[1] for row in tables(after, await simulated(url, after))[0].rows}["counted"] == "1"


async def test_a_datasheet_says_what_the_study_knows_and_leaves_the_rest_open(make: Make, url: str) -> None:
    loaded = make("rating", "[pay]\namount = 3\nminutes = 15\n")
    everybody = await simulated(url, loaded, 0, 1)
    told = dict(datasheet(loaded, everybody))
    assert "2 participants (2 completed). 2 of them are simulated" in told["How much is there, and of whom?"]
    assert told["What were people asked?"].startswith("Is it kind? (5 points: not at all, somewhat, very much) / ")
    assert "3.00 GBP for about 15 minutes" in told["Did they agree, and were they paid?"]
    assert loaded.fingerprint in told["Which version of the study is it of?"]
    assert sum(answer == OPEN for answer in told.values()) == 2
    assert markdown(loaded, everybody).count("\n## ") == len(told)


@pytest.mark.parametrize("kind", ["speaker_listener", "seeker_supporter", "self_dialog", "wizard_of_oz"])
def test_a_datasheet_of_talks_says_that_there_are_words_in_it(make_collection: Make, kind: str) -> None:
    first = 'bots = ["default"]' if kind == "wizard_of_oz" else ""
    situations = int(kind in ("self_dialog", "wizard_of_oz"))
    told = dict(datasheet(make_collection(kind=kind, first=first, situations=situations), []))
    assert told["Does it hold people's own words?"].startswith("Participants wrote these words")
    assert told["When was it collected?"] == "Nobody has come yet."


def test_somebody_of_before_versions_were_kept_counts(make: Make) -> None:
    from tests.worlds.studies.test_analysis import rated, somebody

    people = tables(make("rating"), [somebody("p", *rated((5, 1), (4, 2)))])[0]
    assert ("counted", "1") in people.rows

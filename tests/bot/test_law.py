"""What the regions ask, read from their files, and the strictest of it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bot import law
from bot.errors import ConfigError
from bot.law import Duties, Minors, Notice, Region, duties, region_names, regions_of
from skills import reply_gate

SEVEN = ("california", "eu", "illinois", "new-york", "oregon", "utah", "washington")
NEW_YORK = "THE AI COMPANION IS A COMPUTER PROGRAM AND NOT A HUMAN BEING. IT IS UNABLE TO FEEL HUMAN EMOTION."


def region(notice: Notice, minors: Minors) -> Region:
    return Region(
        name="Here",
        law="a law",
        in_force=date(2026, 1, 1),
        source="https://example.org",
        checked_on=date(2026, 1, 2),
        notice=notice,
        minors=minors,
    )


def test_without_a_law_it_is_said_every_three_hours_and_after_a_week() -> None:
    assert duties(()) == Duties(every=timedelta(hours=3), minors_every=timedelta(hours=3), away=timedelta(days=7))


def test_the_strictest_of_all_counts_and_the_same_words_are_said_once() -> None:
    found = duties(
        [
            region(Notice(words="A PROGRAM", every_hours=4, away_days=3), Minors(every_hours=2)),
            region(Notice(words="A PROGRAM", daily=True, every_hours=2, away_days=9), Minors(unsuitable=True)),
        ]
    )
    hours = timedelta(hours=2)
    assert found == Duties(("A PROGRAM",), True, hours, hours, timedelta(days=3), unsuitable=True)


def test_what_the_seven_ask() -> None:
    assert region_names() == SEVEN
    asked = {name: duties(regions_of([name])) for name in SEVEN}
    assert asked["new-york"].words == (NEW_YORK,)
    assert [name for name in SEVEN if asked[name].words] == ["new-york"]
    assert [name for name in SEVEN if asked[name].daily] == ["new-york", "washington"]
    assert [name for name in SEVEN if asked[name].minors_every == timedelta(hours=1)] == ["washington"]
    assert [name for name in SEVEN if asked[name].unsuitable] == ["california"]
    assert {asked[name].every for name in SEVEN} == {timedelta(hours=3)}


@pytest.mark.parametrize("name", SEVEN)
def test_each_names_its_law_where_it_was_read_and_when(name: str) -> None:
    (found,) = regions_of([name])
    assert found.law
    assert found.source.startswith("https://")
    assert found.checked_on <= datetime.now(UTC).date()
    assert found.bot
    assert found.operator
    said = (*found.bot, found.notice.words)
    assert all(reply_gate.refuse(text) is None for text in said if text)


def test_a_region_that_is_not_there_is_named_with_the_choices() -> None:
    with pytest.raises(ConfigError, match=r"no region 'nowhere' \(there are: california, eu, illinois"):
        regions_of(["eu", "nowhere"])


@pytest.mark.parametrize("words", ["name = 3", 'name = "x"\nelse = 1', "name ="])
def test_a_damaged_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    (tmp_path / "damaged.toml").write_text(words)
    monkeypatch.setattr(law, "REGIONS", tmp_path)
    monkeypatch.setattr(law, "region_names", lambda: ("damaged",))
    with pytest.raises(ConfigError, match=r"damaged\.toml: cannot be read"):
        regions_of(["damaged"])

"""A study's file is read whole, or the person who wrote it is told what is wrong: where, and what there is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agents.verdicts import item as items
from bot.config import CONFIGS
from bot.errors import StudyError
from bot.toml import read_toml
from tests.worlds.studies.conftest import SITUATION, Make, item
from worlds.studies.check import NOBODY, load, remarks
from worlds.studies.study import COLLECTIONS, Study

NAMED = '[[situation]]\nname = "{}"\nfeeling = "sad"\ntext = "It rains."\n'
COMPARE = '[[compare]]\nname = "x"\ntext = "Which?"\n'
WIZARDS = '[collection]\nlessons = "wizard"\nexam = 4\n'


def test_it_is_read_with_its_items(make: Make) -> None:
    loaded = make("rating")
    assert (loaded.name, len(loaded.items), loaded.study.question[1].points) == ("trial", 10, 3)


@pytest.mark.parametrize(
    ("kind", "first", "more", "why"),
    [
        ("rating", "", '[[question]]\nname = "empathy"\ntext = "Again?"\n', "two questions have one name"),
        ("rating", "", '[[question]]\nname = "x"\ntext = "?"\nanchors = ["low"]\n', "question x: anchors are two"),
        (
            "ab",
            "",
            QUESTION := '[[question]]\nname = "x"\ntext = "?"\n',
            "a rating or a chat, not to kind 'ab'",
        ),
        ("ab", 'contestants = ["left", "nobody"]', "", r"'nobody' \(there are: left, right\)"),
        ("ab", 'contestants = ["left"]', "", "item i0 has not 2 replies"),
        ("ab", "", "[pay]\namount = 1\nminutes = 15\n", "4.00 GBP an hour, less than min_hourly = 9.00"),
        ("ab", 'returns = "https://example.org"', "", "returns has no {code}"),
        (
            "ab",
            'returns = "https://example.org/{code}"',
            '[codes]\ncompleted = "A"\n',
            "codes lacks no_consent, under_age",
        ),
        ("ab", "seed = 'x'", "", "Expected `int`"),
        ("ab", "colour = 1", "", "unknown field `colour`"),
        ("dance", "", "", "Invalid enum value 'dance'"),
    ],
)
def test_what_is_wrong_is_named(make: Make, kind: str, first: str, more: str, why: str) -> None:
    with pytest.raises(StudyError, match=why):
        make(kind, more, first=first)


@pytest.mark.parametrize(
    ("kind", "first", "more", "why"),
    [
        ("self_dialog", "", {}, "kind 'self_dialog' needs at least one"),
        ("self_dialog", "", {"situations": 2, "per_participant": 3}, "per_participant = 3, but there are 2 situations"),
        ("self_dialog", 'bots = ["default"]', {"situations": 1}, "bots belong to a chat, 'ab_turns' or a Wizard of Oz"),
        ("self_dialog", 'items = "x.jsonl"', {"situations": 1}, "a collection has no items"),
        ("self_dialog", "", {"more": SITUATION.format(number=1), "situations": 1}, "has a name of its own"),
        ("wizard_of_oz", 'bots = ["default"]', {"more": NAMED.format("wizard")}, "none is 'wizard'"),
        ("wizard_of_oz", "", {"situations": 1}, "a Wizard of Oz has one bot"),
        ("wizard_of_oz", 'bots = ["default"]', {"situations": 1, "per_participant": 2}, "per_participant = 1"),
        ("wizard_of_oz", 'bots = ["default"]', {"more": NAMED.format("s1") + "least = 4\n"}, "least of a"),
        ("self_dialog", "", {"more": NAMED.format("s1") + "least = 9\n"}, "least = 9 is more than .* most = 8"),
        (
            "wizard_of_oz",
            'bots = ["default"]',
            {"more": '[collection]\nlessons = "wizard"\n', "situations": 1},
            "exam = 9, but there are 5 lessons",
        ),
        (
            "wizard_of_oz",
            'bots = ["default"]',
            {"more": '[collection]\nlessons = "none.toml"\n', "situations": 1},
            r"none\.toml: cannot be read",
        ),
        (
            "wizard_of_oz",
            'bots = ["default"]',
            {"more": WIZARDS + NAMED.format("danger")},
            "lesson danger has the name",
        ),
        ("self_dialog", "", {"more": WIZARDS, "situations": 1}, "belong to 'seeker_supporter' or 'wizard_of_oz'"),
        ("speaker_listener", "", {"situations": 1}, "belongs to 'self_dialog' or 'wizard_of_oz'"),
        (
            "wizard_of_oz",
            'bots = ["default"]',
            {"more": COMPARE, "situations": 1},
            "belongs to a chat or .acute., not to kind",
        ),
    ],
)
def test_what_is_wrong_with_situations_is_named(
    make_collection: Make, kind: str, first: str, more: dict[str, Any], why: str
) -> None:
    with pytest.raises(StudyError, match=why):
        make_collection(kind=kind, first=first, **more)


def test_situations_are_its_items_and_one_that_is_lost_is_named(make_collection: Make) -> None:
    loaded = make_collection(kind="wizard_of_oz", first='bots = ["default"]', situations=2)
    assert [item.id for item in loaded.items] == ["s1", "s2", "wizard"]
    assert [item.id for item in loaded.drawn] == ["s1", "s2"]
    assert loaded.situation("s2").text == "It is situation 2."
    with pytest.raises(StudyError, match="the situation 's9' is no longer there"):
        loaded.situation("s9")


def test_more_items_than_there_are_cannot_be_judged(make: Make) -> None:
    with pytest.raises(StudyError, match=r"per_participant = 11, but items\.jsonl has 10 items"):
        make("ab", per_participant=11)


def test_a_context_that_is_only_named_cannot_be_shown(make: Make, tmp_path: Path) -> None:
    loaded = make("ab")
    named = items.Item("far", "t", (), item(1, "left", "right").candidates, reference="esconv 1 3")
    items.save([*loaded.items, named], tmp_path / "items.jsonl")
    with pytest.raises(StudyError, match="item far names a corpus and holds no context"):
        load(loaded.path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"none\.toml: cannot be read: No such file"):
        load(tmp_path / "none.toml")


@pytest.mark.parametrize("kind", ["rating", "ab", "ranking", "chat", *COLLECTIONS])
def test_the_studies_that_come_with_it_are_of_their_kind_and_pay_enough(kind: str) -> None:
    study: Study = read_toml(CONFIGS / "studies" / f"{kind}.toml", Study)
    assert study.kind == kind
    assert study.pay
    assert study.pay.hourly >= study.pay.min_hourly


def test_the_study_that_the_page_begins_with_is_short_and_can_be_run(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs/studies.md").read_text(encoding="utf8")
    text = page.partition("```toml\n")[2].partition("```")[0]
    items.save([item(number, "default", "given") for number in range(10)], tmp_path / "items.jsonl")
    (tmp_path / "feelings.toml").write_text(text, encoding="utf8")
    found = load(tmp_path / "feelings.toml").study
    assert len(text.splitlines()) <= 30
    assert remarks(found)[0].startswith("[consent] contact is still to be filled in")


@pytest.mark.parametrize("name", sorted(path.stem for path in (CONFIGS / "studies").glob("*.toml")))
def test_who_begins_with_a_stock_study_is_reminded_of_the_contact(name: str) -> None:
    assert read_toml(CONFIGS / "studies" / f"{name}.toml", Study).consent.contact == NOBODY

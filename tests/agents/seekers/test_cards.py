"""Cards of simulated seekers: those that come with Attune, and what is said of one that is wrong."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.seekers.cards import FOLDER, GOOD_NEWS, cards, find, ordered
from agents.seekers.command import seekers
from agents.seekers.manners import MANNERS
from bot.errors import ConfigError, CorpusError
from skills.labels import PROBLEMS

CARD = (FOLDER / "ward-closing.toml").read_text(encoding="utf8")


def changed(tmp_path: Path, old: str, new: str) -> Path:
    assert old in CARD
    path = tmp_path / "mine.toml"
    path.write_text(CARD.replace(old, new), encoding="utf8")
    return path


def test_sixty_people_of_every_manner_and_problem() -> None:
    found = cards()
    assert len(found) == len({card.id for card in found}) == 60
    assert {card.manner for card in found} == {*MANNERS}
    assert {card.problem for card in found} == {*PROBLEMS, GOOD_NEWS}
    counts = Counter(card.manner for card in found)
    assert counts["resistant"] + counts["hostile"] >= 10
    assert sum(card.glad for card in found) == 6


def test_no_two_cards_share_a_telling() -> None:
    told = Counter(text for card in cards() for text in (card.opening, *(fact.text for fact in card.facts)))
    assert [text for text, count in told.items() if count > 1] == []


def test_a_card_is_found_by_name_or_file_and_the_seed_orders_them(tmp_path: Path) -> None:
    assert find("ward-closing").who.startswith("Ama, 29")
    own = changed(tmp_path, "Ama", "Efua")
    assert (find(str(own)).id, find(str(own)).who[:4]) == ("mine", "Efua")
    with pytest.raises(ConfigError, match="nobody: there is no such card; `attune seekers list` has adoption-date"):
        find("nobody")
    names = [card.id for card in ordered(1)]
    assert names == [card.id for card in ordered(1)] != [card.id for card in ordered(2)]
    assert ordered(1, "ward-closing")[0].id == "ward-closing"
    assert [card.id for card in ordered(1, str(own))] == ["mine", *names]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"job crisis"', '"the weather"', "problem: 'the weather' is none of ongoing depression, job crisis"),
        ('"anxiety"', '"blue"', "emotion: 'blue' is none of anger, anxiety"),
        ("intensity = 4", "intensity = 9", "intensity = 9: it is from 1 to 5"),
        ("intensity = 4", 'intensity = "high"', r"Expected `int`, got `str` - at `\$\.intensity`"),
        ('"terse"', '"loud"', "manner: 'loud' is none of open, terse"),
        ('"brevity"', '"hugs"', "helps: 'hugs' is none of Question"),
        ('"cheerfulness"', '"rain"', "hurts: 'rain' is none of early advice"),
        ("eases = [", "eases = []\nunused = [", r"unknown field `unused`"),
        ('evades = ["dunno", "can\'t say yet"]', "evades = []", "evades: it is empty"),
        ('"not really"', '"dunno"', "'dunno' is there twice"),
        ('opening = "they\'re closing our ward in january"', 'opening = " "', "a text is empty"),
        ("facts = [", "facts = [\n]\n[[more]]\nfacts = [", "unknown field `more`"),
        ('manner = "terse"', "manner = terse", "line 5"),
    ],
)
def test_what_is_wrong_is_named_with_the_choices(tmp_path: Path, old: str, new: str, told: str) -> None:
    path = changed(tmp_path, old, new)
    with pytest.raises(CorpusError, match=rf"mine\.toml: .*{told}"):
        find(str(path))


def test_facts_are_counted_and_all_faults_told_at_once(tmp_path: Path) -> None:
    head, _, rest = CARD.partition("facts = [")
    path = tmp_path / "mine.toml"
    path.write_text(f"{head.replace('= 4', '= 0')}facts = [{rest[rest.index(']') :]}", encoding="utf8")
    with pytest.raises(CorpusError, match=r"intensity = 0: .*; facts: there are 0, and 5 to 8 are needed"):
        find(str(path))


def test_the_commands_list_show_and_check(tmp_path: Path) -> None:
    run = CliRunner().invoke
    listed = run(seekers, ["list"], env={"COLUMNS": "200"}).output
    assert "60 simulated seekers, no people" in listed
    assert all(card.id in listed for card in cards())
    shown = run(seekers, ["show", "ward-closing"]).output
    assert "ward-closing, simulated: Ama, 29" in shown
    assert all(line in shown for line in find("ward-closing").lines)
    good, bad = FOLDER / "ward-closing.toml", changed(tmp_path, "intensity = 4", "intensity = 9")
    checked = run(seekers, ["check", str(good)])
    assert (checked.exit_code, "6 facts, 16 lines" in checked.output) == (0, True)
    failed = run(seekers, ["check", str(good), str(bad), str(tmp_path / "none.toml")])
    assert failed.exit_code == 1
    assert "intensity = 9" in failed.output
    assert "there is no such file" in failed.output

"""The crisis lines that are shipped, and the loader's errors."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from bot.errors import ConfigError
from skills.care.country import WORDS
from skills.care.plain import fold, sentences
from skills.crisis_resources import Directory, Names, directory, load, months_between

FOLDER = Path(__file__).parents[2] / "configs" / "crisis"
CHECKED = date(2026, 11, 21)
LATER = dict.fromkeys(("at", "pt"), date(2026, 11, 29)) | {"mx": date(2026, 11, 30)}
"""When most entries were read, and those of the countries that came later."""
LATEST = {("fr", "violence"), ("es", "violence"), *(("gb", name) for name in ("gb-sct", "gb-wls", "gb-nir"))}
"""Countries and the kinds or nations of entries that came last, on 30 November."""
DIRECTORY = 'country = "international"\nnames = []\n[[entry]]\nkind = "directory"\nname = "D"\nchat = "d.org"\n'
DIRECTORY += 'source = "https://d.org"\nchecked_on = 2026-11-21\n'
ENTRY = (
    'country = "X"\nnames = ["x"]\n[[entry]]\nkind = "suicide"\nname = "Line"\nphone = "1"\nsource = "https://x.org"\n'
)
ENTRY += "checked_on = 2026-11-21\n"


def raw() -> str:
    return "\n".join(path.read_text(encoding="utf8") for path in FOLDER.glob("*.toml"))


def small(folder: Path, text: str) -> Directory:
    (folder / "international.toml").write_text(DIRECTORY, encoding="utf8")
    (folder / "xx.toml").write_text(text, encoding="utf8")
    return load(folder)


def test_every_country_has_an_emergency_number_and_a_line() -> None:
    countries = {code: held for code, held in directory().countries.items() if code != "international"}
    assert " ".join(sorted(countries)) == "at au ca de es fr gb ie in jp kr mx nl nz pt us"
    for held in countries.values():
        assert [entry.kind for entry in held.entries].count("emergency") == 1
        assert any(entry.kind == "suicide" for entry in held.entries)


def all_names() -> dict[str, Names]:
    held = directory()
    return {code: names for country in held.countries.values() for code, names in country.named.items()} | dict(
        held.elsewhere
    )


def test_a_place_is_of_one_country_and_as_it_is_read() -> None:
    held = directory()
    written = [(name, code) for code, of in all_names().items() for name in (*of.names, *of.regions, *of.places)]
    assert len({name for name, _ in written}) == len(written)
    for name, code in written:
        assert held.country_of(name) == code
        assert fold(name) == name
        assert " ".join(sentences(name)) == name or name[0] > "\u024f"
        assert len(name.split()) <= WORDS
    for of in all_names().values():
        assert not any(held.country_named(place) for place in of.places)  # by itself a place may be somebody's name


def test_what_is_elsewhere_holds_no_lines() -> None:
    held = directory()
    assert not set(held.elsewhere) & set(held.countries)
    assert held.without_lines("ae") == "the United Arab Emirates"
    assert held.without_lines("gb") == held.without_lines(None) == ""
    assert held.emergency("ae") == "your local emergency number"


@pytest.mark.parametrize(
    ("code", "number"),
    [("gb", "0808 2000 247"), ("gb-sct", "0800 027 1234"), ("gb-wls", "0808 80 10 800"), ("gb-nir", "0808 802 1414")],
)
def test_a_nation_s_line_is_shown_there_alone(code: str, number: str) -> None:
    best = directory().best(code, ("violence",), CHECKED)
    assert best is not None
    assert best.phone == number
    assert best.nation == ("" if code == "gb" else code)
    assert ("England" in best.name) == (code == "gb")
    suicide = directory().best(code, ("suicide",), CHECKED)
    assert suicide is not None
    assert (suicide.phone, directory().emergency(code)) == ("116 123", "999")


def test_an_unknown_nation_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"xx\.toml: Line: nation 'xx-y' is not known"):
        small(tmp_path, f'{ENTRY}nation = "xx-y"\n')


def test_a_damaged_list_of_places_is_refused(tmp_path: Path) -> None:
    (tmp_path / "places").mkdir()
    (tmp_path / "places" / "elsewhere.toml").write_text('[ae]\ncountry = "X"\n', encoding="utf8")
    with pytest.raises(ConfigError, match=r"elsewhere\.toml: .*names"):
        small(tmp_path, ENTRY)


def test_every_entry_says_where_and_when_it_was_seen() -> None:
    for code, held in directory().countries.items():
        for entry in held.entries:
            last = (code, entry.nation or entry.kind) in LATEST
            assert entry.checked_on == (LATER["mx"] if last else LATER.get(code, CHECKED))
            assert re.fullmatch(r"https?://[^/\s]+\.[a-z]+/?\S*", entry.source)


@pytest.mark.parametrize(
    "trap",
    [
        r"800[\s.-]*273[\s.-]*(?:8255|TALK)",  # became 988
        r"press\s*3|option\s*3",  # 988's option 3 ended in July 2025
        r"\b1393\b",  # became 109 in 2024
        r"931[\s.-]*2237|\bNEDA\b|nationaleatingdisorders",  # closed in 2023
        r"\bKIRAN\b|1800[\s.-]*599[\s.-]*0019",  # gave way to Tele-MANAS
        r"0900[\s.-]*0113",  # became 113
    ],
)
def test_old_lines_do_not_come_back(trap: str) -> None:
    assert not re.search(trap, raw(), re.IGNORECASE)


@pytest.mark.parametrize(
    ("code", "emergency", "line"),
    [
        ("us", "911", "988"), ("gb", "999", "116 123"), ("ie", "112 or 999", "116 123"), ("ca", "911", "988"),
        ("au", "000", "13 11 14"), ("nz", "111", "1737"), ("in", "112", "14416"), ("fr", "112", "3114"),
        ("es", "112", "024"), ("nl", "112", "113"), ("pt", "112", "1411"), ("at", "112", "142"), ("kr", "119", "109"),
    ],
)  # fmt: skip
def test_the_numbers(code: str, emergency: str, line: str) -> None:
    assert directory().emergency(code) == emergency
    best = directory().best(code, ("suicide",), CHECKED)
    assert best is not None
    assert best.phone == line


def test_a_country_without_lines_gets_the_directory() -> None:
    assert directory().emergency(None) == "your local emergency number"
    assert directory().emergency("zz") == "your local emergency number"
    assert directory().best(None, ("suicide",), CHECKED) is None
    assert directory().international() == "findahelpline.com"


def test_lines_for_the_worried_are_those_that_say_so() -> None:
    found = directory().best("us", ("suicide",), CHECKED, worried=True)
    assert found is not None
    assert found.phone == "988"
    assert directory().best("gb", ("suicide",), CHECKED, worried=True) is None


def test_a_child_may_bring_any_worry_to_a_child_s_line() -> None:
    found = directory().best("gb", ("child", "suicide"), CHECKED, worried=True, minor=True)
    assert found is not None
    assert found.name == "Childline"
    assert directory().best("gb", ("child",), CHECKED) is None  # nobody of age is sent there


def test_a_line_against_violence_is_of_the_right_age() -> None:
    young, old = (directory().best("us", ("violence",), CHECKED, minor=minor) for minor in (True, False))
    assert young is not None
    assert old is not None
    assert (young.phone, old.phone) == ("1-800-422-4453", "1-800-799-7233")


@pytest.mark.parametrize(
    ("ages", "young", "old"),
    [("any age", True, True), ("5 to 25", True, True), ("up to 17", True, False), ("18 and over", False, True)],
)
def test_ages(tmp_path: Path, ages: str, young: bool, old: bool) -> None:
    lines = small(tmp_path, f'{ENTRY}ages = "{ages}"\n')
    assert (lines.best("xx", ("suicide",), CHECKED, minor=True) is not None) == young
    assert (lines.best("xx", ("suicide",), CHECKED) is not None) == old


def test_how_a_line_is_spoken() -> None:
    spoken = {entry.name: entry.spoken() for entry in directory().countries["us"].entries}
    lifeline = "the 988 Suicide & Crisis Lifeline"
    assert spoken[lifeline] == f"{lifeline}: call or text 988, any time, day or night"
    assert spoken["the Crisis Text Line"] == "the Crisis Text Line: text 741741, any time, day or night"
    assert "call 1-800-799-7233 or text START to 88788" in spoken["the National Domestic Violence Hotline"]


def test_a_line_that_answers_in_writing() -> None:
    found = directory().by_text("gb", CHECKED)
    assert found is not None
    assert found.spoken(calls=False) == "Shout: text SHOUT to 85258, any time, day or night"
    child = directory().by_text("gb", CHECKED, minor=True)
    assert child is not None
    assert child.spoken(calls=False) == "Childline: go to childline.org.uk, any time, day or night"


@pytest.mark.parametrize(
    ("earlier", "later", "months"),
    [
        (date(2026, 11, 21), date(2027, 11, 20), 11),
        (date(2026, 11, 21), date(2027, 11, 21), 12),
        (date(2026, 11, 21), date(2028, 11, 21), 24),
    ],
)
def test_months(earlier: date, later: date, months: int) -> None:
    assert months_between(earlier, later) == months


def test_age_warns_after_twelve_months_and_hides_after_twenty_four() -> None:
    lines = directory()
    assert lines.warnings(date(2027, 11, 20)) == ()
    warned = lines.warnings(date(2027, 11, 21))
    assert "configs/crisis/gb.toml: Samaritans: checked 12 months ago" in warned
    assert lines.best("gb", ("suicide",), date(2028, 11, 20)) is not None
    assert lines.best("gb", ("suicide",), date(2028, 11, 21)) is None
    assert lines.by_text("gb", date(2028, 11, 21)) is None
    assert lines.emergency("gb") == "999"
    hidden = lines.warnings(date(2028, 11, 21))
    assert "configs/crisis/gb.toml: Samaritans: checked 24 months ago, no longer shown" in hidden
    assert "configs/crisis/gb.toml: Emergency: checked 24 months ago" in hidden


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('kind = "suicide"', 'kind = "suicid"'), r"xx\.toml, entry 1 \(Line\).*suicid.*kinds: emergency, suicide"),
        (('phone = "1"', 'phon = "1"'), r"xx\.toml, entry 1 \(Line\).*phon"),
        (('phone = "1"\n', ""), r"xx\.toml, entry 1 \(Line\): one of phone, text and chat"),
        (('source = "https://x.org"\n', ""), r"xx\.toml, entry 1 \(Line\).*source"),
        (('source = "https://x.org"', 'source = "a friend"'), r"xx\.toml, entry 1 \(Line\): source 'a friend'"),
        (("checked_on", 'ages = "kids"\nchecked_on'), r"xx\.toml, entry 1 \(Line\): ages 'kids' must read"),
        (("checked_on = 2026-11-21\n", ""), r"xx\.toml, entry 1 \(Line\).*checked_on"),
        (("checked_on = 2026-11-21", 'checked_on = "soon"'), r"xx\.toml, entry 1 \(Line\).*checked_on"),
        (('country = "X"', "country = "), r"xx\.toml: "),
        (('names = ["x"]\n', ""), r"xx\.toml: .*names"),
    ],
)
def test_errors_name_the_file_the_entry_and_the_field(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    assert small(tmp_path, ENTRY).emergency("xx") == "your local emergency number"
    with pytest.raises(ConfigError, match=message):
        small(tmp_path, ENTRY.replace(*change))


def test_a_folder_without_the_international_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"international\.toml must hold an entry of kind 'directory'"):
        load(tmp_path)


def test_the_table_of_sources_is_the_data() -> None:
    page = (FOLDER.parents[1] / "docs" / "care.md").read_text(encoding="utf8")
    for held in directory().countries.values():
        for entry in held.entries:
            row = next(
                (line for line in page.splitlines() if f"| {entry.name} |" in line and f"<{entry.source}>" in line),
                None,
            )
            assert row is not None, f"{held.code}: {entry.name} stands with another source in docs/care.md"
            assert entry.phone in row
            assert entry.text in row

"""Crisis lines, read from `configs/crisis/*.toml`: one file a country, named by its ISO 3166 code.

An entry stands there only with the page its number was seen on and the day. Lines grow old, and an old number is worse
than none: after twelve months an entry is reported by `warnings`, after twenty-four it is no longer shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Literal, get_args

import msgspec

from bot.errors import ConfigError
from bot.toml import read_toml

Kind = Literal["emergency", "suicide", "child", "violence", "poison", "eating_disorder", "directory"]
INTERNATIONAL = "international"
ELSEWHERE = Path("places") / "elsewhere.toml"
"""Countries for which no lines are held, by code: what they are called, and places in them."""
WARN_MONTHS, HIDE_MONTHS = 12, 24
OF_AGE = 18
_AGES = re.compile(r"(?:any age)?|up to ([0-9]{1,3})|([0-9]{1,3}) and over|([0-9]{1,3}) to ([0-9]{1,3})")


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One service. `source` is the page its number was seen on; empty fields were not stated there.

    `nation`: the part of the country it is for ("gb-sct", ISO 3166-2); "" is for all of it.
    """

    kind: Kind
    name: str
    source: str
    checked_on: date
    phone: str = ""
    text: str = ""
    chat: str = ""
    hours: str = ""
    languages: tuple[str, ...] = ()
    ages: str = ""
    cost: str = ""
    also_for_worried_others: bool = False
    nation: str = ""

    def spoken(self, *, calls: bool = True) -> str:
        """How to reach it, as the end of a sentence: "Samaritans: call 116 123, any time, day or night"."""
        if calls and self.phone and self.phone == self.text:
            ways = [f"call or text {self.phone}"]
        else:
            ways = [f"call {self.phone}"] * (calls and bool(self.phone)) + [f"text {self.text}"] * bool(self.text)
        ways = ways or [f"go to {self.chat}"]
        return f"{self.name}: {' or '.join(ways)}{f', {self.hours}' if self.hours else ''}"

    def takes(self, *, minor: bool) -> bool:
        """Whether it is meant for people under age, or of age; a line that states no ages is for both."""
        stated = _AGES.fullmatch(self.ages)
        up, over, low, high = stated.groups() if stated else (None,) * 4
        if minor:
            return int(over or low or 0) < OF_AGE
        return self.kind != "child" and int(up or high or OF_AGE) >= OF_AGE


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How people write a country or nation, and places in it, in lower case and without Latin accents.

    `regions` are places that are nobody's name; `places` count only where somebody says that they are there.
    """

    country: str
    names: tuple[str, ...]
    regions: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


class _File(Names, frozen=True, forbid_unknown_fields=True, kw_only=True):
    entry: tuple[dict[str, object], ...]
    nation: Mapping[str, Names] = {}


@dataclass(frozen=True, slots=True)
class Country:
    """A country's lines, and what it and its nations are called, by code."""

    code: str
    name: str
    named: Mapping[str, Names]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Directory:
    """Every country's lines, as they may be shown on a given day."""

    countries: Mapping[str, Country]
    elsewhere: Mapping[str, Names]
    by_name: Mapping[str, str]
    by_place: Mapping[str, str]

    def emergency(self, code: str | None, *, unknown: str = "your local emergency number") -> str:
        """What to call first: "911", or `unknown` where no number is held."""
        found = next((entry.phone for entry in self._entries(code) if entry.kind == "emergency"), "")
        return found or unknown

    def best(
        self,
        code: str | None,
        kinds: tuple[Kind, ...],
        today: date,
        *,
        worried: bool = False,
        minor: bool = False,
        by_phone: bool = False,
    ) -> Entry | None:
        """The first line of the first of `kinds` that this country holds, fresh enough to be shown, for this age.

        With `worried`, only lines that say they also take calls from people worried about somebody else; a child may
        bring any worry to a child's line. `by_phone`: only those that can be called.
        """
        usable = [
            entry
            for entry in self._fresh(code, today)
            if entry.takes(minor=minor) and (entry.also_for_worried_others or not worried or entry.kind == "child")
            if entry.phone or not by_phone
        ]
        return next((entry for kind in kinds for entry in usable if entry.kind == kind), None)

    def by_text(self, code: str | None, today: date, *, minor: bool = False) -> Entry | None:
        """A line that answers written messages, for somebody who would rather not call."""
        kinds: tuple[Kind, ...] = ("child", "suicide")
        usable = [
            entry for entry in self._fresh(code, today) if entry.takes(minor=minor) and (entry.text or entry.chat)
        ]
        return next((entry for kind in kinds for entry in usable if entry.kind == kind), None)

    def international(self) -> str:
        """The address of the directory for all other countries."""
        return self.countries[INTERNATIONAL].entries[0].chat

    def country_named(self, name: str) -> str | None:
        """The code of the country, nation or region written as `name` (lower case, no accents)."""
        return self.by_name.get(name)

    def country_of(self, place: str) -> str | None:
        """The code of the country that is written so, or in which the place lies that is."""
        return self.by_name.get(place) or self.by_place.get(place)

    def without_lines(self, code: str | None) -> str:
        """What a country is called for which no lines are held; "" for all others."""
        found = self.elsewhere.get(code or "")
        return found.country if found else ""

    def _entries(self, code: str | None) -> tuple[Entry, ...]:
        """What is for a nation comes before what is for its country, and without what is for another nation."""
        found = self.countries.get((code or "").partition("-")[0])
        if found is None or code == found.code:
            return found.entries if found else ()
        own = tuple(entry for entry in found.entries if entry.nation == code)
        return (*own, *(entry for entry in found.entries if not entry.nation))

    def _fresh(self, code: str | None, today: date) -> list[Entry]:
        return [entry for entry in self._entries(code) if months_between(entry.checked_on, today) < HIDE_MONTHS]

    def warnings(self, today: date) -> tuple[str, ...]:
        """One line for each entry that somebody must check again."""
        return tuple(
            f"configs/crisis/{code}.toml: {entry.name}: checked {age} months ago"
            + (", no longer shown" if age >= HIDE_MONTHS and entry.kind not in ("emergency", "directory") else "")
            for code, country in sorted(self.countries.items())
            for entry in country.entries
            if (age := months_between(entry.checked_on, today)) >= WARN_MONTHS
        )


def months_between(earlier: date, later: date) -> int:
    """Whole months from one day to another."""
    return (later.year - earlier.year) * 12 + later.month - earlier.month - (later.day < earlier.day)


def directory() -> Directory:
    """The lines shipped with Attune. WeightsError when a file of them is missing or altered."""
    from skills import pins

    return _shipped(tuple(pins.check_all("crisis").values()))


@cache
def _shipped(_checksums: tuple[str, ...]) -> Directory:
    return load(Path(__file__).parents[1] / "configs" / "crisis")


def load(folder: Path) -> Directory:
    """Read every `*.toml` of a folder. Raises ConfigError naming the file, the entry and the field."""
    countries = {path.stem: _country(path) for path in sorted(folder.glob("*.toml"))}
    if not any(entry.kind == "directory" for entry in countries.get(INTERNATIONAL, _NOWHERE).entries):
        raise ConfigError(f"{folder}: {INTERNATIONAL}.toml must hold an entry of kind 'directory'")
    elsewhere = _elsewhere(folder / ELSEWHERE)
    named = {code: names for country in countries.values() for code, names in country.named.items()} | dict(elsewhere)
    by_name = {name: code for code, names in named.items() for name in (*names.names, *names.regions)}
    by_place = {place: code for code, names in named.items() for place in names.places}
    return Directory(countries, elsewhere, by_name, by_place)


_NOWHERE = Country(INTERNATIONAL, "", {}, ())


def _country(path: Path) -> Country:
    raw = read_toml(path, _File)
    entries = tuple(_entry(path, number, fields) for number, fields in enumerate(raw.entry, start=1))
    nations = {f"{path.stem}-{part}": names for part, names in raw.nation.items()}
    if strange := next((entry for entry in entries if entry.nation not in ("", *nations)), None):
        there = ", ".join(nations) or "no nations"
        raise ConfigError(f"{path}: {strange.name}: nation {strange.nation!r} is not known (there are: {there})")
    return Country(path.stem, raw.country, {path.stem: raw, **nations}, entries)


def _elsewhere(path: Path) -> Mapping[str, Names]:
    return read_toml(path, dict[str, Names]) if path.exists() else {}


def _entry(path: Path, number: int, fields: dict[str, object]) -> Entry:
    place = f"{path}, entry {number} ({fields.get('name', 'no name')})"
    try:
        entry = msgspec.convert(fields, Entry)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{place}: {error} (kinds: {', '.join(get_args(Kind))})") from None
    if not (entry.phone or entry.text or entry.chat):
        raise ConfigError(f"{place}: one of phone, text and chat must be given")
    if not entry.source.startswith(("https://", "http://")):
        raise ConfigError(f"{place}: source {entry.source!r} is no web address")
    if not _AGES.fullmatch(entry.ages):
        raise ConfigError(f"{place}: ages {entry.ages!r} must read '5 to 25', 'up to 19', '18 and over' or 'any age'")
    if entry.kind == "emergency" and not entry.phone:
        raise ConfigError(f"{place}: phone must be given for an emergency number")
    return entry

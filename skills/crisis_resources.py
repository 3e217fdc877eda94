"""Crisis lines, read from `configs/crisis/*.toml`: one file a country, named by its ISO 3166 code.

An entry stands there only with the page its number was seen on and the day. Lines grow old, and an old number is worse
than none: after twelve months an entry is reported by `warnings`, after twenty-four it is no longer shown.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Literal, get_args

import msgspec

from bot.errors import ConfigError

Kind = Literal["emergency", "suicide", "child", "violence", "poison", "eating_disorder", "directory"]
INTERNATIONAL = "international"
WARN_MONTHS, HIDE_MONTHS = 12, 24
OF_AGE = 18
_AGES = re.compile(r"(?:any age)?|up to ([0-9]{1,3})|([0-9]{1,3}) and over|([0-9]{1,3}) to ([0-9]{1,3})")


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One service. `source` is the page its number was seen on; empty fields were not stated there."""

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


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    country: str
    names: tuple[str, ...]
    entry: tuple[dict[str, object], ...]
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Country:
    """A country's lines. `names` is how a person may write it, in lower case and without accents, and `places` are

    large ones in it that hardly any other country has.
    """

    code: str
    name: str
    names: tuple[str, ...]
    entries: tuple[Entry, ...]
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Directory:
    """Every country's lines, as they may be shown on a given day."""

    countries: Mapping[str, Country]

    def emergency(self, code: str | None) -> str:
        """What to call first: "911", or "your local emergency number" where no number is held."""
        found = next((entry.phone for entry in self._entries(code) if entry.kind == "emergency"), "")
        return found or "your local emergency number"

    def best(
        self, code: str | None, kinds: tuple[Kind, ...], today: date, *, worried: bool = False, minor: bool = False
    ) -> Entry | None:
        """The first line of the first of `kinds` that this country holds, fresh enough to be shown, for this age.

        With `worried`, only lines that say they also take calls from people worried about somebody else; a child may
        bring any worry to a child's line.
        """
        usable = [
            entry
            for entry in self._fresh(code, today)
            if entry.takes(minor=minor) and (entry.also_for_worried_others or not worried or entry.kind == "child")
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
        """The code of a country written as `name` (lower case, no accents)."""
        return next((code for code, country in self.countries.items() if name in country.names), None)

    def country_of(self, place: str) -> str | None:
        """The code of the country that is written so, or in which the place lies that is."""
        found = self.country_named(place)
        return found or next((code for code, country in self.countries.items() if place in country.places), None)

    def _entries(self, code: str | None) -> tuple[Entry, ...]:
        found = self.countries.get(code) if code else None
        return found.entries if found else ()

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
    return Directory(countries)


_NOWHERE = Country(INTERNATIONAL, "", (), ())


def _country(path: Path) -> Country:
    try:
        raw = msgspec.convert(tomllib.loads(path.read_text(encoding="utf8")), _File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {error}") from None
    entries = tuple(_entry(path, number, fields) for number, fields in enumerate(raw.entry, start=1))
    return Country(path.stem, raw.country, raw.names, entries, raw.places)


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

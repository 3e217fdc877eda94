"""The crisis lines of `configs/crisis`, as a page that anybody can open without a word to the bot.

The guard has its own reading of the same files for what it says in a talk; here too an old entry is not shown.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any

from bot.config import CONFIGS
from bot.phrases import say

INTERNATIONAL = "international"
OLD = timedelta(days=730)
LASTING = ("emergency", "directory")
"""Kinds that are shown however long ago they were seen."""


@dataclass(frozen=True, slots=True)
class Service:
    """One line. Each way to reach it is what people read and where a tap leads."""

    name: str
    ways: tuple[tuple[str, str, str], ...]
    details: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Country:
    """A country's code, its name, and what may be shown of its lines."""

    code: str
    name: str
    services: tuple[Service, ...]


def countries(today: date) -> list[Country]:
    """All that are held, by name."""
    found = [_country(code, raw, today) for code, raw in _files().items() if code != INTERNATIONAL]
    return sorted(found, key=lambda country: country.name)


def directory() -> str:
    """Where lines of every other country are listed."""
    return f"https://{_files()[INTERNATIONAL]['entry'][0]['chat']}"


@cache
def _files() -> dict[str, dict[str, Any]]:
    return {path.stem: tomllib.loads(path.read_text(encoding="utf8")) for path in (CONFIGS / "crisis").glob("*.toml")}


def _country(code: str, raw: dict[str, Any], today: date) -> Country:
    shown = [entry for entry in raw["entry"] if entry["kind"] in LASTING or today - entry["checked_on"] < OLD]
    name = say(raw["country"]).removeprefix("the ")
    return Country(code, name[:1].upper() + name[1:], tuple(_service(entry) for entry in shown))


def _service(entry: dict[str, Any]) -> Service:
    phones = entry.get("phone", "").split(" or ") if entry.get("phone") else []
    ways = [("call", phone, f"tel:{_digits(phone)}") for phone in phones]
    if text := entry.get("text"):
        ways.append(("text", text, f"sms:{_digits(text.rpartition(' to ')[2])}"))
    if chat := entry.get("chat"):
        ways.append(("web", chat, f"https://{chat}"))
    languages = ", ".join(entry.get("languages", ()))
    ages = entry.get("ages", "")
    details = (entry.get("hours", ""), languages, entry.get("cost", ""), "" if ages == "any age" else ages)
    name = entry["name"].removeprefix("the ")
    return Service(name, tuple(ways), tuple(detail for detail in details if detail))


def _digits(number: str) -> str:
    return "".join(sign for sign in number if sign.isdecimal())

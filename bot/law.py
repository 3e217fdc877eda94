"""Law as data: what the regions that a bot file names ask of a program that keeps people company.

[law]
regions = ["new-york", "california"]      # files of configs/regions

It is no legal advice, and nobody's obligations end with it; each file names its source and the day it was read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec

from bot.errors import ConfigError

REGIONS = Path(__file__).parents[1] / "configs" / "regions"
HOURS, DAYS = 3.0, 7.0
"""Without any law: after so many hours of talk, and so many days away, it is said again what the bot is."""
Span = Annotated[float, msgspec.Meta(gt=0, le=168)]


class Notice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[notice]: when it is said that this is no person. `words` are the law's own, said as they stand.

    `daily`: at the beginning of a talk, once a day at most.
    """

    words: str = ""
    daily: bool = False
    every_hours: Span = HOURS
    away_days: Span = DAYS


class Minors(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """[minors]: how often it is said to somebody who stated an age under the guard's `minimum_age`, with what else."""

    every_hours: Span = HOURS
    unsuitable: bool = False


class Region(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A file of configs/regions. `bot` is what is asked and done here, `operator` what is left to whoever runs it."""

    name: str
    law: str
    in_force: date
    source: str
    checked_on: date
    notice: Notice = Notice()
    minors: Minors = Minors()
    bot: tuple[str, ...] = ()
    operator: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Duties:
    """The strictest of what some regions ask, and what is done without any.

    `words` are said with every notice; `every` counts hours of talk, `minors_every` those of a minor, `away` the time
    between two talks. `daily`: the first reply of a day's talk says it too. `unsuitable`: a minor is told that such a
    program may not be right for them.
    """

    words: tuple[str, ...] = ()
    daily: bool = False
    every: timedelta = timedelta(hours=HOURS)
    minors_every: timedelta = timedelta(hours=HOURS)
    away: timedelta = timedelta(days=DAYS)
    unsuitable: bool = False


def duties(regions: Sequence[Region]) -> Duties:
    """What all of them ask together."""
    notices, minors = [one.notice for one in regions], [one.minors for one in regions]
    every = min((one.every_hours for one in notices), default=HOURS)
    return Duties(
        words=tuple(dict.fromkeys(one.words for one in notices if one.words)),
        daily=any(one.daily for one in notices),
        every=timedelta(hours=every),
        minors_every=timedelta(hours=min((one.every_hours for one in minors), default=every)),
        away=timedelta(days=min((one.away_days for one in notices), default=DAYS)),
        unsuitable=any(one.unsuitable for one in minors),
    )


def regions_of(names: Sequence[str]) -> tuple[Region, ...]:
    """The regions by the names of their files. Raises ConfigError with the name and the choices."""
    for name in names:
        if name not in region_names():
            raise ConfigError(f"regions: there is no region {name!r} (there are: {', '.join(region_names())})")
    return tuple(_region(name) for name in dict.fromkeys(names))


@cache
def region_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in REGIONS.glob("*.toml")))


@cache
def _region(name: str) -> Region:
    path = REGIONS / f"{name}.toml"
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf8")), Region)
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from None

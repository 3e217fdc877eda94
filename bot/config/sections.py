"""What a bot file says about running the bot: its doors, where talks are kept and for how long, limits, figures.

[doors.telegram]              # [doors.discord], [doors.web]: a door that is named is opened, by its own Settings
[store]
retention_days = 180
[limits]
per_minute = 20
[metrics]
port = 9464
[study]
ask_stars = true
[law]
regions = ["new-york"]
[cluster]
engines = [1, 4]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

import msgspec

from bot.config.convert import section
from bot.config.places import inside
from bot.errors import ConfigError
from bot.law import Region, regions_of

DOORS = ("telegram", "discord", "web")
LISTENS = (("port", "host", "host"), ("webhook_port", "webhook_host", "webhook_url"))
"""Settings of doors that others connect to: port, host, and what must be set for it."""
Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]
Count = Annotated[int, msgspec.Meta(ge=0)]
Length = Annotated[float, msgspec.Meta(gt=0)]
Wait = Annotated[float, msgspec.Meta(ge=0.001, le=600)]
Some = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Share = Annotated[float, msgspec.Meta(ge=0.01, le=1024)]
CENTURY = 36525
"""Days; longer than so nobody means to keep anything, and much longer is more than a calendar holds."""
Days = Annotated[float, msgspec.Meta(gt=0, le=CENTURY)]
Hours = Annotated[float, msgspec.Meta(gt=0, le=CENTURY * 24)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """[store]: where talks are kept, and for how long after their last word.

    `url` is SQLAlchemy's, without a password, or a file's name. `retention_days` counts where the person agreed to be
    remembered, `unkept_hours` everywhere else; both are more than 0 and at most a hundred years.
    """

    url: str | None = None
    retention_days: Days = 180.0
    unkept_hours: Hours = 24.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """[limits]: who may talk, and how much. 0 is no limit. Persons are named as `channel:person`, one per text.

    `allow`, where it is not empty, names all who may. `per_...` counts messages of one person, `address_per_...` those
    from one network address, `token_per_...` those (and other calls) of all people of one token of the API,
    `budget_per_day` those of everybody together; `menu_per_minute` counts commands and buttons of one person,
    `address_menu_per_minute` those from one address. `people` is how many are counted at once.
    """

    allow: tuple[str, ...] = ()
    block: tuple[str, ...] = ()
    per_minute: Count = 20
    per_day: Count = 500
    address_per_minute: Count = 60
    address_per_day: Count = 5000
    token_per_minute: Count = 300
    token_per_day: Count = 20_000
    menu_per_minute: Count = 30
    address_menu_per_minute: Count = 120
    budget_per_day: Count = 0
    people: Annotated[int, msgspec.Meta(ge=1)] = 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """[metrics]: the private address where Prometheus may read the figures; never that of the web door."""

    host: Annotated[str, msgspec.Meta(min_length=1)] = "127.0.0.1"  # an empty one would be every address
    port: Port = 9464


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """[study]: whether people are asked for stars after every second reply."""

    ask_stars: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """[law]: the regions (files of configs/regions) whose law the bot is to follow, beside what it does anyway."""

    regions: tuple[str, ...] = ()

    @property
    def followed(self) -> tuple[Region, ...]:
        return regions_of(self.regions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """[cluster]: the engine as replicas of Ray Serve (`bot.cluster`), by the `name` that it is deployed under.

    `address` is of Ray's head. `engines` and, where it is to have replicas of its own, `writers` are the fewest
    and the most; each is given so many processors (`cpus`), and takes so many requests `at_once`.
    """

    address: Annotated[str, msgspec.Meta(pattern=r"^[^:\s]+:[0-9]{1,5}$")] = "127.0.0.1:6390"
    name: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9-]*$")] = "attune"
    engines: tuple[Some, Some] = (1, 2)
    writers: tuple[Some, Some] | None = None
    cpus: Share = 1.0
    at_once: Some = 4

    def __post_init__(self) -> None:
        for name, range_ in (("engines", self.engines), ("writers", self.writers)):
            if range_ and range_[0] > range_[1]:
                raise ConfigError(f"cluster.{name} = {list(range_)}: the fewest replicas come first, then the most")


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """All these sections of a bot file. `doors` holds the Settings of each door by channel."""

    doors: Mapping[str, Any]
    store: Keeping
    limits: Rules
    metrics: Figures | None
    study: Study
    law: Law
    cluster: Cluster | None


def running(place: Path, raw: Mapping[str, Any]) -> Running:
    """The sections of a parsed bot file; those that it leaves out are as by default."""
    study = section(place, "study", raw.get("study", {}), Study)
    found = Running(
        doors=_doors(place, raw.get("doors", {}), study),
        store=section(place, "store", _placed(place, raw.get("store", {})), Keeping),
        limits=section(place, "limits", raw.get("limits", {}), Rules),
        metrics=section(place, "metrics", raw["metrics"], Figures) if "metrics" in raw else None,
        study=study,
        law=_law(place, raw.get("law", {})),
        cluster=section(place, "cluster", raw["cluster"], Cluster) if "cluster" in raw else None,
    )
    for where, _, port in ports(found.doors):
        if found.metrics and found.metrics.port == port:
            raise ConfigError(f"{place}: [metrics] needs a port of its own: {where} = {port} too, and is public")
    return found


def ports(doors: Mapping[str, Any]) -> list[tuple[str, str, int]]:
    """What the doors listen at: the key in the bot file, host and port."""
    return [
        (f"doors.{channel}.{port}", getattr(settings, host), getattr(settings, port))
        for channel, settings in doors.items()
        for port, host, needed in LISTENS
        if getattr(settings, port, 0) and getattr(settings, needed)
    ]


def settings_of(channel: str) -> type[Any]:
    """The Settings of a door; their module imports nothing of the door's library."""
    kind: type[Any] = import_module(f"bot.frontends.{channel}.settings").Settings
    return kind


def _doors(place: Path, raw: object, study: Study) -> Mapping[str, Any]:
    if not isinstance(raw, dict):
        raise ConfigError(f"{place}: doors must be tables: write [doors.telegram]")
    for channel in raw:
        if channel not in DOORS:
            raise ConfigError(f"{place}: there is no door {channel!r} (there are: {', '.join(DOORS)})")
    return MappingProxyType({channel: _door(place, channel, table, study) for channel, table in raw.items()})


def _door(place: Path, channel: str, raw: object, study: Study) -> Any:
    kind = settings_of(channel)
    if isinstance(raw, dict) and study.ask_stars and "ask_stars" in {field.name for field in fields(kind)}:
        raw = {"ask_stars": True, **raw}
    return section(place, f"doors.{channel}", raw, kind)


def _law(place: Path, raw: object) -> Law:
    law = section(place, "law", raw, Law)
    try:
        _ = law.followed
    except ConfigError as error:
        raise ConfigError(f"{place}: law.{error}") from None
    return law


def _placed(place: Path, raw: object) -> object:
    """A [store] whose file, if its url names one, is an absolute path."""
    if not isinstance(raw, dict) or not isinstance(raw.get("url"), str):
        return raw
    scheme, mark, rest = raw["url"].partition("://")
    if not mark:
        return {**raw, "url": inside(place, "store.url", raw["url"])}
    if not scheme.startswith("sqlite"):
        return raw
    file, question, query = rest.removeprefix("/").partition("?")
    return {**raw, "url": f"{scheme}:///{inside(place, 'store.url', file)}{question}{query}"}

"""A bot file (TOML) read once into a frozen Config.

name = "default"
[encoder]
use = "encoder"
[guard]
use = "safety"
[[skills]]
use = "emotion"
[[skills]]
use = "./kind.py:words"
loud = true             # every other key is a setting of that skill
[doors.telegram]        # and what else concerns running it: see sections.py
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

import msgspec

from bot.config.convert import convert
from bot.config.places import Place
from bot.config.secrets import refuse_secrets
from bot.config.sections import Cluster, Figures, Keeping, Law, Rules, Study, Wait, running
from bot.config.uses import Use, guarding, one, settings, several
from bot.errors import ConfigError

__all__ = [
    "CONFIGS",
    "Cluster",
    "Config",
    "Figures",
    "Keeping",
    "Law",
    "Place",
    "Rules",
    "Study",
    "Use",
    "read",
    "settings",
]

BOT_KEYS = (
    *("name", "encoder", "guard", "skills", "writer", "responders"),
    *("wait", "turn_limit", "seed", "keep_crisis_text"),
)
RUN_KEYS = ("doors", "store", "limits", "metrics", "study", "law", "cluster")
Limit = Annotated[float, msgspec.Meta(ge=0.1, le=600)]
"""Seconds after which what goes on is broken off: long enough for a slow machine, and not for ever."""
CONFIGS = Path(__file__).parents[2] / "configs"
"""Beside the rooms, in a checkout as in an installed package."""


@dataclass(frozen=True, slots=True)
class Config:
    """A bot file. `guard` is None only when the file switches it off, for the reason in `guard_off`.

    `wait` is how long slow responders may take, in seconds, and `turn_limit` how long a turn without them. `doors` has
    each door's Settings by channel; `metrics` is None where nobody is to read any, and `cluster` where the engine is a
    process beside the doors.
    """

    path: Path
    name: str
    skills: tuple[Use, ...]
    encoder: Use | None = None
    guard: Use | None = None
    guard_off: str = ""
    writer: Use | None = None
    responders: tuple[Use, ...] = ()
    wait: float = 8.0
    turn_limit: float = 10.0
    seed: int = 0
    keep_crisis_text: bool = False
    beside: Path = field(default_factory=Path)
    doors: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    store: Keeping = field(default_factory=Keeping)
    limits: Rules = field(default_factory=Rules)
    metrics: Figures | None = None
    study: Study = field(default_factory=Study)
    law: Law = field(default_factory=Law)
    cluster: Cluster | None = None


def read(path: str | Path) -> Config:
    """Read a bot file; a bare name such as `default` means the one in `configs/`.

    Raises ConfigError with the file, the key and the choices.
    """
    place = _locate(path)
    raw = _parsed(place)
    around = running(place, raw)
    guard, guard_off = guarding(place, raw.get("guard"))
    return Config(
        path=place,
        beside=place.parent,
        name=_typed(place, raw, "name", str, place.stem),
        encoder=one(place, raw["encoder"], "encoder") if "encoder" in raw else None,
        guard=guard,
        guard_off=guard_off,
        skills=several(place, raw, "skills"),
        writer=one(place, raw["writer"], "writer") if "writer" in raw else None,
        responders=several(place, raw, "responders"),
        wait=_typed(place, raw, "wait", Wait, 8.0),
        turn_limit=_typed(place, raw, "turn_limit", Limit, 10.0),
        seed=_typed(place, raw, "seed", int, 0),
        keep_crisis_text=_typed(place, raw, "keep_crisis_text", bool, False),
        doors=around.doors,
        store=around.store,
        limits=around.limits,
        metrics=around.metrics,
        study=around.study,
        law=around.law,
        cluster=around.cluster,
    )


def _parsed(place: Path) -> dict[str, Any]:
    """The file's tables, without unknown keys and without secrets."""
    try:
        raw = tomllib.loads(place.read_text(encoding="utf8"))
        refuse_secrets(place, raw)
    except RecursionError:
        raise ConfigError(f"{place}: cannot be read: something in it is nested too deeply") from None
    except (OSError, ValueError) as error:  # also what is no UTF-8, no TOML, or a number without an end
        raise ConfigError(f"{place}: cannot be read: {error}") from None
    for key in raw:
        if key not in BOT_KEYS + RUN_KEYS:
            raise ConfigError(f"{place}: unknown key {key!r} (there are: {', '.join(BOT_KEYS + RUN_KEYS)})")
    return raw


def _locate(path: str | Path) -> Path:
    place = Path(path)
    if place.suffix == ".toml":
        if not place.is_file():
            raise ConfigError(f"{place}: there is no such bot file")
        return place.resolve()
    if not (CONFIGS / f"{place}.toml").is_file():
        names = ", ".join(sorted(item.stem for item in CONFIGS.glob("*.toml")))
        raise ConfigError(f"no bot file is called {str(path)!r} (there are: {names}; or a path ending in .toml)")
    return CONFIGS / f"{place}.toml"


def _typed(place: Path, raw: dict[str, Any], key: str, kind: Any, default: Any) -> Any:
    return convert(place, key, raw[key], kind) if key in raw else default

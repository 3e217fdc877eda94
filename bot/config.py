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
"""

from __future__ import annotations

import inspect
import tomllib
import typing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from bot.errors import ConfigError
from bot.registry import Spec

TOP_KEYS = ("name", "encoder", "guard", "skills", "responders", "wait", "seed", "keep_crisis_text")
CONFIGS = Path(__file__).parents[1] / "configs"
"""Beside the rooms, in a checkout as in an installed package."""


@dataclass(frozen=True, slots=True)
class Use:
    """One `use` with its settings, and where in the file it stands."""

    use: str
    settings: dict[str, Any]
    where: str


@dataclass(frozen=True, slots=True)
class Config:
    """A bot file. `guard` is None only when the file switches it off, for the reason in `guard_off`.

    `wait` is how long slow responders may take, in seconds.
    """

    path: Path
    name: str
    skills: tuple[Use, ...]
    encoder: Use | None = None
    guard: Use | None = None
    guard_off: str = ""
    responders: tuple[Use, ...] = ()
    wait: float = 8.0
    seed: int = 0
    keep_crisis_text: bool = False
    beside: Path = field(default_factory=Path)


def read(path: str | Path) -> Config:
    """Read a bot file; a bare name such as `default` means the one in `configs/`.

    Raises ConfigError with the file, the key and the choices.
    """
    place = _locate(path)
    try:
        raw = tomllib.loads(place.read_text(encoding="utf8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{place}: cannot be read: {error}") from None
    for key in raw:
        if key not in TOP_KEYS:
            raise ConfigError(f"{place}: unknown key {key!r} (there are: {', '.join(TOP_KEYS)})")
    guard, guard_off = _guard(place, raw.get("guard"))
    return Config(
        path=place,
        beside=place.parent,
        name=_typed(place, raw, "name", str, place.stem),
        encoder=_use(place, raw["encoder"], "encoder") if "encoder" in raw else None,
        guard=guard,
        guard_off=guard_off,
        skills=_uses(place, raw, "skills"),
        responders=_uses(place, raw, "responders"),
        wait=_typed(place, raw, "wait", float, 8.0),
        seed=_typed(place, raw, "seed", int, 0),
        keep_crisis_text=_typed(place, raw, "keep_crisis_text", bool, False),
    )


def settings(spec: Spec, use: Use, path: Path) -> dict[str, Any]:
    """The settings of `use`, checked against the factory's signature and converted to its types."""
    takes = inspect.signature(spec.factory).parameters
    hints = typing.get_type_hints(spec.factory)
    for key in use.settings:
        if key not in takes:
            raise ConfigError(
                f"{path}: {use.where}: {use.use!r} has no setting {key!r} (it takes: {', '.join(takes) or 'none'})"
            )
    for key, parameter in takes.items():
        if parameter.default is parameter.empty and key not in use.settings:
            raise ConfigError(f"{path}: {use.where}: {use.use!r} needs the setting {key!r}")
    return {key: _convert(path, f"{use.where}.{key}", value, hints[key]) for key, value in use.settings.items()}


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


def _guard(place: Path, raw: object) -> tuple[Use | None, str]:
    if isinstance(raw, dict) and "off" in raw:
        if not isinstance(raw["off"], str) or not raw["off"].strip() or len(raw) > 1:
            raise ConfigError(f"{place}: guard.off must be the one key there, and give the reason as a text")
        return None, raw["off"]
    if raw is None:
        raise ConfigError(f'{place}: [guard] is missing: use = "safety", or off = "the reason"')
    return _use(place, raw, "guard"), ""


def _uses(place: Path, raw: dict[str, Any], key: str) -> tuple[Use, ...]:
    items = raw.get(key, [])
    if not isinstance(items, list):
        raise ConfigError(f"{place}: {key} must be a list of tables: write [[{key}]]")
    return tuple(_use(place, item, f"{key}[{index}]") for index, item in enumerate(items))


def _use(place: Path, raw: object, where: str) -> Use:
    if not isinstance(raw, dict) or not isinstance(raw.get("use"), str):
        raise ConfigError(f'{place}: {where} needs use = "name"')
    return Use(raw["use"], {key: value for key, value in raw.items() if key != "use"}, where)


def _typed(place: Path, raw: dict[str, Any], key: str, kind: Any, default: Any) -> Any:
    return _convert(place, key, raw[key], kind) if key in raw else default


def _convert(place: Path, where: str, value: object, kind: Any) -> Any:
    try:
        return msgspec.convert(value, type=kind)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{place}: {where} = {value!r}: {error}") from None

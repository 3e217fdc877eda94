"""The parts of a bot: each a `use` with its settings, which the factory's own signature checks."""

from __future__ import annotations

import typing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.config.convert import convert
from bot.errors import ConfigError
from bot.registry import Spec


@dataclass(frozen=True, slots=True)
class Use:
    """One `use` with its settings, and where in the file it stands."""

    use: str
    settings: dict[str, Any]
    where: str


def one(place: Path, raw: object, where: str) -> Use:
    """A table that names one thing to use."""
    if not isinstance(raw, dict) or not isinstance(raw.get("use"), str):
        raise ConfigError(f'{place}: {where} needs use = "name"')
    return Use(raw["use"], {key: value for key, value in raw.items() if key != "use"}, where)


def several(place: Path, raw: dict[str, Any], key: str) -> tuple[Use, ...]:
    """A list of such tables."""
    items = raw.get(key, [])
    if not isinstance(items, list):
        raise ConfigError(f"{place}: {key} must be a list of tables: write [[{key}]]")
    return tuple(one(place, item, f"{key}[{index}]") for index, item in enumerate(items))


def guarding(place: Path, raw: object) -> tuple[Use | None, str]:
    """The guard, or None with the reason for which the file switches it off."""
    if isinstance(raw, dict) and "off" in raw:
        if not isinstance(raw["off"], str) or not raw["off"].strip() or len(raw) > 1:
            raise ConfigError(f"{place}: guard.off must be the one key there, and give the reason as a text")
        return None, raw["off"]
    if raw is None:
        raise ConfigError(f'{place}: [guard] is missing: use = "safety", or off = "the reason"')
    return one(place, raw, "guard"), ""


def settings(spec: Spec, use: Use, path: Path) -> dict[str, Any]:
    """The settings of `use`, checked against the factory's signature and converted to its types."""
    takes = spec.takes
    hints = typing.get_type_hints(spec.factory, include_extras=True)
    for key in use.settings:
        if key not in takes:
            raise ConfigError(
                f"{path}: {use.where}: {use.use!r} has no setting {key!r} (it takes: {', '.join(takes) or 'none'})"
            )
    for key, parameter in takes.items():
        if parameter.default is parameter.empty and key not in use.settings:
            raise ConfigError(f"{path}: {use.where}: {use.use!r} needs the setting {key!r}")
    return {key: convert(path, f"{use.where}.{key}", value, hints[key]) for key, value in use.settings.items()}


def defaults(spec: Spec) -> dict[str, Any]:
    """What the settings are that a bot file leaves out; a setting without a default is not among them."""
    return {each.name: each.default for each in spec.takes.values() if each.default is not each.empty}

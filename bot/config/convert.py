"""From what TOML holds to what the program wants. Errors name the place and the choices; texts are never repeated."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from bot.config.places import BESIDE, ENDINGS, inside
from bot.errors import ConfigError

T = TypeVar("T")


def convert(place: Path, where: str, value: object, kind: Any) -> Any:
    """`value` as `kind`; a `Place` becomes an absolute path under the bot file's folder."""
    if BESIDE in getattr(kind, "__metadata__", ()) and isinstance(value, str) and value:
        return inside(place, where, value)
    try:
        return msgspec.convert(value, type=kind, dec_hook=_path)
    except msgspec.ValidationError as error:
        shown = f" = {value!r}" if isinstance(value, int | float) else ""
        raise ConfigError(f"{place}: {where}{shown}: {_reason(error, kind)}") from None


def section(place: Path, name: str, raw: object, kind: type[T]) -> T:
    """A table of the bot file as the dataclass `kind`; its fields are the keys that there are."""
    if not isinstance(raw, dict):
        raise ConfigError(f"{place}: {name} must be a table: write [{name}]")
    known = [field.name for field in fields(kind)]  # type: ignore[arg-type]  # any dataclass
    for key in raw:
        if key not in known:
            raise ConfigError(f"{place}: [{name}] has no key {key!r} (there are: {', '.join(known)})")
    hints = typing.get_type_hints(kind, include_extras=True)
    values = {key: _field(place, f"{name}.{key}", key, value, hints[key]) for key, value in raw.items()}
    try:
        return kind(**values)
    except ConfigError as error:  # the dataclass's own, which does not know the file
        raise ConfigError(f"{place}: {error}") from None
    except (TypeError, ValueError) as error:
        raise ConfigError(f"{place}: [{name}]: {error}") from None


def _field(place: Path, where: str, key: str, value: object, kind: Any) -> Any:
    if key.endswith(ENDINGS) and isinstance(value, str):
        value = inside(place, where, value)
    return convert(place, where, value, kind)


def _path(kind: type, value: object) -> object:
    if kind is Path and isinstance(value, str):
        return Path(value)
    raise ValueError(f"a {kind.__name__} cannot stand in a bot file")


def _reason(error: msgspec.ValidationError, kind: Any) -> str:
    if str(error).startswith("Invalid enum value"):  # goes on with the value, which may be anything
        return f"must be one of {', '.join(_choices(kind))}"
    return f"{error}{_range(kind)}"


def _range(kind: Any) -> str:
    """What a number may be, where that has two ends; an error names but one."""
    ends = next((meta for meta in getattr(kind, "__metadata__", ()) if isinstance(meta, msgspec.Meta)), None)
    if ends is None or ends.ge is None or ends.le is None:
        return ""
    return f" (it must be {ends.ge} to {ends.le})"


def _choices(kind: Any) -> Iterator[str]:
    if isinstance(kind, type) and issubclass(kind, Enum):
        yield from (str(item.value) for item in kind)
    for item in typing.get_args(kind):
        if typing.get_args(item) or isinstance(item, type):
            yield from _choices(item)
        else:
            yield str(item)

"""Variant files: the models of a paper's table, each a TOML file of one folder, beside the budget that all have."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

from bot.errors import ConfigError

BUDGET = "budget.toml"
Kind = TypeVar("Kind", bound=msgspec.Struct)


class Named(Protocol):
    """A variant, as far as it is looked at here."""

    @property
    def name(self) -> str: ...


Variant = TypeVar("Variant", bound=Named)


def read(path: Path, kind: type[Kind]) -> Kind:
    """A TOML file as `kind`. ConfigError names it, the key, and what is expected."""
    try:
        raw: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf8"))
        return msgspec.convert(raw, type=kind)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from None
    except msgspec.ValidationError as error:
        raise ConfigError(f"{path}: {error} (keys: {', '.join(kind.__struct_fields__)})") from None


def read_all(folder: Path, load: Callable[[Path], Variant]) -> tuple[Variant, ...]:
    """Every file of a folder but its budget, in the order of their names. ConfigError where two variants share one."""
    found = tuple(load(path) for path in sorted(folder.glob("*.toml")) if path.name != BUDGET)
    names = [variant.name for variant in found]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"{folder}: two files are called {name!r}")
    return found

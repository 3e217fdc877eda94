"""State parts of another process: what it tells of their fields, and stand-ins that hold the same.

The doors load no skill, and yet read conversations from the store, hand them to the engine's process and save what
comes back. A stand-in takes any value in each field, so nothing is lost in it; what a value may be the engine checks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, field, fields, make_dataclass
from functools import cache, partial
from typing import Any

import msgspec

from bot.parts import PartSpec, part, specs


class Shape(msgspec.Struct, frozen=True, array_like=True):
    """A part's name and version, and its fields with their defaults as JSON, None for one that must be given."""

    name: str
    version: int
    fields: tuple[tuple[str, str | None], ...]


def shapes() -> list[Shape]:
    """Those of all parts that are registered here."""
    return [_shape(spec) for spec in specs()]


def stand_in(shapes: Iterable[Shape]) -> None:
    """Register a stand-in for each part whose class is not loaded here, or is one of another version."""
    known = {spec.name: spec for spec in specs()}
    for shape in shapes:
        there = known.get(shape.name)
        if there is None or there.shape or there.version != shape.version:
            part(shape.name, version=shape.version, shape=True)(_stand_in(shape))


@cache
def _stand_in(shape: Shape) -> type:
    """One class for a shape, however often a bot is made anew."""
    made = [(name, Any, field(**_default(json))) for name, json in shape.fields]
    return make_dataclass(shape.name, made, frozen=True, slots=True)


def _default(json: str | None) -> dict[str, Any]:
    return {} if json is None else {"default_factory": partial(msgspec.json.decode, json)}


def _shape(spec: PartSpec) -> Shape:
    found: list[tuple[str, str | None]] = []
    for each in fields(spec.kind):
        if each.default_factory is not MISSING:
            found.append((each.name, msgspec.json.encode(each.default_factory()).decode()))
        else:
            found.append((each.name, None if each.default is MISSING else msgspec.json.encode(each.default).decode()))
    return Shape(spec.name, spec.version, tuple(found))

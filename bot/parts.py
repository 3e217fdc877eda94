"""State parts: frozen dataclasses that a conversation remembers, each with a name and a version for the store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, is_dataclass
from typing import TypeVar

import msgspec

from bot.errors import SkillError, StateError

T = TypeVar("T", bound=type)

LASTING = ("care", "asking")
"""Parts without words that /reset, /undo and the end of the keeping time leave alone; only /forget erases them."""


@dataclass(frozen=True, slots=True)
class PartSpec:
    """How one part type is stored."""

    kind: type
    name: str
    version: int
    shape: bool = False
    """A stand-in, made of what another process tells of the part (`bot.part_shapes`); the class may replace it."""


_by_name: dict[str, PartSpec] = {}
_by_type: dict[type, PartSpec] = {}
_aside: ContextVar[dict[str, PartSpec] | None] = ContextVar("parts of a bot in the making", default=None)


def part(name: str, *, version: int, shape: bool = False) -> Callable[[T], T]:
    """Register a frozen dataclass as a state part, stored under `name`.

    Raises SkillError when the class is no dataclass or the name is taken by another module's class.
    """

    def register(kind: T) -> T:
        if not is_dataclass(kind):
            raise SkillError(f"state part {name!r}: {kind.__name__} must be a frozen dataclass")
        taken = _by_name.get(name)
        if taken and not (shape or taken.shape) and _place(taken.kind) != _place(kind):
            raise SkillError(
                f"state part {name!r} belongs to {taken.kind.__module__}.{taken.kind.__qualname__} already"
            )
        _by_type[kind] = spec = PartSpec(kind, name, version, shape)
        (_by_name if (fresh := _aside.get()) is None else fresh)[name] = spec
        return kind

    return register


def _place(kind: type) -> tuple[str, str]:
    return kind.__module__, kind.__qualname__


@contextmanager
def aside() -> Iterator[Callable[[], None]]:
    """For a bot made anew while the old one answers: parts registered in the block are read back only once what is
    yielded has been called, so that until then what is stored is read as the old bot's parts.
    """
    fresh: dict[str, PartSpec] = {}
    token = _aside.set(fresh)
    try:
        yield lambda: _by_name.update(fresh)
    finally:
        _aside.reset(token)


def spec_of(kind: type) -> PartSpec:
    """The registration of a part type; SkillError when it has none."""
    try:
        return _by_type[kind]
    except KeyError:
        raise SkillError(f"{kind.__name__} is no state part: decorate the class with @part(name, version=1)") from None


def specs() -> list[PartSpec]:
    """Every part that is read back here, by name."""
    return [_by_name[name] for name in sorted(_by_name)]


def kind_named(name: str) -> type | None:
    """The part type stored under `name`, None where nothing that is loaded registers it."""
    spec = _by_name.get(name)
    return spec.kind if spec else None


def named(state: Iterable[object], name: str) -> object | None:
    """The part stored under `name`, for who may not import its class."""
    return next((item for item in state if spec_of(type(item)).name == name), None)


def encode(item: object) -> tuple[str, int, str]:
    """(name, version, JSON) of one part."""
    spec = spec_of(type(item))
    return spec.name, spec.version, msgspec.json.encode(item).decode()


def decode(name: str, version: int, data: str | bytes) -> object:
    """The part that was stored; StateError names the part and says what is wrong with it."""
    spec = _by_name.get(name)
    if spec is None:
        raise StateError(f"state part {name!r} is unknown here (known: {', '.join(sorted(_by_name))})")
    if version != spec.version:
        raise StateError(f"state part {name!r} was stored as version {version}, this program reads {spec.version}")
    try:
        return msgspec.json.decode(data, type=spec.kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        # Where, but not what: the driver's words may repeat what a person said.
        place = str(error).rpartition(" - at ")[2].strip("`") if " - at " in str(error) else "$"
        raise StateError(f"state part {name!r} is damaged at {place}") from None

"""Stand-ins for the state parts of another process."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
import pytest

from bot import parts
from bot.errors import SkillError, StateError
from bot.part_shapes import Shape, shapes, stand_in
from bot.parts import decode, encode, kind_named, part, spec_of


@part("test_shapes_told", version=3)
@dataclass(frozen=True, slots=True)
class Told:
    name: str
    place: tuple[int, ...] = (1, 2)
    words: dict[str, str] = field(default_factory=dict)


TOLD = Shape("test_shapes_told", 3, (("name", None), ("place", "[1,2]"), ("words", "{}")))


def kind(shape: Shape) -> Any:
    stand_in([shape])
    found = kind_named(shape.name)
    assert found
    return found


def test_a_part_is_told_by_its_fields_and_defaults() -> None:
    assert TOLD in shapes()
    told = msgspec.msgpack.decode(msgspec.msgpack.encode(shapes()), type=list[Shape])
    assert told == shapes()


def test_a_stand_in_holds_whatever_the_part_holds() -> None:
    made = kind(Shape("test_shapes_away", 2, TOLD.fields))
    assert made(name="ann") == made("ann", [1, 2], {})
    assert made("ann").words is not made("ann").words
    data = '{"name":"ann","place":[3],"words":{"a":"b"}}'
    found = decode("test_shapes_away", 2, data)
    assert encode(found) == ("test_shapes_away", 2, data)
    assert encode(replace(found, name="eve"))[2] == data.replace("ann", "eve")  # type: ignore[type-var]
    with pytest.raises(StateError, match="stored as version 1"):
        decode("test_shapes_away", 1, data)


def test_the_class_itself_is_better_than_a_stand_in_unless_it_is_of_another_version() -> None:
    assert kind(TOLD) is Told
    newer = kind(Shape(TOLD.name, 4, TOLD.fields))
    assert newer is not Told
    assert kind(Shape(TOLD.name, 4, TOLD.fields)) is newer
    part(TOLD.name, version=3)(Told)  # it is loaded again
    assert kind_named(TOLD.name) is Told


def test_a_class_may_take_the_place_of_a_stand_in_and_not_of_another_class() -> None:
    kind(Shape("test_shapes_later", 1, ()))

    @part("test_shapes_later", version=1)
    @dataclass(frozen=True)
    class Later:
        pass

    assert kind_named("test_shapes_later") is Later
    assert not spec_of(Later).shape
    with pytest.raises(SkillError, match="belongs to"):
        part("test_shapes_later", version=1)(Told)
    parts._by_type[Told] = parts.PartSpec(Told, TOLD.name, 3)

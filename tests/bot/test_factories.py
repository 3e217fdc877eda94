"""What a factory's signature says: which settings it takes, and whether it is given the bot's encoder."""

from __future__ import annotations

from bot.dialog import EmotionState, SkillResult, TurnView
from bot.factories import Spec, encoder, guard, responder, skill, writer
from bot.protocols import Encoder, Skill


def silent(turn: TurnView, /) -> SkillResult:
    return SkillResult()


@skill("given", reads=(EmotionState,))
def given(encoder: Encoder | None, *, loud: bool = False) -> Skill:
    return silent


@skill("set", writes=(EmotionState,))
def set_by_name(*, encoder: str = "small") -> Skill:
    return silent


def spec_of(factory: object) -> Spec:
    spec = getattr(factory, "__attune__", None)
    assert isinstance(spec, Spec)
    return spec


def test_the_encoder_is_given_and_everything_else_is_a_setting() -> None:
    spec = spec_of(given)
    assert (spec.reads_encoder, list(spec.takes)) == (True, ["loud"])


def test_a_keyword_that_is_called_encoder_is_a_setting() -> None:
    spec = spec_of(set_by_name)
    assert (spec.reads_encoder, list(spec.takes)) == (False, ["encoder"])


def test_a_decorator_leaves_the_factory_as_it_is_and_notes_what_it_promises() -> None:
    assert given(None) is silent
    assert spec_of(given) == Spec("skill", "given", given, reads=(EmotionState,))
    assert spec_of(set_by_name) == Spec("skill", "set", set_by_name, writes=(EmotionState,))


def test_there_is_a_decorator_for_every_kind() -> None:
    marks = (skill, encoder, guard, writer, responder)
    kinds = [spec_of(mark("one", sends=None)(lambda: silent)).kind for mark in marks]
    assert kinds == ["skill", "encoder", "guard", "writer", "responder"]

"""What a large writer is told: as the skills found it, and what is switched off is not there."""

from __future__ import annotations

import random
from dataclasses import fields, replace

import pytest

from bot.dialog import (
    STRATEGIES,
    Conversation,
    EmotionState,
    PastStrategies,
    Reply,
    StageState,
    SupportStage,
    Turn,
    TurnView,
)
from bot.testing.scripted import NOON
from skills.care.state import CareState
from skills.cause import Cause
from skills.emotion import LABEL_SET
from skills.intensity import Intensity
from skills.labels import EMOTIONS
from skills.memory import Offer, Offered, Told
from skills.mode import Mode
from skills.strategy import StrategyPlan
from skills.telling.people import Person
from skills.writer.brief import Brief, Switches, brief, feelings


def felt(**shares: float) -> EmotionState:
    rest = (1 - sum(shares.values())) / (len(EMOTIONS) - len(shares))
    return EmotionState(LABEL_SET, "sad", tuple(shares.get(name, rest) for name in EMOTIONS), 3.0)


def plan(best: str) -> StrategyPlan:
    return StrategyPlan(tuple(0.5 if name == best else 0.5 / 7 for name in STRATEGIES))


def view(*parts: object, said: tuple[str, ...] = ("I lost my job",), proposals: tuple[Reply, ...] = ()) -> TurnView:
    turns = tuple(Turn(("user", "bot")[place % 2], text, NOON) for place, text in enumerate(said))
    talk = Conversation("t:1::me", turns).knowing(*parts)
    return TurnView(talk, None, NOON, random.Random(0), proposals=proposals)


FULL = view(
    felt(sad=0.5, guilty=0.3),
    Intensity((3.0, 4.0)),
    Cause(0, "lost my job", 0.8),
    StageState(SupportStage.COMFORTING, 2),
    plan("Reflection of feelings"),
    Told(people=(Person("wife", "she"),), facts=(("has_job", False),), name="Ann"),
    Offered((Offer("a", "Take a walk.", 1, "refused"), Offer("b", "Call her.", 1))),
    proposals=(
        Reply("Whose are these?", "retrieve.corpus", 0.9),
        Reply("Many tell nobody.", "retrieve", 0.9, "Self-disclosure"),
        Reply("Since when?", "retrieve", 0.7, "Question"),
        Reply("That hurts.", "retrieve", 0.8, "Reflection of feelings"),
    ),
)


def test_everything_that_is_known_stands_there() -> None:
    found = brief(FULL, Switches())
    assert (found.primary, len(found.others)) == (("sad", "guilty"), 30)
    assert (found.intensity, found.trend) == (4.0, "rising")
    assert (found.cause, found.stage, found.mode) == ("lost my job", "comforting", "support")
    assert found.strategies[0][0] == "Reflection of feelings"
    assert found.facts == ("has job: no", "spoke of: wife")
    assert found.refused == ("Take a walk.",)
    assert found.demonstrations == (
        ("", "Reflection of feelings", "That hurts."),
        ("", "Question", "Since when?"),
    )
    assert "Ann" not in str(found)


@pytest.mark.parametrize(
    ("switch", "gone"),
    [
        ("emotion", {"primary", "others", "intensity", "trend"}),
        ("cause", {"cause"}),
        ("stage", {"stage"}),
        ("demonstrations", {"demonstrations"}),
    ],
)
def test_each_switch_takes_out_its_part_and_nothing_else(switch: str, gone: set[str]) -> None:
    whole, without = brief(FULL, Switches()), brief(FULL, replace(Switches(), **{switch: False}))
    assert {each.name for each in fields(Brief) if getattr(whole, each.name) != getattr(without, each.name)} == gone
    assert not any(getattr(without, name) for name in gone)


def test_what_may_not_be_done_now_is_not_offered() -> None:
    names = [name for name, _ in brief(view(), Switches()).strategies]
    assert not {"Providing Suggestions", "Information", "Self-disclosure"} & set(names)
    asked = view(said=("I lost it", "What?", "My job", "How?", "By email"))
    assert "Question" not in [name for name, _ in brief(asked, Switches()).strategies]
    assert not brief(asked, Switches()).may_ask
    careful = brief(view(CareState(level=1)), Switches())
    assert "Others" not in [name for name, _ in careful.strategies]
    ready = view(
        StageState(SupportStage.ACTION, 1),
        PastStrategies(("Affirmation and Reassurance",)),
        said=("it was a long and hard year for all of us " * 3, "Mhm.") * 3 + ("yes",),
    )
    assert brief(ready, Switches()).may_suggest


def test_stages_are_of_support_alone() -> None:
    glad = view(StageState(SupportStage.ACTION, 1), Mode("celebrate"))
    assert (brief(glad, Switches()).stage, brief(glad, Switches()).mode) == ("", "celebrate")


def test_feelings_of_another_label_set_are_named_alone() -> None:
    assert feelings(EmotionState("seven", "fear", (1.0,), 3.0)) == (("fear",), ())
    assert feelings(None) == ((), ())
    assert feelings(felt())[0] != ()

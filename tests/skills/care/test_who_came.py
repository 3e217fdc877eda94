"""Who came: help only where it was called or is named, and in abuse only where it was called."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.dialog import Conversation
from bot.engine import Engine
from skills.care import told
from skills.care.advance import advance
from skills.care.choosing import choose
from skills.care.crisis_acts import ACTS
from skills.care.findings import Finding, Reading
from skills.care.moments import MOMENTS
from skills.care.state import CareState, Move
from skills.care.staying import BABY
from skills.care.staying_now import STAY_NOW
from skills.safety import Safety, safety
from tests.skills.care.starts import CALM, asked
from tests.skills.guarded import NOW, care, other

FRIEND, MEDICS = "my mate's here", "the paramedics are here"


def move(state: CareState, said: str, act: str = "here", finding: Finding | None = None) -> Move:
    return advance(state, replace(CALM, asks=act, finding=finding), said, NOW)


def after(state: CareState, said: str, monkeypatch: pytest.MonkeyPatch) -> CareState:
    """The state that the guard keeps where the act "here" is heard."""
    heard: Reading = replace(CALM, asks="here")
    monkeypatch.setattr(Safety, "_read", lambda *_: heard)
    engine = Engine((("other", other()),), safety())
    return care(engine.step(Conversation("c").knowing(replace(state, country="gb")), said, NOW))


@pytest.mark.parametrize("helped", [False, True])
@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.parametrize("said", ["they're here", MEDICS])
def test_in_abuse_help_is_there_only_where_it_was_called(
    said: str, level: int, helped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = after(replace(asked("abuse", level, ""), helped=helped), said, monkeypatch)
    assert (kept.there, kept.helped) == (helped, helped)


def test_in_abuse_who_is_not_named_as_a_helper_is_not_met_as_one() -> None:
    assert move(asked("abuse", 3, ""), FRIEND).moment == "stay"
    assert move(asked("abuse", 3, ""), "they're here").moment == "hush"
    assert move(replace(asked("abuse", 3, ""), helped=True), "they're here").moment == "here"


def test_help_that_was_called_and_came_is_kept_on_a_rise() -> None:
    called = replace(asked("abuse", 2, ""), helped=True)
    risen = move(called, "they're here", finding=Finding("abuse", 3))
    assert (risen.moment, risen.state.helped) == ("here", True)
    assert not move(called, "and so", "", Finding("abuse", 3)).state.helped


@pytest.mark.parametrize("kind", ["suicide", "self_harm", "method_request"])
@pytest.mark.parametrize("level", [2, 3])
def test_a_friend_who_came_is_company_and_no_help(kind: str, level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = after(asked(kind, level, ""), FRIEND, monkeypatch)
    assert (kept.company, kept.there, kept.helped) == (True, False, False)


def test_with_a_friend_there_the_call_is_still_urged() -> None:
    found = move(asked("suicide", 3, ""), FRIEND)
    assert "Ask them to call {emergency} with you" in choose(found, FRIEND).text
    on = [choose(Move(replace(found.state, told=turn), "stay"), "and so").text for turn in range(4)]
    assert sum("call {emergency}" in text for text in on) >= 2
    risen = move(asked("suicide", 2, ""), FRIEND, finding=Finding("suicide", 3))
    assert (risen.moment, risen.state.there) == ("first", False)


@pytest.mark.parametrize(("said", "helped"), [(MEDICS, False), (FRIEND, True)])
def test_helpers_who_are_named_or_were_called_are_there(
    said: str, helped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert after(replace(asked("suicide", 3, ""), helped=helped), said, monkeypatch).there


@pytest.mark.parametrize("act", ["here", "company"])
@pytest.mark.parametrize(("level", "key"), [(2, "near_yes:violence_baby"), (3, "near_yes:violence_baby:3")])
def test_beside_a_baby_whoever_came_is_company(act: str, level: int, key: str) -> None:
    found = move(asked("violence_baby", level, "safe"), "my mum's here", act)
    assert choose(found, "my mum's here") == MOMENTS[key]
    assert ("call {emergency} now" in MOMENTS[key].text) == (level == 3)
    assert (found.state.company, found.state.there) == (True, False)
    assert BABY[0] not in [choose(Move(replace(found.state, told=turn), "stay"), "x") for turn in range(6)]
    assert move(found.state, "my mum's here", act).moment == "stay"


def test_where_a_baby_is_in_danger_now_nothing_is_said_of_rest() -> None:
    assert not {*BABY[3:]} & {*STAY_NOW["violence_baby"]}
    eased = replace(asked("violence_baby", 3, ""), safe=True)
    assert BABY[3] in [choose(Move(replace(eased, told=turn), "stay"), "x") for turn in range(5)]


def test_all_other_acts_and_kinds_are_as_heard() -> None:
    for act in set(ACTS) - {"here"}:
        assert told.who_came(asked("suicide", 3, ""), frozenset({"suicide"}), act, FRIEND) == act
    for kind in ("third_party", "medical", "psychosis"):
        assert told.who_came(asked(kind, 3, ""), frozenset({kind}), "here", FRIEND) == "here"

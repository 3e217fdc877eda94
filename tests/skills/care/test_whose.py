"""Whose call, whose safety and whose danger it is: read by the act and by who is worried about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from skills.care.advance import advance
from skills.care.choosing import choose, due
from skills.care.crisis_acts import CrisisActs
from skills.care.findings import Finding
from skills.care.kind import of_baby
from skills.care.moments import MOMENTS
from skills.care.state import CareState, Move
from skills.care.words import BABY
from tests.skills.care.starts import CALM, asked
from tests.skills.guarded import NOW, SISTER, care, hear


def move(act: str, state: CareState, said: str = "and so") -> Move:
    return advance(state, replace(CALM, asks=act), said, NOW)


def test_ones_own_safety_is_not_theirs() -> None:
    worried = asked("third_party", 2, "")
    found = move("for_other", worried, "im safe its not about me")
    assert (found.moment, found.state.safe) == ("for_other", False)
    assert move("for_other", worried, "she's my cousin").moment == "stay"
    assert move("safe", worried, "i promise").moment == "stay"
    assert move("safe", asked("third_party", 2, "safe"), "we all are").state.safe


@pytest.mark.parametrize(("step", "moment", "safe"), [("", "told_safe", False), ("safe", "safe", True)])
def test_the_safety_of_whom_they_worry_about_is_asked_about_and_then_believed(
    step: str,
    moment: str,
    safe: bool,
) -> None:
    found = move("other_safe", asked("third_party", 3, step), "he says he's fine now")
    assert (found.moment, found.state.safe) == (moment, safe)
    assert move("other_safe", asked("suicide", 3, step), "he says he's fine now").moment == "stay"


def test_with_helpers_there_it_is_believed_at_once() -> None:
    state = replace(asked("third_party", 3, ""), helped=True, there=True)
    assert move("other_safe", state, "she's awake").state.safe


def test_a_friend_who_does_not_answer_is_no_line() -> None:
    assert "when nobody answers" in choose(move("unanswered", asked("third_party", 2, "")), "x").text
    assert "say where the one you worry about is" in choose(move("unanswered", asked("third_party", 3, "")), "x").text
    assert "a line" not in MOMENTS["unanswered:third_party"].text + MOMENTS["unanswered:third_party:3"].text


@pytest.mark.parametrize("kind", ["violence", "abuse", "third_party_abuse"])
def test_a_parents_dread_is_no_anger(kind: str) -> None:
    found = Finding(kind, 2, sure=False)
    dread = CrisisActs(act="dread")
    assert of_baby(CareState(), found, "what if I just shook her", dread) == replace(found, kind="violence_baby")
    assert of_baby(CareState(), found, "I'll make him pay", CrisisActs()) == found
    assert of_baby(CareState(), Finding("suicide", 2), "what if", dread) == Finding("suicide", 2)


def test_what_was_met_as_anger_first_is_met_as_dread_once_it_is_heard() -> None:
    found = move("dread", asked("violence", 2, ""))
    assert (found.moment, found.state.kind) == ("change", "violence_baby")
    assert choose(found, "x") == BABY
    assert move("dread", CareState()).moment == ""


def test_a_frightened_parent_is_told_to_put_the_baby_down_and_step_away() -> None:
    step = hear("i keep thinking what if i just shook her, i'm so tired and the baby won't stop")[-1]
    assert care(step).kind == "violence_baby"
    assert "lay the baby on its back in the cot" in step.reply.text
    assert "weapon" not in step.reply.text


@pytest.mark.parametrize(
    ("kind", "level", "known", "moment"),
    [
        ("suicide", 2, {"company": True}, "leaves"), ("suicide", 3, {"company": True}, "leaves"),
        ("suicide", 3, {"safe": True}, "leaves_well"), ("suicide", 2, {}, "leaves"),
        ("medical", 3, {"there": True}, "leaves_well"), ("abuse", 2, {"safe": True}, "leaves"),
        ("third_party", 2, {"helped": True}, "leaves"),
        ("medical", 3, {"helped": True}, "leaves_well"),
    ],
)  # fmt: skip
def test_a_talk_that_ends_well_ends_with_a_goodbye(kind: str, level: int, known: dict[str, bool], moment: str) -> None:
    found = move("leaves", replace(asked(kind, level, ""), **known), "night")  # type: ignore[arg-type]
    assert found.moment == moment
    assert moment == "leaves" or "?" not in choose(found, "night").text


def test_the_line_stands_once_in_it() -> None:
    state = replace(asked("suicide", 2, ""), safe=True)
    assert due(replace(state, lines_shown=5), "leaves_well")
    assert not due(replace(state, lines_shown=1), "leaves_well")


def test_safe_and_good_night_in_one_message_asks_nothing_more() -> None:
    found = move("leaves", asked("suicide", 2, "near"), "im safe now, good night")
    assert (found.moment, found.state.safe) == ("leaves_well", True)


def test_heard_by_the_guard() -> None:
    texts = [step.reply.text for step in hear(SISTER, "her brother isn't answering", "im safe its not about me")]
    assert texts[1].startswith("It can be frightening when nobody answers")
    assert texts[2].startswith("Thank you for saying so; if that changes for you")


@pytest.mark.parametrize("level", [2, 3])
def test_in_abuse_nobody_is_known_to_be_with_them_and_their_safety_is_asked_about(level: int) -> None:
    found = move("for_other", asked("third_party_abuse", level, ""), "im safe its not about me")
    say = choose(found, "x")
    assert (found.moment, say.asks) == ("for_other", "safe")
    assert ("call {emergency} from somewhere safe" in say.text) == (level == 3)

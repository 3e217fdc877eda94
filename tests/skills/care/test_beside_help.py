"""While help is coming or there: it is not forgotten over what is told again, and nothing is urged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from skills.care.advance import advance
from skills.care.beside_help import BESIDE_HELP, COMING, THERE
from skills.care.choosing import choose
from skills.care.findings import Finding
from skills.care.moments import MOMENTS
from skills.care.state import CareState, Move, returned
from skills.care.words import TAKEN
from tests.skills.care.starts import CALM, asked
from tests.skills.guarded import NOW, care, hear

KINDS = ("suicide", "self_harm", "medical", "third_party", "eating_disorder")
URGED = ("call {emergency} now", "One thing first", "Can you call now")


def there(kind: str, level: int = 3) -> CareState:
    return replace(asked(kind, level, ""), helped=True, there=True)


def found(kind: str, level: int, *, sure: bool, state: CareState, act: str = "") -> Move:
    finding = Finding(kind, level, sure=sure)  # type: ignore[arg-type]
    return advance(state, replace(CALM, finding=finding, asks=act), "and so", NOW)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", [2, 3])
def test_what_is_told_again_while_helpers_are_there_urges_nothing(kind: str, level: int) -> None:
    for heard in KINDS:
        move = found(heard, 3, sure=False, state=there(kind, level))
        assert (move.state.there, move.state.helped, move.state.kind, move.state.level) == (True, True, kind, 3)
        said = [choose(replace(move, state=replace(move.state, told=turn)), "i took them").text for turn in range(6)]
        assert not [text for text in said for urged in URGED if urged in text]


def test_what_is_graver_in_plain_words_is_to_be_told_to_those_who_are_there() -> None:
    move = found("suicide", 3, sure=True, state=there("suicide", 2))
    assert (move.moment, move.state.level, move.state.step) == ("still_there", 3, "")
    assert "If they have gone, call {emergency} at once" in MOMENTS["still_there"].text
    again = found("suicide", 3, sure=True, state=there("suicide"))
    assert again.moment == "tell_them"
    assert choose(again, "i just took all of the pills") != TAKEN
    assert found("suicide", 3, sure=True, state=replace(there("suicide"), last="tell_them")).moment == "stay"


def test_whoever_worried_and_is_in_danger_themselves_has_no_helpers() -> None:
    move = found("suicide", 3, sure=True, state=there("third_party"))
    assert (move.state.kind, move.state.helped, move.moment) == ("suicide", False, "change")


@pytest.mark.parametrize(("answer", "moment", "kept"), [("yes", "there_yes", True), ("no", "there_no", False)])
def test_helpers_who_have_left_are_called_again(answer: str, moment: str, kept: bool) -> None:
    move = advance(replace(there("suicide"), step="there"), CALM, answer, NOW)
    assert (move.moment, move.state.there, move.state.helped) == (moment, kept, kept)


@pytest.mark.parametrize("moment", ["tell_them", "still_there", "there_no"])
def test_in_abuse_helpers_are_told_only_what_is_safe_to_say(moment: str) -> None:
    said = choose(Move(there("abuse"), moment), "x").text
    assert "safe" in said
    assert "please tell" not in said.lower()


def test_a_goodbye_in_medical_danger_names_the_number_once_more() -> None:
    said = choose(Move(there("medical"), "leaves_well"), "bye").text
    assert "call {emergency} at once, even if you have called before" in said


def test_whoever_is_alone_again_has_nobody_beside_them() -> None:
    move = advance(there("suicide"), replace(CALM, asks="alone"), "they left, i'm by myself", NOW)
    assert (move.state.there, move.state.company) == (False, False)
    danger = found("suicide", 3, sure=False, state=there("suicide"), act="alone")
    assert (danger.state.there, danger.state.helped) == (False, False)


def test_a_call_is_kept_over_a_guess_of_another_kind_and_not_over_graver_danger() -> None:
    called = replace(asked("third_party", 3, ""), helped=True)
    same = found("medical", 3, sure=False, state=called)
    assert (same.state.kind, same.state.level, same.state.helped, same.moment) == ("third_party", 3, True, "stay")
    assert not found("medical", 3, sure=True, state=called).state.helped
    assert not found("suicide", 3, sure=False, state=replace(asked("suicide", 2, ""), helped=True)).state.helped


@pytest.mark.parametrize("act", ["worse", "means_near"])
def test_what_gets_worse_is_told_to_the_helpers(act: str) -> None:
    assert advance(there("suicide"), replace(CALM, asks=act), "it is worse", NOW).moment == "tell_them"


@pytest.mark.parametrize("act", ["gone", "unanswered", "should_call", "called"])
def test_who_went_along_with_helpers_has_not_gone(act: str) -> None:
    assert advance(there("third_party"), replace(CALM, asks=act), "they took her along", NOW).moment == "stay"


def test_i_do_not_know_is_not_answered_with_a_call_once_help_was_called() -> None:
    waiting = replace(asked("medical", 3, ""), helped=True)
    assert "call" not in choose(Move(waiting, "dont_know"), "idk").text
    assert "{emergency}" in choose(Move(asked("medical", 3, ""), "dont_know"), "idk").text


def test_helpers_of_the_last_visit_have_left() -> None:
    state = returned(replace(there("suicide"), at=NOW.replace(day=20)), NOW)
    assert (state.there, state.helped) == (False, False)


def test_replies_beside_help_differ_and_ask_one_thing() -> None:
    ways = [say for table in (COMING, THERE) for kind in table.values() for say in kind] + [*BESIDE_HELP.values()]
    assert all(say.text.count("?") <= 1 for say in ways)
    assert all(
        len(kind) == len({say.text for say in kind}) >= 3 for table in (COMING, THERE) for kind in table.values()
    )


def test_paramedics_are_not_forgotten_while_it_is_told_what_happened() -> None:
    steps = hear(
        "my flatmate took a load of tablets, she's on the bathroom floor", "my mum rang them for me",
        "paramedics are here", "she took them about an hour ago, a whole packet, she cried all day about her ex",
        "she's really grey and she keeps being sick",
    )  # fmt: skip
    assert [care(step).helped for step in steps] == [False, True, True, True, True]
    assert [care(step).there for step in steps] == [False, False, True, True, True]
    assert not [step.reply.text for step in steps[2:] if "999" in step.reply.text]

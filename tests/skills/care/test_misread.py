"""Talks in danger that were misread in play: who is not safe, whose danger it is, and a guess beside what stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from skills.care import detect, told
from skills.care.advance import advance
from skills.care.counterevidence import affirmed, only_says_so, outweighs
from skills.care.crisis_acts import CrisisActs
from skills.care.danger_classifier import DangerEstimate
from skills.care.findings import Finding
from skills.care.guess import BEYOND_DOUBT, DENIED_PRESENT, URGENT
from skills.care.moments import MOMENTS
from skills.care.state import CareState, Move
from tests.skills.care.starts import CALM, asked
from tests.skills.guarded import NOW

SURE = DENIED_PRESENT + 0.01
ASKED_SAFE = asked("suicide", 2, "safe")
CANT_WAKE = "my mum is asleep in the next room but i cant wake her, shes got work"


def move(act: str, state: CareState, said: str = "and so") -> Move:
    return advance(state, replace(CALM, asks=act), said, NOW)


def risen(state: CareState, finding: Finding, said: str = "and so") -> Move:
    return advance(state, replace(CALM, finding=finding), said, NOW)


def heard(kind: str, present: float, urgent: float) -> DangerEstimate:
    return DangerEstimate(kind, max(present, 0.98), present, urgent, in_context=True)


@pytest.mark.parametrize("act", ["unsafe", "misread", "means_near"])
@pytest.mark.parametrize("said", ["yes", "i am, in a way", "yes i'm safe"])
def test_nobody_is_safe_by_a_message_that_says_something_else(act: str, said: str) -> None:
    assert move("safe", ASKED_SAFE, said).state.safe
    found = move(act, ASKED_SAFE, said)
    assert not found.state.safe
    assert found.moment != "safe"


def test_who_is_not_safe_after_all_is_not_any_more() -> None:
    safe = move("safe", ASKED_SAFE, "yes").state
    assert safe.safe
    assert move("tells", safe).state.safe
    taken_back = move("unsafe", replace(safe, step="", last="safe"))
    assert (taken_back.moment, taken_back.state.safe) == ("unsure", False)
    assert not move("misread", safe).state.safe


def test_not_being_safe_is_no_answer_to_another_question() -> None:
    assert move("unsafe", asked("suicide", 2, "near")).moment == "stay"


def test_a_misreading_is_met_with_an_apology_once_running() -> None:
    first = move("misread", asked("suicide", 3, "call"))
    assert first.moment == "misread"
    assert move("misread", replace(first.state, last="misread")).moment != "misread"
    for name, say in MOMENTS.items():
        assert not name.startswith("misread") or say.text.startswith("I'm sorry")


def test_each_text_asks_one_thing_at_most_and_urgent_ones_say_whom_to_call() -> None:
    assert [name for name, say in MOMENTS.items() if say.text.count("?") > 1] == []
    ours = ("misread", "will_tell", "child", "also", "how_more", "wording:medical", "should_call")
    for name, say in MOMENTS.items():
        if name.endswith(":3") and name.startswith(ours):
            assert "{emergency}" in say.text


def test_it_was_about_themself_all_along() -> None:
    other = asked("third_party", 3, "called")
    found = move("for_self", other, "theres no friend its me")
    assert (found.moment, found.state.kind, found.state.level) == ("change", "suicide", 3)
    assert move("for_self", asked("third_party_abuse", 2, "")).state.kind == "abuse"
    assert move("for_self", ASKED_SAFE).state.kind == "suicide"


def test_a_guess_at_another_kind_says_only_how_grave_it_is() -> None:
    knives = risen(asked("abuse", 2, ""), Finding("method_request", 3, sure=False))
    assert (knives.state.kind, knives.state.level) == ("abuse", 3)
    asleep = risen(asked("suicide", 2, ""), Finding("medical", 3, sure=False))
    assert (asleep.state.kind, asleep.state.level) == ("suicide", 3)
    own_life = risen(asked("third_party", 2, ""), Finding("suicide", 3, sure=False))
    assert (own_life.state.kind, own_life.state.level) == ("suicide", 3)
    misheard = risen(replace(asked("abuse", 2, ""), unsure=True), Finding("medical", 3, sure=False))
    assert misheard.state.kind == "medical"


def test_a_plain_wish_to_die_is_heard_beside_what_is_graver() -> None:
    found = risen(asked("medical", 3, "called"), Finding("suicide", 2))
    assert (found.moment, found.state.kind, found.state.level) == ("change", "suicide", 3)


def test_a_passive_wish_beside_another_danger_is_asked_about_once() -> None:
    wish = Finding("suicide", 1)
    found = risen(asked("abuse", 3, ""), wish)
    assert (found.moment, found.state.kind, found.state.level) == ("also", "abuse", 3)
    assert risen(replace(found.state, last="also"), wish).moment != "also"
    assert MOMENTS["also"].asks == "ending"
    assert risen(asked("third_party", 2, ""), wish).moment != "also"


def test_who_asks_again_what_to_write_is_given_words() -> None:
    for kind, level in (("third_party", 2), ("third_party", 3), ("third_party_abuse", 2)):
        state = asked(kind, level, "")
        assert told.moment_of(state, "wording") == "how"
        assert told.moment_of(replace(state, last="how"), "wording") == "how_more"
    assert '"' in MOMENTS["how_more"].text
    assert '"' in MOMENTS["how_more:3"].text


def test_a_question_that_begins_with_no_does_not_mean_that_it_is_unsafe_to_write() -> None:
    writing = asked("abuse", 3, "write")
    assert not move("fault", writing, "no i mean is it my fault").state.unsafe_to_talk
    assert move("", writing, "no").state.unsafe_to_talk
    assert move("unsafe", writing, "no he is in the next room").state.unsafe_to_talk


def test_what_a_pattern_finds_is_of_the_kind_that_is_surely_heard() -> None:
    alone = detect.read_talk([CANT_WAKE]).finding
    assert alone == Finding("medical", 3)
    in_talk = detect.read_talk([CANT_WAKE], heard=heard("suicide", SURE, 0.3), heeded=True).finding
    assert in_talk is not None
    assert (in_talk.kind, in_talk.level) == ("suicide", 2)
    urgent = detect.read_talk([CANT_WAKE], heard=heard("suicide", SURE, URGENT), heeded=True).finding
    assert urgent is not None
    assert urgent.kind == "medical"


@pytest.mark.parametrize(
    ("step", "estimate", "found"),
    [
        ("ending", heard("suicide", SURE, 0.9), Finding("suicide", 3)),
        ("ending", heard("suicide", SURE, 0.2), Finding("suicide", 2)),
        ("ending", heard("suicide", DENIED_PRESENT - 0.01, 0.9), None),
        ("ending", heard("abuse", SURE, 0.9), None),
        ("company", heard("suicide", SURE, 0.9), None),
    ],
)
def test_a_yes_in_other_words_is_a_yes(step: str, estimate: DangerEstimate, found: Finding | None) -> None:
    assert affirmed(asked("suicide", 2, step), estimate) == found
    assert affirmed(asked("suicide", 1, step), estimate) is None


def test_a_puzzled_tone_outweighs_no_urgent_danger() -> None:
    assert outweighs(heard("suicide", SURE, URGENT))
    assert outweighs(heard("method_request", SURE, 0.2))
    assert not outweighs(heard("suicide", SURE, URGENT - 0.1))
    assert not outweighs(heard("suicide", DENIED_PRESENT - 0.01, URGENT))
    assert not outweighs(None)


def test_that_it_is_about_themself_is_believed_where_the_talk_sounds_so_too() -> None:
    said = CrisisActs(act="for_self")
    assert only_says_so(said, heard("third_party", SURE, 0.2))
    assert not only_says_so(said, heard("suicide", SURE, 0.2))
    assert not only_says_so(CrisisActs(act="for_other"), heard("third_party", SURE, 0.2))


@pytest.mark.parametrize(("urgent", "sure"), [(BEYOND_DOUBT, True), (BEYOND_DOUBT - 0.01, False)])
def test_urgent_danger_that_is_beyond_doubt_is_no_guess(urgent: float, sure: bool) -> None:
    found = detect.read_talk(["he talks all slurred, he let his cup fall"], heard=heard("medical", 0.99, urgent))
    assert found.finding is not None
    assert (found.finding.level, found.finding.sure) == (3, sure)

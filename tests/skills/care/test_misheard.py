"""Who was misheard is asked once more, with an apology, and let go; who sounds so while danger is heard is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine import Engine
from skills.care.advance import advance
from skills.care.answers import DOUBT, answer_to
from skills.care.choosing import choose, due
from skills.care.counterevidence import nearer_safety, refutes
from skills.care.crisis_acts import CrisisActs
from skills.care.danger_classifier import DangerEstimate
from skills.care.detect import read_talk
from skills.care.findings import Finding
from skills.care.moments import MISHEARD, MOMENTS
from skills.care.state import Move
from skills.care.staying import STAY
from tests.skills.care.starts import CALM, asked
from tests.skills.guarded import NOW, OTHER, care, ears, hear

GUESSED = replace(asked("suicide", 2, "near"), unsure=True)
HEARD_WRONG = replace(CALM, misheard=True, calm=True)


def test_whoever_was_stopped_on_a_guess_and_may_have_been_misheard_is_asked_whether_anybody_is_in_danger() -> None:
    move = advance(GUESSED, HEARD_WRONG, "what? it's a lobster", NOW)
    assert (move.moment, move.state.level, move.state.unsure) == ("doubted", 1, True)
    assert choose(move, "what? it's a lobster").asks == DOUBT


DOUBTED = replace(GUESSED, level=1, step=DOUBT)


@pytest.mark.parametrize("text", ["no", "no, it's a lobster", "a lobster, I said"])
def test_the_answer_lets_them_go_without_a_second_apology(text: str) -> None:
    move = advance(DOUBTED, HEARD_WRONG, text, NOW)
    assert (move.moment, move.state.level, move.state.answered, move.state.believed) == ("", 0, None, False)
    assert not move.state.lately


def test_a_yes_is_danger_and_what_is_no_answer_is_asked_plainly() -> None:
    assert answer_to(DOUBTED, DOUBT, "yes. me") == Finding("suicide", 2)
    assert answer_to(DOUBTED, DOUBT, "no") is None
    assert advance(DOUBTED, HEARD_WRONG, "yeah, that's what it is for", NOW).state.level == 1
    assert advance(DOUBTED, CALM, "what a day", NOW).moment == "asks_again"


@pytest.mark.parametrize(
    "state",
    [
        replace(GUESSED, unsure=False), replace(GUESSED, unsafe_to_talk=True), replace(GUESSED, helped=True),
        replace(GUESSED, last="unanswered"),
    ],
)  # fmt: skip
def test_what_was_told_in_plain_words_or_may_be_read_along_does_not(state: object) -> None:
    move = advance(state, HEARD_WRONG, "what? it's a lobster", NOW)  # type: ignore[arg-type]
    assert move.moment not in ("misheard", "doubted")
    assert move.state.level == 2


def test_at_level_one_too_and_a_bare_no_is_thanked_for() -> None:
    state = replace(asked("suicide", 1, "ending"), unsure=True)
    assert advance(state, HEARD_WRONG, "thinking about mould", NOW).moment == "misheard"
    assert advance(state, HEARD_WRONG, "no", NOW).moment == "cleared"
    assert advance(state, CALM, "thinking about mould", NOW).moment == "asks_again"


def test_the_apology_stands_before_the_skills_reply() -> None:
    guard = ears().guard
    assert guard is not None
    engine = replace(ears(), guard=guard)
    talk = hear("ugh I'll never get this tent up, I want to kill myself lol")
    assert isinstance(engine, Engine)
    said = "what?? no! it's a tent. the poles are the wrong way round, haha"
    state = replace(care(talk[-1]), level=1, kind="suicide", unsure=True, step="ending")
    step = engine.step(talk[-1].conversation.knowing(state), said, NOW)
    assert step.reply.text == f"{MISHEARD} {OTHER}"
    assert care(step).level == 0


def test_a_stopped_talk_is_asked_about_first() -> None:
    talk = hear("ugh I'll never get this tent up, I want to kill myself lol")
    said = "what?? no! it's a tent. the poles are the wrong way round, haha"
    state = replace(care(talk[-1]), level=2, kind="suicide", unsure=True, step="near")
    step = ears().step(talk[-1].conversation.knowing(state), said, NOW)
    assert (step.reply.text, care(step).step) == (MOMENTS["doubted"].text, DOUBT)
    assert ears().step(step.conversation, "no, only the tent is", NOW).reply.text == OTHER


def test_a_denial_ends_no_guess_while_danger_is_heard() -> None:
    loud = replace(CALM, loud=True)
    said = "there is no emergency, I only don't see a purpose in going on"
    assert advance(GUESSED, replace(CALM, denied=True), said, NOW).moment == "denied"
    assert advance(GUESSED, replace(loud, denied=True), said, NOW).state.level == 2
    heard = DangerEstimate("suicide", 0.9, 0.1, 0.1, in_context=True)
    assert read_talk(["it rained"], heard=heard).loud
    assert not read_talk(["it rained"], heard=replace(heard, calm=True)).loud


def test_a_yes_in_many_words_is_never_put_aside() -> None:
    calm = DangerEstimate("suicide", 0.1, 0.1, 0.1, calm=True, in_context=True)
    state = replace(asked("suicide", 1, "ending"), unsure=True)
    assert not refutes(state, "yes. happy now. leave me alone then", calm, denied=False)
    assert refutes(state, "why, it is only about the rent, honestly", calm, denied=False)


def test_a_pattern_where_little_is_heard_is_no_sure_danger() -> None:
    little = DangerEstimate("violence", 0.9, 0.3, 0.1, in_context=True)
    said = "one day i'm going to strangle him"
    assert read_talk([said]).finding == Finding("violence", 2)
    assert read_talk([said], heard=little).finding == Finding("violence", 2, sure=False)
    assert read_talk([said], heard=replace(little, present=0.8)).finding == Finding("violence", 2)


def test_signs_of_several_turns_count_for_nothing_where_the_talk_sounds_calm() -> None:
    said = ["I've been giving away my things this week", "I said my goodbyes to everyone yesterday"]
    calm = DangerEstimate("suicide", 0.6, 0.3, 0.2, calm=True, in_context=True)
    assert read_talk(said).finding == Finding("suicide", 2)
    assert read_talk(said, heard=calm).finding is None
    assert read_talk(said, heard=replace(calm, calm=False)).finding == Finding("suicide", 2)
    stopped = read_talk(said, heard=calm, stands=Finding("suicide", 3)).finding
    assert stopped == Finding("suicide", 1, sure=False)


@pytest.mark.parametrize("act", ["called", "here", "unanswered", "lines"])
def test_beside_help_a_guess_starts_nothing_anew(act: str) -> None:
    heard = DangerEstimate("suicide", 0.99, 0.95, 0.7, in_context=True)
    state = asked("suicide", 2, "")
    assert nearer_safety(state, heard, CrisisActs(act))
    assert not nearer_safety(state, replace(heard, urgent=0.95), CrisisActs(act))
    assert not nearer_safety(state, replace(heard, kind="medical"), CrisisActs(act))
    assert not nearer_safety(state, heard, CrisisActs("worse"))


def test_nothing_is_urged_once_they_are_safe_or_help_comes() -> None:
    urgent = asked("suicide", 3, "")
    assert choose(Move(urgent, "unreached"), "x") == MOMENTS["unreached:3"]
    for eased in (replace(urgent, safe=True), replace(urgent, helped=True)):
        assert choose(Move(eased, "unreached"), "x") == MOMENTS["unreached"]
        assert not any("call {emergency}" in choose(Move(replace(eased, told=n), "stay"), "x").text for n in range(8))
    helped = replace(asked("medical", 3, ""), helped=True)
    assert {choose(Move(replace(helped, told=number), "stay"), "x").asks for number in range(8)} <= {
        "",
        "safe",
        "company",
    }


def test_graver_danger_is_urged_again_whatever_help_came_before() -> None:
    helped = replace(asked("suicide", 2, ""), helped=True)
    risen = advance(helped, replace(CALM, finding=Finding("suicide", 3)), "i'll do it tonight", NOW).state
    assert (risen.level, risen.helped) == (3, False)
    assert "call {emergency}" in choose(Move(risen, "stay"), "x").text


@pytest.mark.parametrize("kind", sorted(STAY))
@pytest.mark.parametrize("level", [2, 3])
def test_something_is_left_to_say_to_whoever_has_answered_everything(kind: str, level: int) -> None:
    known = replace(asked(kind, level, ""), safe=True, asked=True, company=True, helped=True)
    assert choose(Move(known, "stay"), "x").text
    assert choose(Move(replace(known, unsure=True), "stay"), "x").text


def test_lines_that_were_shown_just_before_are_not_shown_again_for_what_is_only_told() -> None:
    shown = replace(asked("suicide", 2, ""), lines_shown=1)
    assert not due(shown, "help")
    assert due(replace(shown, lines_shown=4), "help")
    assert due(shown, "unanswered")
    assert due(replace(shown, lines_shown=None), "help")


def test_a_plain_denial_in_answer_to_the_direct_question_is_not_asked_about_again() -> None:
    asked_plainly = asked("suicide", 3, "ending")
    said = "No, I am not thinking of ending my life. Please stop asking."
    move = advance(asked_plainly, replace(CALM, denied=True), said, NOW)
    assert (move.moment, move.state.safe, move.state.level) == ("denied", True, 3)
    unasked = advance(replace(asked_plainly, step=""), replace(CALM, denied=True), said, NOW)
    assert unasked.moment == "check"
    half = advance(asked_plainly, replace(CALM, denied=True), "no, not tonight, until she leaves", NOW)
    assert half.moment == "asks_again"

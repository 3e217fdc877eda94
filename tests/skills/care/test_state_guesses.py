"""What may have been misheard: a guess of the trained ear is dropped, denied or made sure."""

from __future__ import annotations

from dataclasses import replace

from skills.care.advance import advance
from skills.care.answers import answer_to
from skills.care.detect import Finding, Reading
from skills.care.state import CareState
from skills.care.words import FIRST
from tests.skills.care.starts import CALM, asked
from tests.skills.guarded import NOW

GUESSED = replace(CALM, finding=Finding("self_harm", 2, sure=False))
KNOWN = replace(CALM, finding=Finding("self_harm", 2))


def after(*turns: tuple[Reading, str]) -> tuple[list[str], CareState]:
    """The moments of a talk, and where it then stands."""
    state, moments = CareState(), []
    for reading, text in turns:
        move = advance(state, reading, text, NOW)
        asked = FIRST[move.state.kind, move.state.level].asks if move.moment == "first" else ""
        state = replace(move.state, answered=0 if move.moment else move.state.answered, step=asked)
        moments.append(move.moment)
    return moments, state


def test_a_guess_is_dropped_when_the_talk_goes_on_calmly() -> None:
    calm = ((CALM, "it is on three credit cards"), (CALM, "the rate went up in spring"))
    moments, state = after((GUESSED, "the interest grows"), *calm)
    assert moments == ["first", "stay", ""]
    assert (state.level, state.unsure) == (1, False)
    assert after((KNOWN, "i cut my arm"), *calm)[1].level == 2


def test_a_guess_that_is_denied_is_apologised_for() -> None:
    moments, state = after((GUESSED, "the interest grows"), (CALM, "what? no, nothing like that"))
    assert moments == ["first", "sorry"]
    assert (state.level, state.believed) == (0, True)


def test_a_guess_that_is_answered_is_taken_seriously() -> None:
    moments, state = after((replace(CALM, finding=Finding("suicide", 2, sure=False)), "x"), (CALM, "no one"))
    assert moments == ["first", "near_no"]
    assert state.level == 2


def test_what_is_said_plainly_makes_a_guess_sure() -> None:
    assert not after((GUESSED, "x"), (KNOWN, "i cut my arm"))[1].unsure


def test_a_no_to_a_question_at_the_first_level_is_believed() -> None:
    asked = replace(CALM, finding=Finding("self_harm", 1, sure=False))
    moments, state = after((asked, "x"), (CALM, "no, it's the money"))
    assert moments == ["first", "cleared"]
    assert (state.level, state.believed) == (0, True)


def test_whoever_may_have_been_misheard_and_feels_unsafe_gets_words_of_their_own() -> None:
    state = replace(asked("psychosis", 1, "steady"), unsure=True, lines_shown=None)
    unsafe = replace(CALM, finding=answer_to(state, "steady", "no, my husband put a camera in here"))
    move = advance(state, unsafe, "no, my husband put a camera in here", NOW)
    assert (move.moment, move.state.level, move.state.unsure) == ("steady_no", 2, True)
    assert advance(move.state, CALM, "you misunderstood me", NOW).state.level == 0
    once = advance(replace(move.state, step=""), CALM, "we had soup", NOW).state
    assert advance(once, CALM, "it rained", NOW).state.level == 1


def test_feeling_unsafe_is_sure_where_it_was_told_in_plain_words() -> None:
    assert answer_to(asked("psychosis", 1, "steady"), "steady", "no") == Finding("psychosis", 2, sure=True)

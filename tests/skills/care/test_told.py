"""What is told in danger beside danger: which act the trained head hears, and the moment that answers it by kind."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from bot.dialog import Conversation, Turn
from skills.care import crisis_acts, told
from skills.care.advance import advance
from skills.care.crisis_acts import ACTS
from skills.care.findings import Finding
from skills.care.moments import MOMENTS
from skills.care.state import CareState, Move
from skills.encoder import ours
from tests.skills.care.starts import CALM, asked
from tests.skills.guarded import NOW, care, ears, hear

HEARD = {
    "called": ["I told my therapist everything", "I called my mom and she is coming", "I called 999", "just rung them"],
    "here": ["they are here", "the ambulance is here", "the paramedics just came in"],
    "company": ["my neighbour came over", "my best friend is sitting with me", "I'm at my sister's"],
    "alone": ["no one", "nobody is with me", "no, I live alone", "they went home, i'm alone again"],
    "refuses": ["I don't want to call a hotline", "I won't call anyone", "please don't make me call"],
    "police": ["they would lock me up", "they'll send the cops", "they'd section me", "will they arrest me"],
    "leaves": ["I have to go now", "bye", "good night", "ok I'm off to bed"],
    "away": ["I gave the pills to my sister", "I handed my keys over", "I threw them out"],
    "lines": ["who can I call?", "what's the number again"],
    "safe": ["yes im safe now", "i won't do anything tonight"],
    "should_call": ["do i ring 999 for this", "is this bad enough for hospital"],
    "wording": ["what do i even write to her", "can you write it for me"],
}
NO_WORDS = ("none", "safe", "unsafe", "for_other", "for_self", "dont_know", "other_safe", "dread")
"""Acts that change the state, or are met elsewhere."""
NOT_HEARD = {
    "called": ["I told my husband and he laughed", "I called my brother an idiot", "I called my mom but she hung up"],
    "here": ["my birthday is coming", "they are always here for the money"],
    "company": ["I'm at my mom's grave", "I'm at my brother's funeral", "my life is over", "she's not here"],
    "away": ["I gave my dog to my sister", "I put my dog up for adoption"],
    "police": ["the police came and told me my son is dead", "my brother was arrested last night"],
    "refuses": ["the hospital never called", "my mother won't call my father"],
}


@cache
def act(said: str) -> str:
    encoder = ours(ears().encoder)
    (vectors,) = encoder.encode([Conversation("c").add(Turn("user", said, NOW))])
    return crisis_acts.read(np.stack([vectors.last]), crisis_acts.load_for(encoder))[0].act


def move(said_act: str, state: CareState, said: str = "and so") -> Move:
    return advance(state, replace(CALM, asks=said_act), said, NOW)


def test_an_act_is_heard_in_short_words() -> None:
    lines = [(said, name) for name, texts in HEARD.items() for said in texts]
    wrong = [(said, act(said)) for said, name in lines if act(said) != name]
    assert len(wrong) <= 0.1 * len(lines), wrong


def test_what_only_has_its_words_is_not_taken_for_it() -> None:
    wrong = [said for name, texts in NOT_HEARD.items() for said in texts if act(said) == name]
    assert not wrong


@pytest.mark.parametrize("name", [name for name in ACTS if name not in NO_WORDS])
def test_each_act_is_answered_in_some_danger(name: str) -> None:
    moments = {told.moment_of(asked(kind, 2, ""), name) for kind in ("suicide", "abuse")} - {""}
    assert moments
    assert moments <= MOMENTS.keys()


@pytest.mark.parametrize("kind", ["abuse", "violence", "psychosis"])
def test_who_comes_may_be_the_danger(kind: str) -> None:
    assert move("company", asked(kind, 2, "")).moment == "stay"
    assert move("called", asked(kind, 2, "")).moment == "help"
    assert move("here", asked("psychosis", 2, "")).moment == "stay"
    assert move("here", asked("suicide", 2, ""), "the paramedics are here").moment == "here"


def test_where_somebody_hides_helpers_who_are_there_are_heard() -> None:
    hiding = replace(asked("abuse", 3, "write"), unsafe_to_talk=True)
    assert move("here", hiding, "the police are here").moment == "here"
    assert move("called", hiding, "they send a car").moment == "help"


def test_whoever_has_called_is_not_told_to_call_on_a_rise() -> None:
    risen = replace(CALM, finding=Finding("third_party", 3, sure=False), asks="called")
    found = advance(asked("third_party", 2, ""), risen, "i rang them, they come", NOW)
    assert (found.moment, found.state.level) == ("help", 3)
    first = replace(CALM, finding=Finding("third_party", 3, sure=False), asks="called")
    assert advance(CareState(), first, "i rang them, they come", NOW).moment == "first"


def test_an_act_is_looked_for_in_each_sentence_of_a_stopped_talk() -> None:
    said = "he's stopped banging now, it is all quiet. I called the police and they are sending a car."
    assert crisis_acts.parts_of("one thing only") == crisis_acts.parts_of("a. " * 9) == []
    encoder, heads = ours(ears().encoder), crisis_acts.load_for(ours(ears().encoder))
    whole, *parts = encoder.encode_texts([said, *crisis_acts.parts_of(said)])
    assert crisis_acts.act_of_parts(whole, np.stack(parts), heads) == "called"
    assert care(hear("I want to die", said)[-1]).helped


def test_who_has_left_is_good_news_in_abuse_and_an_emergency_for_the_worried() -> None:
    assert move("gone", asked("suicide", 2, "")).moment == "stay"
    assert move("gone", asked("abuse", 2, "")).moment == "gone"
    assert move("gone", asked("third_party", 2, "")).moment == "gone"
    assert "please call {emergency} now" in MOMENTS["gone:third_party"].text


@pytest.mark.parametrize(
    ("kind", "level", "step", "name", "moment"),
    [
        ("suicide", 2, "near", "company", "near_yes"), ("suicide", 3, "alone", "company", "alone_no"),
        ("suicide", 2, "", "company", "company"), ("suicide", 2, "", "alone", "near_no"),
        ("suicide", 3, "", "alone", "alone_yes"), ("psychosis", 3, "", "alone", "near_no"),
        ("abuse", 2, "", "alone", "stay"), ("abuse", 2, "", "unreached", "stay"),
        ("third_party", 2, "", "means_near", "stay"), ("third_party", 3, "", "dont_know", "stay"),
        ("violence", 2, "", "worse", "worse"),
    ],
)  # fmt: skip
def test_an_act_is_answered_by_kind_level_and_question(
    kind: str, level: int, step: str, name: str, moment: str
) -> None:
    assert move(name, asked(kind, level, step)).moment == moment


def test_company_is_remembered_until_they_are_alone() -> None:
    company = move("company", asked("suicide", 2, "")).state
    assert company.company
    assert move("company", company).moment == "stay"
    assert not move("alone", company).state.company


def test_the_same_act_twice_running_does_not_get_the_same_words() -> None:
    state = replace(asked("suicide", 2, ""), last="police")
    assert move("police", state).moment == "stay"
    assert move("lines", replace(state, last="lines")).moment == "lines"
    assert move("refuses", state).moment == "refuses"


def test_said_to_be_safe_is_believed_after_the_question_and_asked_about_before() -> None:
    assert move("safe", asked("suicide", 3, "")).moment == "told_safe"
    answered = move("safe", asked("suicide", 3, "safe"))
    assert (answered.moment, answered.state.safe, answered.state.level) == ("safe", True, 3)
    assert not move("safe", asked("suicide", 2, "safe"), "i am not safe").state.safe


def test_what_gets_worse_is_no_calm_turn() -> None:
    state = replace(asked("suicide", 2, ""), safe=True, calm=1)
    assert (move("worse", state).state.level, move("better", state).state.level) == (2, 1)


def test_a_guess_that_was_about_somebody_else_is_met_as_such() -> None:
    guessed = replace(asked("suicide", 2, ""), unsure=True)
    assert (move("for_other", guessed).moment, move("for_other", guessed).state.kind) == ("change", "third_party")
    hinted = replace(asked("suicide", 1, "ending"), unsure=True)
    assert (move("for_other", hinted).moment, move("for_other", hinted).state.kind) == ("first", "third_party")
    plain = move("for_other", asked("suicide", 2, ""))
    assert plain.state.kind == "suicide"
    over = replace(guessed, level=0)
    assert move("for_other", over).moment == ""


def test_beside_the_same_danger_it_is_answered_where_it_makes_nothing_lighter() -> None:
    again = replace(CALM, finding=Finding("suicide", 2))
    state = asked("suicide", 2, "")
    assert advance(state, replace(again, asks="unanswered"), "nobody picks up", NOW).moment == "unanswered"
    assert advance(state, replace(again, asks="better"), "a bit calmer", NOW).moment == "stay"
    risen = replace(CALM, finding=Finding("suicide", 3), asks="alone")
    assert advance(state, risen, "nobody is here and i took them", NOW).moment == "first"


@pytest.mark.parametrize(
    ("kind", "level", "name", "moment"),
    [
        ("suicide", 2, "wording", "wording"), ("third_party", 2, "wording", "how"), ("abuse", 2, "wording", "stay"),
        ("violence", 2, "wording", "stay"), ("abuse", 3, "fault", "fault"), ("third_party", 2, "fault", "blame"),
        ("suicide", 2, "tells", "tells"), ("suicide", 3, "tells", "stay"), ("suicide", 3, "should_call", "should_call"),
        ("violence", 2, "stays", "stay"), ("abuse", 3, "stays", "stays"),
    ],
)  # fmt: skip
def test_what_is_asked_in_danger_is_answered_where_that_is_safe(kind: str, level: int, name: str, moment: str) -> None:
    assert move(name, asked(kind, level, "")).moment == moment
    if level == 3 and moment == "stay" and kind == "suicide":
        assert move(name, replace(asked(kind, level, ""), helped=True)).moment == name

"""How the state moves: visits, a stated age, and whoever reads along."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.dialog import Conversation, Reply
from bot.engine import NOT_KEPT, Engine, Step
from bot.errors import ConfigError
from bot.parts import decode, encode
from bot.testing import ScriptedSkill
from skills.care import heads
from skills.care.detect import GENTLE, Finding, Reading, read
from skills.care.moments import MOMENTS, WELCOME_BACK
from skills.care.state import CareState, advance, answer_to
from skills.care.staying import HUSHED, STAY, STAY_NOW
from skills.care.words import FIRST, HANDED
from skills.safety import safety

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
OTHER = "What was that like for you?"
Said = str | tuple[float, str]
"""A line, or how many hours after the one before it a line is said."""


def hold(*said: Said, country: str | None = "gb", check_in: bool = False) -> list[Step]:
    skills = (("other", ScriptedSkill(Reply(OTHER, "other", 0.5))),)
    engine = Engine(skills, safety(country=country, check_in=check_in))
    conversation, now, steps = Conversation("console:1:1:me"), NOW, []
    for item in said:
        hours, text = item if isinstance(item, tuple) else (0.0, item)
        now += timedelta(hours=hours)
        steps.append(engine.step(conversation, text, now))
        conversation = steps[-1].conversation
    return steps


def texts(*said: Said, check_in: bool = False) -> list[str]:
    return [step.reply.text for step in hold(*said, check_in=check_in)]


def care(step: Step) -> CareState:
    state = step.conversation.state.get(CareState)
    assert state is not None
    return state


DANGER, BEATEN = "I want to die", "my husband hits me"


# a next visit


def test_a_visit_soon_after_danger_begins_with_one_gentle_question() -> None:
    first, back, again = texts(DANGER, (20, "hi, it rained all day"), "we had soup", check_in=True)[-3:]
    assert "116 123" in first
    assert back == MOMENTS["back"].text
    assert "Last time" not in again


def test_without_consent_nothing_is_said_of_the_last_visit() -> None:
    first, again, third = texts(DANGER, (20, "hi, it rained all day"), (20, "hello"), check_in=False)
    assert "Last time" not in first + again + third
    assert again == third == MOMENTS["revisit"].text  # still in danger: that is asked, not what was said before


def test_back_where_somebody_hurts_them_it_is_first_asked_whether_they_can_write() -> None:
    for check_in in (False, True):
        said = texts(BEATEN, "he's in the next room", (20, "hello"), "no", check_in=check_in)
        assert said[2] == MOMENTS["back:abuse"].text
        assert said[3] == MOMENTS["hush"].text.replace("{emergency}", "999")


def test_a_wish_on_the_next_visit_goes_before_the_welcome() -> None:
    calm = (DANGER, "I'm safe now", "we had soup", "it rained", "the garden is nice")
    said = texts(*calm, (30, "can you give me the crisis line number please"), check_in=True)[-1]
    assert said.startswith("You can reach Samaritans")


def test_once_the_danger_had_passed_the_welcome_stands_before_the_skills_words() -> None:
    calm = (DANGER, "I'm safe now", "we had soup", "it rained", "the garden is nice")
    steps = hold(*calm, (30, "hello again"), "it rained", check_in=True)
    assert care(steps[4]).level < 2
    assert steps[5].reply.text == f"{WELCOME_BACK} {OTHER}"
    assert steps[6].reply.text == OTHER


@pytest.mark.parametrize(("hours", "asked"), [(2.9, False), (3, True), (72, True), (73, False)])
def test_only_a_new_visit_within_seventy_two_hours(hours: float, asked: bool) -> None:
    assert (texts(DANGER, (hours, "hi, it rained"), check_in=True)[-1] == MOMENTS["back"].text) == asked


def test_new_danger_on_the_next_visit_is_answered_and_not_asked_about_the_last() -> None:
    said = texts(DANGER, (20, "I'm going to kill myself tonight"), check_in=True)[-1]
    assert said.startswith("Please call 999 now")


def test_an_answer_to_the_question_is_heard() -> None:
    assert care(hold(DANGER, (20, "hi there"), "yes", check_in=True)[-1]).safe
    assert care(hold(DANGER, (20, "hi there"), "no", check_in=True)[-1]).level == 3


def test_days_later_the_skills_answer_again_but_it_is_not_forgotten() -> None:
    steps = hold(DANGER, (100, "my tomatoes are ripe"))
    assert steps[-1].reply.text == OTHER
    assert care(steps[-1]).level == 1


@pytest.mark.parametrize("hours", [0.1, 2, 20, 71])
def test_time_alone_lowers_nothing_before_that(hours: float) -> None:
    assert care(hold(DANGER, (hours, "it rained"))[-1]).level == 2


def test_who_was_near_and_what_was_asked_is_of_the_last_visit() -> None:
    steps = hold(DANGER, "my sister is here with me", (10, "yes"))
    assert care(steps[1]).company
    assert not care(steps[2]).company
    assert not care(steps[2]).safe  # "yes" answered nothing


# a stated age


@pytest.mark.parametrize(
    "said", ["I'm 14", "im only 16 and I hate school", "I am in 9th grade", "I just turned fifteen"]
)
def test_a_stated_age_is_remembered_without_any_danger(said: str) -> None:
    calm, danger = hold(said, *["we had soup"] * 8, DANGER)[-2:]
    assert care(calm) == CareState(country="gb", at=NOW, minor=True)
    assert calm.reply.text == OTHER
    assert calm.trace.verdict is None
    assert danger.trace.verdict is not None
    assert danger.trace.verdict.minor
    assert "A grown-up you trust can help, and so can Childline: call 0800 1111" in danger.reply.text


@pytest.mark.parametrize(
    ("minimum", "said", "minor"),
    [(18, "I'm 17", True), (18, "I'm 18", False), (16, "I'm 16", False), (16, "I'm 15", True), (21, "I'm 20", True),
     (18, "I'm in 12th grade", True), (18, "I'm in tenth grade", True)],
)  # fmt: skip
def test_the_operator_sets_the_age(minimum: int, said: str, minor: bool) -> None:
    engine = Engine((("other", ScriptedSkill(OTHER)),), safety(minimum_age=minimum))
    state = engine.step(Conversation("c"), said, NOW).conversation.state.get(CareState)
    assert bool(state and state.minor) == minor


@pytest.mark.parametrize("minimum", [0, 12, 22])
def test_an_odd_minimum_age_is_refused(minimum: int) -> None:
    with pytest.raises(ConfigError, match=rf"safety\.minimum_age = {minimum}: it must be 13 to 21"):
        safety(minimum_age=minimum)


@pytest.mark.parametrize("said", ["I'm 14 weeks pregnant", "I'm 17 minutes late", "I'm 34", "my son is 12"])
def test_what_is_no_stated_age(said: str) -> None:
    verdict = hold(said, DANGER)[-1].trace.verdict
    assert verdict is not None
    assert not verdict.minor


@pytest.mark.parametrize(
    "danger",
    [
        DANGER, "I'm going to kill myself tonight", "I cut myself again", "my stepdad hits me",
        "I want to kill my brother",
        "my friend says she wants to kill herself", "what's the most painless way to die?",
    ],
)  # fmt: skip
def test_a_child_s_line_and_a_grown_up_at_every_kind_of_danger(danger: str) -> None:
    text = texts("I'm 15", danger)[-1]
    assert "grown-up you trust" in text
    assert "Childline: call 0800 1111" in text


def test_at_level_one_a_child_who_asks_for_a_number_gets_the_child_s() -> None:
    asked = texts("I'm 15", "I wish I was dead")[-1]
    assert "Childline" not in asked  # no number unless wanted
    assert "Childline" in texts("I'm 15", DANGER, "what's the number again?")[-1]


# asking, answering, taking back


@pytest.mark.parametrize(
    "said",
    ["what's the suicide hotline number?", "is there a crisis line I can text", "I need a helpline please",
     "do you have the number for a suicide prevention line"],
)  # fmt: skip
def test_who_asks_for_a_line_gets_one_without_any_danger(said: str) -> None:
    (step,) = hold(said)
    assert "Samaritans: call 116 123" in step.reply.text
    assert step.trace.verdict is not None
    assert (step.trace.verdict.level, step.trace.verdict.stopped) == (1, False)


@pytest.mark.parametrize(
    "said", ["I volunteer on a crisis line", "my hotline training starts today", "I need to finish the helpline report"]
)
def test_who_works_on_a_line_is_not_given_its_number(said: str) -> None:
    assert texts(said) == [OTHER]


def test_after_the_direct_question_a_number_is_given_when_wanted() -> None:
    asked, given_, later = texts("I wish I was dead", "who can I call?", "we had soup")
    assert "116 123" not in asked
    assert "116 123" in given_
    assert later == OTHER


def test_a_method_is_never_given_and_no_is_believed_once() -> None:
    asked, answered, went_on = hold("how many pills would it take to die", "no, it's for school", "we had soup")
    assert asked.reply.text.startswith("I won't help with ways to die or be hurt.")
    assert asked.reply.text.endswith("Are you thinking about ending your life?")
    assert answered.reply.text == MOMENTS["sorry:method_request"].text
    assert care(answered).level == 1  # believed, and still watched
    assert went_on.reply.text == OTHER
    again = hold("how many pills would it take to die", "no", "how many pills would it take to die", "no")
    assert care(again[-1]).level == 2


@pytest.mark.parametrize("answer", ["yes", "maybe", "tonight"])
def test_yes_to_the_question_after_a_method_is_danger(answer: str) -> None:
    assert care(hold("how many pills would it take to die", answer)[-1]).level >= 2


def test_not_suicidal_is_believed_once_with_a_brief_apology() -> None:
    said = texts(DANGER, "I'm not suicidal", "we had soup")
    assert said[1:] == [MOMENTS["sorry"].text, OTHER]
    assert care(hold(DANGER, "I'm not suicidal", DANGER, "I'm not suicidal")[-1]).level == 2


def test_distance_is_asked_for_and_heard_in_violence() -> None:
    angry = "I'm going to kill my boss"
    assert "distance between you and them, and between you and any weapon" in texts(angry)[0]
    assert texts(angry, "no")[1].startswith("Please put some distance between you first")
    assert texts(angry, "yes")[1] == MOMENTS["from_yes:violence"].text


def test_help_that_has_come_is_heard_in_a_medical_emergency() -> None:
    said = texts("my chest hurts so bad and my left arm is numb", "they are here")
    assert "Please call 999 now; don't wait for me." in said[0]
    assert said[1] == MOMENTS["help:medical"].text


def test_a_refusal_is_respected_and_writing_or_a_person_offered() -> None:
    refused, after = texts(DANGER, "I won't call anyone", "it hurts")[1:]
    assert "it's your choice" in refused
    assert "You can also write to Shout: text SHOUT to 85258" in refused
    assert "A person you trust" in refused
    assert "call" not in after


# whoever reads along


@pytest.mark.parametrize(
    "said",
    [
        "he's in the next room", "he reads my messages", "she goes through my phone", "my husband just came home",
        "he's asleep next to me", "I can't talk", "no", "yes but he's in the other room", "I have to be quick",
        "I'm hiding in the bathroom", "he can see my screen", "they're downstairs",
    ],
)  # fmt: skip
def test_where_whoever_hurts_them_is_near_words_are_few(said: str) -> None:
    steps = hold(BEATEN, said, "I don't know what to do", "it hurts")
    assert [bool(step.trace.verdict and step.trace.verdict.unsafe_to_talk) for step in steps] == [
        False,
        True,
        True,
        True,
    ]
    assert steps[1].reply.text == MOMENTS["hush"].text.replace("{emergency}", "999")
    assert [step.reply.text for step in steps[2:]] == [say.text for say in HUSHED]


@pytest.mark.parametrize(
    "said", ["he left for work", "I'm alone now", "yes", "it's safe to write now", "he's gone out"]
)
def test_it_ends_when_they_can_write(said: str) -> None:
    steps = hold(BEATEN, "he's in the next room", "I don't know", said)
    assert steps[-1].trace.verdict is not None
    assert not steps[-1].trace.verdict.unsafe_to_talk
    assert "999" not in steps[-1].reply.text
    assert "believe you" in steps[-1].reply.text or "your fault" in steps[-1].reply.text


@pytest.mark.parametrize(
    "said", ["I'm scared of him", "my sister is here", "my neighbour is coming", "he hit me again", "I'm sad"]
)
def test_what_says_nothing_of_being_read(said: str) -> None:
    assert not care(hold(BEATEN, said)[-1]).unsafe_to_talk


def test_told_at_once_it_is_believed_and_kept_short() -> None:
    (step,) = hold("my husband hits me and he reads my messages")
    assert step.reply.text == MOMENTS["hush_first"].text.replace("{emergency}", "999")


def test_not_safe_is_urgent_and_kept_short() -> None:
    step = hold(BEATEN, "it's not safe to write")[-1]
    assert care(step).level == 3
    assert step.reply.text == MOMENTS["hush_first"].text.replace("{emergency}", "999")


def test_choking_is_urgent_even_then() -> None:
    (step,) = hold("my boyfriend choked me and he's in the next room")
    assert "urgent medical care" in step.reply.text
    assert "Close this chat and erase it" in step.reply.text


def test_a_number_is_still_given_when_asked_for() -> None:
    assert "0808 2000 247" in texts(BEATEN, "he's in the next room", "what was the number?")[-1]


def test_somebody_in_the_next_room_is_no_danger_to_who_wants_to_die() -> None:
    assert not care(hold(DANGER, "he's in the next room")[-1]).unsafe_to_talk


# leaving


@pytest.mark.parametrize(
    "said", ["I have to go now", "bye", "gotta go", "good night", "ok I'm off to bed", "talk later"]
)
@pytest.mark.parametrize("danger", [DANGER, "I'm going to kill myself tonight", BEATEN])
def test_a_goodbye_is_accepted_at_once_and_says_whom_to_call(danger: str, said: str) -> None:
    text = texts(danger, said)[-1]
    assert "999" in text
    assert "?" not in text


# what is kept


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([0.0, 0.2, 4.0, 80.0]),
            st.sampled_from([DANGER, BEATEN, "I'm 15", "he's in the next room", "yes", "no", "bye", "we had soup"]),
        ),
        min_size=1,
        max_size=8,
    ),
    st.booleans(),
)
def test_after_any_talk_the_state_is_whole_and_words_of_danger_are_gone(said: list[Said], check_in: bool) -> None:
    steps = hold(*said, check_in=check_in)
    for step in steps:
        assert not step.trace.dropped
        assert step.reply.text.count("?") <= 2
        state = step.conversation.state.get(CareState)
        if state:
            assert decode(*encode(state)) == state
        if step.trace.verdict and step.trace.verdict.stopped:
            assert step.conversation.turns[-2].text == NOT_KEPT
    ages = [bool(state and state.minor) for state in (step.conversation.state.get(CareState) for step in steps)]
    assert ages == sorted(ages)  # once told, it stays


def test_a_state_stored_before_a_flag_existed_is_read() -> None:
    old = '{"level":2,"kind":"suicide","country":"gb","at":"2026-11-21T20:00:00Z"}'
    assert decode("care", 1, old) == CareState(2, "suicide", "gb", at=NOW)


# what only the trained ear heard

CALM = Reading(None, frozenset(), means=False, soon=False, denied=False)
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


@pytest.mark.parametrize("answer", ["not yet", "not tonight", "yes"])
def test_not_yet_is_no_no(answer: str) -> None:
    first, second = hold("I wouldn't mind not waking up", answer)[-2:]
    assert care(first).level == 1
    assert care(second).level >= 2


def test_never_mind_is_no_no() -> None:
    assert care(hold("I wouldn't mind not waking up", "never mind")[-1]).level == 1


def test_a_refusal_to_call_is_no_help_on_its_way() -> None:
    said = texts("I want to die", "im not calling 999")[-1]
    assert said != texts("I want to die", "im calling 999")[-1]


@pytest.mark.parametrize(
    ("step", "kind", "answer", "found"),
    [
        ("harm", "violence", "yes, a bit", Finding("violence", 2)),
        ("harm", "violence", "no, I just shout", None),
        ("harm", "violence", "no, only myself", Finding("suicide", 1)),
        ("harm", "violence", "yes, him and then myself", Finding("violence", 2)),
        ("harm", "violence", "I want to", Finding("violence", 2)),
        ("harm", "violence", "no i'm not worried, i'm going to", Finding("violence", 2)),
        ("harm", "violence", "no, he deserves it", Finding("violence", 2)),
        ("harm", "violence", "no, I'm going to bed", None),
        ("harm", "violence", "I do not want to hurt anyone", None),
        ("harm", "violence", "I am just venting", None),
        ("harm", "violence", "I am not like that", None),
        ("harm", "violence", "i have no idea", None),
        ("harm", "violence", "I do", Finding("violence", 2)),
        ("ending", "suicide", "I do not", None),
        ("ending", "suicide", "I do not know", Finding("suicide", 2)),
        ("steady", "psychosis", "no, not really", Finding("psychosis", 2)),
        ("steady", "psychosis", "I don't know", Finding("psychosis", 2)),
        ("steady", "psychosis", "sometimes", Finding("psychosis", 2)),
        ("steady", "psychosis", "not right now", Finding("psychosis", 2)),
        ("steady", "psychosis", "unsafe", Finding("psychosis", 2)),
        ("steady", "psychosis", "no one is safe", Finding("psychosis", 2)),
        ("steady", "psychosis", "no i'm fine now", None),
        ("steady", "psychosis", "no, you misread that", None),
        ("steady", "psychosis", "yes I'm at my sister's", None),
    ],
)
def test_the_answer_to_a_gentle_question_decides(step: str, kind: str, answer: str, found: Finding | None) -> None:
    assert answer_to(CareState(level=1, kind=kind, step=step), step, answer) == found


def test_every_danger_the_guard_may_hear_has_words_of_its_own() -> None:
    heard = {(kind, level) for kind in heads.KINDS for level in (1, 2, 3)}
    lacking = heard - FIRST.keys()
    assert lacking == {("method_request", 1), ("medical", 1)}
    assert not {kind for kind, _ in lacking} & GENTLE, "the ear alone does not find these at level 1"


# whoever is not sure of being safe is not taken for safe

UNSURE = ["I don't know", "not sure", "I'm not sure", "not right now", "not yet", "maybe", "sometimes", "yeah I guess",
          "not at the moment", "yes and no", "yes but not for long", "for now", "I wish"]  # fmt: skip
KINDS = {
    "suicide": (DANGER, "unsure"),
    "third_party": ("my sister says she wants to kill herself", "unsure:third_party"),
    "third_party_abuse": ("my friend's boyfriend hits her and she won't leave", "unsure:third_party_abuse"),
    "abuse": (BEATEN, "unsure:abuse"),
    "medical": ("my chest hurts so bad and my left arm is numb", "unsure:medical"),
}


def asked(kind: str, level: int, step: str) -> CareState:
    """In danger, and the guard has just asked a question."""
    return CareState(level=level, kind=kind, step=step, lines_shown=1, answered=0)


@pytest.mark.parametrize("said", UNSURE)
@pytest.mark.parametrize("kind", KINDS)
def test_only_a_plain_yes_is_safe(kind: str, said: str) -> None:
    move = advance(asked(kind, 2, "safe"), CALM, said, NOW)
    assert (move.moment, move.state.safe, move.state.level) == ("unsure", False, 2)
    assert advance(asked(kind, 2, "safe"), CALM, "yes", NOW).state.safe


@pytest.mark.parametrize("said", ["I don't know if I'm safe", "I hope I'm okay now", "not sure I'm safe"])
def test_safety_that_is_only_hoped_for_is_none(said: str) -> None:
    assert not advance(asked("suicide", 2, ""), CALM, said, NOW).state.safe
    assert advance(asked("suicide", 2, ""), CALM, "I'm okay now", NOW).state.safe


@pytest.mark.parametrize("kind", KINDS)
def test_not_being_sure_is_answered_by_kind(kind: str) -> None:
    start, moment = KINDS[kind]
    said = [start, *["we had soup"] * 6]
    steps = hold(*said)
    at = next(number for number, step in enumerate(steps) if care(step).step == "safe")
    assert texts(*said[: at + 1], "not sure")[-1].endswith(MOMENTS[moment].text.replace("{emergency}", "999"))


@pytest.mark.parametrize(
    ("step", "moment"),
    [("near", "near_no"), ("from", "from_no"), ("asked", "asked_no"), ("theirs", "theirs_no"), ("alone", "alone_yes")],
)
def test_not_yet_is_no_yes_to_the_other_questions_either(step: str, moment: str) -> None:
    assert advance(asked("suicide", 2, step), CALM, "not right now", NOW).moment == moment


@pytest.mark.parametrize(
    ("said", "hushed"), [("not right now", True), ("not yet", True), ("I don't know what to do", False)]
)
def test_no_good_moment_to_write_is_heard(said: str, hushed: bool) -> None:
    move = advance(asked("abuse", 2, "write"), CALM, said, NOW)
    assert move.state.unsafe_to_talk == hushed
    assert advance(replace(asked("abuse", 2, "write"), unsafe_to_talk=True), CALM, said, NOW).state.unsafe_to_talk


# an act that is told beside a no

DONE = ["No, I already did.", "no i already took them", "no. it's too late", "nope, I took them"]


@pytest.mark.parametrize("said", DONE)
@pytest.mark.parametrize("start", ["I wouldn't mind not waking up", "how many pills would it take to die"])
def test_a_no_does_not_outvote_an_act(start: str, said: str) -> None:
    assert care(hold(start, said)[-1]).level == 3


def test_no_not_tonight_is_no_act() -> None:
    assert answer_to(asked("suicide", 1, "ending"), "ending", "no, not tonight") is None


# what a no says depends on what was asked


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("no", Finding("abuse", 2)), ("no, he comes every week", Finding("abuse", 2)),
        ("not sure", Finding("abuse", 2)),
        ("sometimes", Finding("abuse", 2)), ("I'm never safe", Finding("abuse", 2)), ("yes", None),
        ("no, I'm safe now", None), ("no, you misunderstood", None),
    ],
)  # fmt: skip
def test_safe_these_days(said: str, found: Finding | None) -> None:
    assert FIRST["abuse", 1].asks == "these_days"
    assert answer_to(asked("abuse", 1, "these_days"), "these_days", said) == found


@pytest.mark.parametrize("step", ["ending", "harm", "signs", "hurting", "these_days", "steady", "", "near"])
def test_a_bare_no_clears_only_where_it_denies_danger(step: str) -> None:
    move = advance(asked("third_party", 1, step), CALM, "not really coping", NOW)
    assert (move.moment == "cleared") == (step in ("ending", "harm", "signs", "hurting"))


@pytest.mark.parametrize(
    ("said", "found"), [("yes", Finding("self_harm", 2)), ("sometimes", Finding("self_harm", 2)), ("no", None)]
)
def test_hurting_these_days(said: str, found: Finding | None) -> None:
    assert FIRST["self_harm", 1].asks == "hurting"
    assert answer_to(asked("self_harm", 1, "hurting"), "hurting", said) == found


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


def begin(state: CareState, said: str) -> Step:
    """One turn of somebody whose state is known."""
    engine = Engine((("other", ScriptedSkill(Reply(OTHER, "other", 0.5))),), safety())
    before = Conversation("c").knowing(state)
    return engine.step(before, said, NOW)


@pytest.mark.parametrize("said", ["no, my husband hits me", "not sure, my dad beats me"])
def test_abuse_told_in_the_answer_wins(said: str) -> None:
    step = begin(replace(asked("psychosis", 1, "steady"), country="gb"), said)
    assert (care(step).kind, care(step).level) == ("abuse", 2)


def test_the_words_for_feeling_unsafe_bring_the_line() -> None:
    step = begin(replace(asked("psychosis", 1, "steady"), country="gb"), "no")
    assert "Please go where you feel safer" in step.reply.text
    assert "116 123" in step.reply.text


@pytest.mark.parametrize("kind", ["psychosis", "eating_disorder"])
@pytest.mark.parametrize("said", ["I don't feel safe", "not safe", "no"])
def test_not_safe_is_a_rise_in_every_kind(kind: str, said: str) -> None:
    assert answer_to(asked(kind, 2, "safe"), "safe", said) == Finding(kind, 3)


# voices, and whoever feels hunted


@pytest.mark.parametrize(
    "said",
    [
        "the voices never tell me to hurt anyone", "loud voices make me jump", "the radio makes me jump every morning",
        "I swear to god these exams make me want to die", "god wants me to forgive him",
        "my voice makes me want to hide", "the voices tell me not to hurt anyone",
    ],
)  # fmt: skip
def test_what_is_no_command(said: str) -> None:
    found = read(said).finding
    assert found is None or (found.kind, found.level) != ("psychosis", 3)


def test_a_command_of_long_ago_is_asked_about() -> None:
    assert read("years ago the voices told me to hurt people").finding == Finding("psychosis", 1)


@pytest.mark.parametrize(
    ("said", "moment"),
    [
        ("the police are coming", "police"), ("someone is coming for me", "stay"), ("someone is here", "stay"),
        ("help is coming", "stay"), ("I called my sister", "help"), ("I told my doctor", "help"),
        ("the ambulance is here", "help"), ("my mother is on her way", "help"), ("they called my mother", "stay"),
    ],
)  # fmt: skip
def test_help_for_somebody_who_may_feel_hunted(said: str, moment: str) -> None:
    assert advance(asked("psychosis", 2, ""), CALM, said, NOW).moment == moment


@pytest.mark.parametrize(
    ("kind", "level", "step", "said", "key"),
    [
        ("psychosis", 2, "", "the police are coming", "police:psychosis"),
        ("psychosis", 3, "", "I called my sister", "help:psychosis"),
        ("psychosis", 3, "near", "yes", "near_yes:psychosis"),
        ("psychosis", 2, "near", "no one", "near_no:psychosis"),
        ("suicide", 2, "near", "yes", "near_yes"),
        ("medical", 2, "", "good night", "leaves:medical"),
        ("medical", 3, "", "good night", "leaves:medical"),
        ("violence", 3, "", "bye", "leaves:violence"),
        ("violence_baby", 2, "", "bye", "leaves:violence_baby"),
        ("violence_baby", 2, "near", "yes", "near_yes:violence_baby"),
        ("abuse", 2, "", "bye", "leaves:abuse"),
        ("suicide", 2, "", "bye", "leaves"),
        ("suicide", 3, "", "bye", "leaves:3"),
        ("suicide", 3, "", "I won't call anyone", "refuses:3"),
        ("medical", 3, "", "I won't call anyone", "refuses:medical"),
        ("medical", 3, "safe", "not yet", "unsure:medical"),
        ("eating_disorder", 3, "safe", "not yet", "unsure:eating_disorder:3"),
        ("eating_disorder", 3, "safe", "yes", "safe:eating_disorder:3"),
        ("eating_disorder", 2, "safe", "yes", "safe"),
    ],
)
def test_words_by_moment_kind_and_level(kind: str, level: int, step: str, said: str, key: str) -> None:
    reply = begin(replace(asked(kind, level, step), country="gb"), said).reply.text
    assert reply == MOMENTS[key].text.replace("{emergency}", "999")


# urgent words by kind


@pytest.mark.parametrize("kind", ["psychosis", "eating_disorder", "self_harm", "violence_baby"])
def test_urgent_danger_goes_on_in_words_of_its_kind(kind: str) -> None:
    assert STAY_NOW[kind] != STAY_NOW["suicide"]
    for told, way in enumerate(STAY_NOW[kind]):
        step = begin(replace(asked(kind, 3, ""), country="gb", told=told), "we had soup")
        assert step.reply.text == way.text.replace("{emergency}", "999")
        assert care(step).step == way.asks


@pytest.mark.parametrize("kind", ["method_request", "self_harm", "suicide", "medical", "eating_disorder"])
def test_something_taken_is_heard_in_every_such_kind(kind: str) -> None:
    step = begin(replace(asked(kind, 3, ""), country="gb"), "I took all my pills")
    assert "even if you feel fine" in step.reply.text


def test_food_is_nothing_taken() -> None:
    step = begin(replace(asked("eating_disorder", 3, "safe"), country="gb"), "no, I ate it all again")
    assert "even if you feel fine" not in step.reply.text


# dreaded thoughts about a baby

DREADED = "I keep having thoughts of hurting my baby"


def test_dreaded_thoughts_are_no_anger() -> None:
    steps = hold(DREADED, "my mother is coming", *["it hurts"] * 3)
    assert care(steps[0]).kind == "violence_baby"
    assert steps[0].reply.text.startswith("Frightening thoughts that nobody wants")
    assert steps[1].reply.text.startswith("It's good that you reached someone")
    assert [step.reply.text for step in steps[2:]] == [
        way.text.replace("{emergency}", "999") for way in STAY["violence_baby"]
    ]
    assert not any("anger" in step.reply.text or "weapon" in step.reply.text for step in steps)
    assert {step.trace.verdict.kind for step in steps if step.trace.verdict} == {"violence"}


def test_not_safe_with_the_baby_means_hand_it_to_somebody_and_call() -> None:
    step = begin(replace(asked("violence_baby", 2, "safe"), country="gb"), "no")
    assert care(step).level == 3
    assert step.reply.text.startswith(HANDED.text.split(" {lines}")[0].replace("{emergency}", "999"))


def test_anger_at_somebody_else_is_met_as_such() -> None:
    step = begin(replace(asked("violence_baby", 2, ""), country="gb"), "I'm going to kill my husband")
    assert care(step).kind == "violence"


def test_a_line_in_anger_is_for_talking_it_over() -> None:
    text = texts("I'm going to kill my boss")[0]
    assert "To talk it over with somebody, you can reach Samaritans" in text


@pytest.mark.parametrize("kind", ["third_party", "third_party_abuse", "violence", "violence_baby"])
def test_back_after_danger_to_others_everyone_is_asked_about(kind: str) -> None:
    step = begin(replace(asked(kind, 2, ""), at=NOW - timedelta(hours=20)), "hello")
    assert step.reply.text.endswith("Is everyone safe right now?")
    again = advance(care(step), CALM, "not sure", NOW)
    assert (again.moment, again.state.safe) == ("unsure", False)

"""What must be said now and then: after a week away, in long talks, beside daily use."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.dialog import Reply
from bot.engine import Engine
from bot.frontends.console import HELLO
from bot.law import duties, regions_of
from bot.registry import Encoder
from bot.step import Step
from bot.testing import FakeClock, ScriptedSkill
from skills import reply_gate
from skills.disclosure import BREAK, PEOPLE, UNSUITABLE, Disclosed
from skills.encoder import shared_text_encoder
from skills.intent import intent
from skills.persona import persona
from skills.safety import safety
from tests.skills.talking import NEW

DAY, MINUTES = 86_400.0, 60.0
OTHER = "What was that like?"


class Talk:
    """A conversation at a clock that is set forward before each message."""

    def __init__(self, *regions: str, encoder: Encoder | None = None) -> None:
        told = persona(encoder, regions=regions)
        skills = (("intent", intent()), ("persona", told), ("other", ScriptedSkill(Reply(OTHER, "other", 0.5))))
        self.engine, self.clock = Engine(skills, safety(encoder), encoder), FakeClock()
        self.conversation = NEW

    def say(self, text: str, after: float = MINUTES) -> str:
        self.clock.tick(after)
        step: Step = self.engine.step(self.conversation, text, self.clock())
        self.conversation = step.conversation
        return step.reply.text

    def long(self, hours: float, text: str = "my boss shouted at me again") -> list[str]:
        return [self.say(text, 10 * MINUTES) for _ in range(int(hours * 6))]


def test_the_first_reply_is_the_reply_and_nothing_else() -> None:
    assert Talk().say("my boss shouted at me") == OTHER  # the doors have said it by then


@pytest.mark.parametrize(("days", "said"), [(6.9, False), (7, True), (30, True)])
def test_after_seven_days_away_it_says_what_it_is_and_then_answers(days: float, said: bool) -> None:
    talk = Talk()
    talk.say("my boss shouted at me")
    assert talk.say("it happened again", days * DAY) == (f"{HELLO} {OTHER}" if said else OTHER)
    assert talk.say("and then I left") == OTHER


def test_every_three_hours_of_talk() -> None:
    texts = Talk().long(7)
    assert [place for place, text in enumerate(texts) if HELLO in text] == [18, 36]
    assert {text for text in texts if HELLO not in text} == {OTHER}


def test_time_away_is_no_talk() -> None:
    talk = Talk()
    assert not any(HELLO in talk.say("my boss shouted at me", 3_600) for _ in range(12))


def test_asked_it_answers_first_and_the_talk_goes_on() -> None:
    talk = Talk(encoder=shared_text_encoder())
    talk.long(2.9)
    assert talk.say("are you real?").startswith(HELLO)
    assert not any(HELLO in text for text in talk.long(2.9))  # counted anew from there
    assert talk.conversation.state.get(Disclosed) != Disclosed()


@pytest.mark.parametrize("danger", ["I want to die", "I'm going to kill myself tonight"])
def test_danger_is_never_interrupted(danger: str) -> None:
    talk = Talk()
    talk.long(2.9)
    assert not any(HELLO in talk.say(text, 10 * MINUTES) for text in (danger, "it hurts", "it hurts so much"))


def test_the_direct_question_is_not_interrupted_and_the_notice_comes_after_it() -> None:
    talk = Talk()
    talk.long(3)
    assert HELLO not in talk.say("I wish I was dead", 10 * MINUTES)
    assert "take you at your word" in talk.say("no")
    assert talk.say("my boss shouted at me") == f"{HELLO} {OTHER}"


def test_a_minor_is_reminded_of_a_break_every_three_hours() -> None:
    talk = Talk()
    talk.say("I'm 15 and my teacher is unfair")
    texts = talk.long(6.5)
    assert [place for place, text in enumerate(texts) if BREAK in text] == [17, 35]
    adult = Talk()
    assert not any(BREAK in text for text in adult.long(6.5))


def test_a_minor_back_after_a_week_needs_no_break() -> None:
    talk = Talk()
    talk.say("I'm 15 and my teacher is unfair")
    assert talk.say("my teacher is unfair", 8 * DAY) == f"{HELLO} {OTHER}"


def test_after_daily_use_it_points_to_people_once_a_week_and_only_beside_light_words() -> None:
    talk = Talk()
    for _ in range(4):
        assert PEOPLE not in talk.say("hello", DAY)
    assert PEOPLE not in talk.say("my mother died last night", DAY)
    assert talk.say("hello") == f"{PEOPLE} {OTHER}"
    assert not any(PEOPLE in talk.say("hello", DAY) for _ in range(6))
    assert PEOPLE in talk.say("hello", DAY)


def test_after_long_use_it_points_to_people() -> None:
    talk = Talk()
    talk.long(3.2)
    assert talk.say("thank you") == f"{PEOPLE} {OTHER}"


def test_a_goodbye_is_accepted_at_once() -> None:
    talk = Talk()
    talk.long(3)
    assert talk.say("bye", 10 * MINUTES) == OTHER
    for _ in range(6):
        assert talk.say("goodbye", DAY) == OTHER


def test_only_times_are_kept() -> None:
    talk = Talk()
    talk.long(3.5)
    known = talk.conversation.state.get(Disclosed)
    assert known == Disclosed(at=talk.clock() - timedelta(minutes=20))
    assert isinstance(known.at, datetime)


def test_a_day_and_a_night_of_talk_in_new_york() -> None:
    talk, (words,) = Talk("new-york"), duties(regions_of(["new-york"])).words
    texts = talk.long(24)
    assert [place for place, text in enumerate(texts) if f"{HELLO} {words}" in text] == list(range(18, 144, 18))
    assert {text for text in texts if words not in text} == {OTHER}


def test_where_a_law_asks_for_it_each_day_begins_with_it() -> None:
    talk = Talk("washington")
    talk.say("my boss shouted at me")
    assert talk.say("it happened again", 2 * 3_600) == OTHER  # another talk of the same day
    assert talk.say("and again", DAY) == f"{HELLO} {OTHER}"
    assert talk.say("and then I left") == OTHER
    assert talk.say("I went back", 3_600) == OTHER


def test_a_minor_hears_it_as_often_as_the_strictest_law_asks() -> None:
    talk = Talk("washington", "california")
    talk.say("I'm 15 and my brother broke my bike")
    texts = talk.long(3)
    told = f"{HELLO} {UNSUITABLE} {BREAK} {OTHER}"
    assert [place for place, text in enumerate(texts) if text == told] == [5, 11, 17]
    grown_up = Talk("washington", "california")
    assert not any(UNSUITABLE in text or BREAK in text for text in grown_up.long(7))


@pytest.mark.parametrize("text", [HELLO, BREAK, PEOPLE, UNSUITABLE, f"{HELLO} {BREAK}"])
def test_what_is_announced_passes_the_gate_and_asks_nothing(text: str) -> None:
    assert reply_gate.refuse(text) is None
    assert "?" not in text

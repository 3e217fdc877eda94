"""What the guard says to what is told in danger: who is near, a wound, a refusal, a child."""

from __future__ import annotations

import pytest

from tests.skills.guarded import care, hear, last


def test_who_is_near_is_answered() -> None:
    assert "It's good that someone is near." in last("I want to die", "yes, my brother")
    assert "come over" in hear("I want to die", "no, I live alone")[-1].reply.text
    assert "stay on the line" in last("I'm going to kill myself tonight", "yes")
    assert "tell them now" in last("I'm going to kill myself tonight", "no")


@pytest.mark.parametrize("said", ["my neighbour came over", "I'm at my sister's", "my best friend is sitting with me"])
def test_company_is_heard_and_not_asked_for_again(said: str) -> None:
    steps = hear("I want to die", said, "we had soup", "it rained", "the garden is nice")
    assert steps[1].reply.text.startswith("It's good that someone is near.")
    assert not any("Who could you call" in step.reply.text for step in steps)
    assert care(steps[-1]).company
    assert not care(hear("I want to die", said, "they went home, i'm alone again")[-1]).company
    assert "tell them now" in hear("I'm going to kill myself tonight", said)[-1].reply.text


@pytest.mark.parametrize("said", ["my life is over", "she's not here", "nobody is with me", "the pain is still here"])
def test_what_is_no_company(said: str) -> None:
    assert not care(hear("I want to die", said)[-1]).company


def test_a_husband_on_his_way_is_no_help() -> None:
    helped = "It's good that somebody has been reached"
    assert helped not in hear("my husband hits me", "my husband is coming")[-1].reply.text
    assert helped in hear("my husband hits me", "I called the police, they are on their way")[-1].reply.text


def test_when_it_is_not_safe_to_write_nothing_more_is_asked() -> None:
    text = last("my husband hits me", "no", country="au")
    assert text.startswith("Please stop here.")
    assert "000" in text
    assert "?" not in text


def test_a_wound_that_needs_care() -> None:
    assert "have it looked at now" in last("I cut myself again", "yes")
    assert "What led to it?" in last("I cut myself again", "no")


def test_refusal_and_fear_of_police() -> None:
    assert "it's your choice" in hear("I want to die", "I don't want to call a hotline")[-1].reply.text
    assert "Practice differs" in hear("I want to die", "they would lock me up")[-1].reply.text


def test_something_taken_means_call_even_if_well() -> None:
    text = last("I took a whole bottle of pills", country="us")
    assert text.startswith("Please call 911 now, even if you feel fine.")


def test_choking_means_medical_care() -> None:
    text = last("my boyfriend choked me last night", country="au")
    assert "urgent medical care" in text
    assert "1800 737 732" in text


def test_thoughts_about_a_baby_get_words_of_their_own() -> None:
    text = last("I keep having thoughts of hurting my baby")
    assert "midwife or doctor today" in text
    assert "you are not the only one" in text


def test_a_child_who_is_hurt() -> None:
    text = last("I'm 14 and my stepdad hits me", country="gb")
    assert "you did nothing wrong" in text
    assert "0800 1111" in text

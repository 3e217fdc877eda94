"""What the guard says to what is told in danger: who is near, a wound, a refusal, a child."""

from __future__ import annotations

import pytest

from tests.skills.guarded import care, hold, last


def test_who_is_near_is_answered() -> None:
    assert "It's good that someone is near." in last("I want to die", "yes, my brother")
    assert "come over" in last("I want to die", "no, I live alone")
    assert "put the phone on speaker" in last("I'm going to kill myself tonight", "yes")
    assert "tell them now" in last("I'm going to kill myself tonight", "no")


@pytest.mark.parametrize(
    "said",
    [
        "she's here, we're having tea", "my neighbour came over", "my mom is with me", "I'm at my sister's",
        "my best friend is sitting with me", "he came round", "my flatmate just got home",
    ],
)  # fmt: skip
def test_company_is_heard_and_not_asked_for_again(said: str) -> None:
    steps = hold("I want to die", said, "yes", "we had soup", "it rained", "the garden is nice")
    assert steps[1].reply.text.startswith("If it's someone you feel safe with")
    assert not any("Who could you call" in step.reply.text for step in steps)
    assert [step.trace.verdict.level if step.trace.verdict else 0 for step in steps] == [2, 2, 2, 2, 1, 0]
    alone = hold("I want to die", said, "she left", *["it hurts"] * 3)
    assert any("Who could you call" in step.reply.text for step in alone)
    assert "tell them now" in last("I'm going to kill myself tonight", said)


@pytest.mark.parametrize("said", ["my life is over", "she's not here", "nobody is with me", "the pain is still here"])
def test_what_is_no_company(said: str) -> None:
    assert not care(hold("I want to die", said)[-1]).company


def test_a_husband_on_his_way_is_no_help() -> None:
    assert "It's good that you reached someone" not in last("my husband hits me", "my husband is coming")
    assert "It's good that you reached someone" in last(
        "my husband hits me", "I called the police, the police are on their way"
    )


def test_when_it_is_not_safe_to_write_nothing_more_is_asked() -> None:
    text = last("my husband hits me", "no", country="au")
    assert text.startswith("Then please stop here.")
    assert "000" in text
    assert "?" not in text


def test_a_wound_that_needs_care() -> None:
    assert "have it looked at now" in last("I cut myself again", "yes")
    assert "What led to it?" in last("I cut myself again", "no")


def test_refusal_and_fear_of_police() -> None:
    assert "it's your choice" in last("I want to die", "I don't want to call a hotline")
    assert "Practice differs" in last("I want to die", "they would lock me up")


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

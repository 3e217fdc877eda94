"""Whoever hurts them is near or reads along: words are few."""

from __future__ import annotations

import pytest

from skills.care.moments import MOMENTS
from skills.care.patient import HUSHED
from tests.skills.care.starts import BEATEN, DANGER, hold
from tests.skills.guarded import care, hear


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
    assert [step.reply.text for step in steps[2:]] == [say.text for say in HUSHED[:2]]


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
    assert "send /forget, confirm, delete the chat" in step.reply.text


def test_a_number_is_still_given_when_asked_for() -> None:
    assert "0808 2000 247" in hear(BEATEN, "he's in the next room", "what's the number again?")[-1].reply.text


def test_somebody_in_the_next_room_is_no_danger_to_who_wants_to_die() -> None:
    assert not care(hold(DANGER, "he's in the next room")[-1]).unsafe_to_talk

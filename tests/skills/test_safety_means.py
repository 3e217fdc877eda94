"""What is heard only over several turns: a thought in two pieces, a plan, means at hand."""

from __future__ import annotations

import pytest

from bot.dialog import Verdict
from bot.step import NOT_KEPT
from tests.skills.guarded import hear, hold, last, verdicts


def test_a_thought_split_over_two_messages() -> None:
    assert verdicts("honestly I just want to", "die")[1] == (2, "suicide", True)
    assert verdicts("I want to", "kill myself")[1] == (2, "suicide", True)
    assert verdicts("I want to.", "eat something") == [None, None]


def test_a_plan_hidden_in_small_talk() -> None:
    said = (
        "I've been giving away my things this week",
        "it rained all day",
        "I said my goodbyes to everyone yesterday",
    )
    assert verdicts(*said) == [None, None, (2, "suicide", True)]


def test_means_beside_passive_words_raise_to_level_three() -> None:
    assert verdicts("I don't want to be here anymore", "I have my pills here")[1] == (3, "suicide", True)
    assert verdicts("I have a headache", "I have my pills here") == [None, None]


def test_means_are_remembered_when_the_words_are_not_kept() -> None:
    steps = hold("I want to die", "I bought a rope")
    assert steps[0].conversation.turns[0].text == NOT_KEPT
    assert steps[1].trace.verdict is not None
    assert steps[1].trace.verdict.level == 3


def test_only_the_last_six_turns_are_read() -> None:
    small = ["we had soup", "it rained", "I fed the cat"]
    assert verdicts("I gave away my things", *small, "I said my goodbyes to everyone")[-1] is None


@pytest.mark.parametrize(
    "said",
    [
        "I've got her old tablets in the bathroom", "the rope is in the garage", "the knife's in the drawer",
        "there's a gun in the house",
        "my dad's razors are upstairs", "I still have some pills", "her tablets are right here",
    ],
)  # fmt: skip
def test_means_at_hand_are_level_three(said: str) -> None:
    (_, step) = hold("I want to die", said)
    assert step.trace.verdict == Verdict(3, "suicide", stopped=True, referred=True)
    assert "move away from anything you could use" in step.reply.text
    assert verdicts("I had soup", said) == [None, None]


@pytest.mark.parametrize(
    "said",
    [
        "I've got rid of the pills",
        "there are no pills in the house",
        "the gun is locked away",
        "my knife skills",
    ],
)
def test_means_that_are_not_at_hand(said: str) -> None:
    found = verdicts("I want to die", said)[1]
    assert found is not None
    assert found[0] == 2


def test_means_named_twice_are_not_answered_with_the_same_words() -> None:
    steps = hold("I want to die", "I've got her old tablets in the bathroom", "the rope is in the garage")
    assert steps[1].reply.text != steps[2].reply.text
    away = hear("I want to die", "the rope is in the garage", "I gave it to my neighbour")
    assert "Are you safe right now?" in away[-1].reply.text
    assert "even if you feel fine" in last("I want to die", "the rope is in the garage", "I took all my pills")

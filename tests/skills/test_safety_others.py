"""Somebody else is in danger, and the one who writes worries about them."""

from __future__ import annotations

import pytest

from bot.dialog import Verdict
from tests.skills.guarded import BEATEN, SISTER, care, hold, last, verdicts


def test_somebody_else_who_is_hurt_at_home() -> None:
    steps = hold(BEATEN, "he strangled her last week", "he put his hands round her throat", country="gb")
    assert [step.trace.verdict for step in steps] == [
        Verdict(level, "third_party", stopped=True, third_party=True, referred=True) for level in (2, 3, 3)
    ]
    first, choked, again = (step.reply.text for step in steps)
    assert "They can reach the National Domestic Abuse Helpline" in first
    assert "the next step is theirs to choose; a child needs a safe adult" in first
    assert "urgent medical care now" in choked
    assert "999" in choked
    assert again != choked


@pytest.mark.parametrize("before", [[BEATEN], [BEATEN, "he strangled her last week"], [SISTER]])
def test_the_writer_s_own_violence_is_heard_while_somebody_else_is_in_danger(before: list[str]) -> None:
    steps = hold(*before, "I want to go round there and hurt him", "no", country="gb")
    heard = steps[-2].trace.verdict
    assert heard is not None
    assert (heard.kind, heard.stopped) == ("violence", True)
    assert heard.level >= 2
    assert "keep your distance from that person, and from any weapon" in steps[-2].reply.text
    assert "Who could you go to now?" in steps[-1].reply.text
    assert care(steps[-1]).kind.startswith("third_party")  # the one they worry about is not forgotten


def test_who_was_asked_is_not_asked_about_again() -> None:
    steps = hold(SISTER, "I asked her and she said yes", *["it is a long night"] * 9)
    assert steps[1].reply.text.startswith("Asking them was hard")
    assert not any("been able to ask them" in step.reply.text for step in steps)
    assert "hard question to say aloud" in last(SISTER, "I don't know", "no")
    assert "Asking them was hard" in last(SISTER, "I don't know", "yes")


@pytest.mark.parametrize("said", ["he has a rope in his room", "she has a plan", "the pills are in her drawer"])
def test_a_plan_or_means_of_the_other_is_level_three(said: str) -> None:
    assert verdicts(SISTER, said)[1] == (3, "third_party", True)


@pytest.mark.parametrize("said", ["she has a plan to see a doctor", "he has no plan", "she has a dog"])
def test_what_is_no_plan_of_the_other(said: str) -> None:
    assert verdicts(SISTER, said)[1] == (2, "third_party", True)


def test_somebody_who_sits_with_the_one_in_danger_is_safety_unless_they_are_the_danger() -> None:
    assert care(hold(SISTER, "mum is with him now")[-1]).safe
    assert not care(hold(BEATEN, "her boyfriend is with her now")[-1]).safe


def test_yes_after_the_advice_to_ask_is_no_wish_of_the_writer() -> None:
    assert verdicts(SISTER, "yes, I think so")[1] == (2, "third_party", True)


@pytest.mark.parametrize(
    "said",
    [
        "she made me promise not to tell anyone", "I promised her I wouldn't tell", "I swore not to tell",
        "she begged me not to say anything", "she told me in confidence", "she doesn't want anyone to know",
        "I don't want to betray her trust", "he swore me to secrecy",
    ],
)  # fmt: skip
def test_secrecy_is_answered(said: str) -> None:
    assert "please don't keep it secret" in last(SISTER, said)
    assert "without naming them" in last(BEATEN, said)


@pytest.mark.parametrize(
    "said",
    [
        "she's out", "she's safe", "she got out last night", "she's going to stay at her mum's", "she left him",
        "she's with her family now", "he's at his parents' house", "she is here with me", "she's in a refuge",
        "she is staying with us", "she moved out yesterday", "she's at mine now",
    ],
)  # fmt: skip
def test_the_other_is_safe_and_it_steps_down(said: str) -> None:
    for start in (BEATEN, SISTER):
        steps = hold(start, said, "it was a long day", "we had soup", "the garden is nice")
        assert [step.trace.verdict.level if step.trace.verdict else 0 for step in steps] == [2, 2, 2, 1, 0]
        assert "How are you holding up yourself?" in steps[1].reply.text
        assert "How are you doing now?" in steps[3].reply.text
        assert not any("safe right now" in step.reply.text for step in steps[2:])


@pytest.mark.parametrize(
    "said",
    [
        "she isn't safe", "I don't think she's safe there", "she won't go out", "she's with him now",
        "she's out of her mind with fear", "she went back to him", "I wish she was safe", "she never got out",
    ],
)  # fmt: skip
def test_what_only_sounds_safe(said: str) -> None:
    assert not care(hold(BEATEN, said)[-1]).safe

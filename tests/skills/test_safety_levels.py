"""How danger stays, rises and steps down, and what is kept of it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.parts import decode, encode
from skills.care.state import CareState
from tests.skills.care.starts import asked, begin
from tests.skills.guarded import care, hold, verdicts

SAID = st.sampled_from(
    [
        *("I want to die", "I wish I was dead", "tonight", "yes", "no", "I'm safe now", "we had soup", "it hurts"),
        *("I'm in Canada", "who can I call?"),
    ]
)


def test_level_two_stops_every_other_skill_and_stays() -> None:
    steps = hold("I want to kill myself", "my sister called today", "we talked about the garden")
    assert all(step.trace.verdict and step.trace.verdict.stopped for step in steps)
    assert not any(step.trace.proposals for step in steps)
    assert len({step.reply.text for step in steps}) == 3


def test_it_steps_down_only_after_safe_and_two_calmer_turns() -> None:
    said = ("I want to die", "I'm safe now", "my sister came", "we made tea", "the garden is nice")
    assert [found and found[0] for found in verdicts(*said)] == [2, 2, 2, 1, None]
    never_safe = ("I want to die", "my sister came", "we made tea", "the garden is nice", "it rained", "I ate")
    assert [found and found[0] for found in verdicts(*never_safe)] == [2] * 6


def test_new_danger_undoes_the_calm() -> None:
    said = ("I want to die", "I'm safe now", "my sister came", "I want to die", "we made tea", "the garden is nice")
    assert [found and found[0] for found in verdicts(*said)] == [2] * 6


def test_level_three_goes_down_one_level_at_a_time() -> None:
    said = ("I'm going to kill myself tonight", "I won't do it, I'm safe now", "yes", "my sister came", "we made tea")
    assert [found and found[0] for found in verdicts(*said, "I ate")] == [3, 3, 3, 3, 2, 2]


def test_at_level_three_safety_that_nobody_asked_about_is_asked_about() -> None:
    steps = hold("I'm going to kill myself tonight", "im ok now dont worry", "we had soup", "it rained")
    assert steps[1].reply.text.endswith("Are you safe right now?")
    assert [care(step).level for step in steps] == [3] * 4


def test_what_is_taken_back_is_asked_about_and_no_all_clear() -> None:
    steps = hold("I want to die", "it was just lyrics", "so, my exam", "it was just lyrics")
    assert steps[1].reply.text.endswith("Are you thinking about ending your life?")
    assert "116 123" in hold("I want to die", "it was just lyrics", "so, my exam", country="gb")[-1].reply.text
    assert [care(step).level for step in steps] == [2] * 4


@pytest.mark.parametrize("said", ["I'm not safe", "I don't feel safe", "no I'm not safe right now"])
def test_not_safe_is_never_read_as_safe(said: str) -> None:
    step = hold("I want to die", said)[-1]
    assert not care(step).safe
    assert care(step).level == 3
    assert care(begin(asked("suicide", 2, "safe"), "no")).level == 3


def test_the_state_holds_no_words_and_survives_the_store() -> None:
    state = care(hold("I want to kill myself, says the secret word marmalade", country="de")[-1])
    name, version, data = encode(state)
    assert (name, version) == ("care", 1)
    assert "marmalade" not in data
    assert decode(name, version, data) == state


@settings(max_examples=60)
@given(st.lists(SAID, min_size=1, max_size=12))
def test_the_level_never_falls_by_more_than_one_and_never_unasked(said: list[str]) -> None:
    states = [step.conversation.state.get(CareState) for step in hold(*said)]
    levels = [state.level if state else 0 for state in states]
    for number, (before, after) in enumerate(pairwise(levels), start=1):
        assert after >= before - 1
        if before >= 2 > after:
            assert {"I'm safe now", "yes"} & set(said[: number + 1])

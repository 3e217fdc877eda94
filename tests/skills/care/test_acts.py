"""An act told in plain words while danger lasts: one's own, that of somebody else, and that "a friend" was oneself."""

from __future__ import annotations

import pytest

from skills.care.answers import answer_to
from skills.care.findings import Finding
from tests.skills.care.starts import DANGER, asked, hold, texts
from tests.skills.guarded import BEATEN, SISTER, care, verdicts

TONIGHT = "I want to kill myself tonight, I have the pills"
USUAL = [
    "I took my usual medication", "I'm on my usual medication", "I took my meds this morning",
    "I took my evening pills",
    "I took the pills back to the pharmacy", "I never took the pills", "years ago I took pills",
    "I took painkillers for my back",
]  # fmt: skip


@pytest.mark.parametrize("start", [DANGER, TONIGHT, "I cut myself again", "how many pills would it take to die"])
@pytest.mark.parametrize(
    "said",
    [
        "I took the pills but I'm okay now", "I took some pills", "I swallowed all of the tablets",
        "I've just taken a lot of painkillers, I'm fine now", "I took all my meds",
        "i downed the whole bottle of pills",
    ],
)  # fmt: skip
def test_something_swallowed_is_never_thanked_for_as_safe(start: str, said: str) -> None:
    steps = hold(start, said)
    assert (care(steps[1]).level, care(steps[1]).safe) == (3, False)
    assert steps[1].reply.text.startswith("Please call 999 now, even if you feel fine.")


@pytest.mark.parametrize("said", USUAL)
def test_what_is_taken_every_day_or_was_taken_back_is_no_act(said: str) -> None:
    assert care(hold(DANGER, said)[-1]).level == 2
    assert verdicts(said) == [None]


@pytest.mark.parametrize(
    "said",
    [
        "she took the pills", "she already did", "she just did it", "he swallowed a whole bottle of tablets",
        "she took them", "he's done it", "she overdosed", "he cut himself",
    ],
)  # fmt: skip
@pytest.mark.parametrize("start", [SISTER, "my friend wants to kill herself"])
def test_the_act_of_somebody_else_is_level_three(start: str, said: str) -> None:
    assert verdicts(start, said)[1] == (3, "third_party", True)
    assert texts(start, said)[1].startswith("Please call 999 now and tell them what is happening.")


@pytest.mark.parametrize(
    "said",
    [
        "she took her usual meds", "she took the pills back to the pharmacy", "she did it once, years ago",
        "she took her dog out", "did she take her pills?", "she took her medication and is asleep",
    ],
)  # fmt: skip
def test_what_is_no_act_of_theirs(said: str) -> None:
    assert verdicts(SISTER, said)[1] == (2, "third_party", True)


def test_they_already_did_says_that_somebody_called_where_that_was_asked() -> None:
    assert answer_to(asked("third_party", 2, "called"), "called", "they already did") is None
    assert answer_to(asked("third_party", 2, ""), "", "they already did") == Finding("third_party", 3)


@pytest.mark.parametrize(
    "said",
    ["no its me", "actually it's me", "I am the friend", "ok, it was me", "I was talking about myself",
    "my friend is me",
     "there is no friend"],
)  # fmt: skip
def test_a_friend_who_was_the_speaker_is_answered_as_one(said: str) -> None:
    assert verdicts("my friend wants to die", said)[1] == (2, "suicide", True)
    assert texts("my friend wants to die", said)[1].startswith("Thank you for telling me. I'm a computer program")
    assert verdicts(BEATEN, said)[1] == (2, "abuse", True)
    assert answer_to(asked("third_party", 3, ""), "", said) == Finding("suicide", 3)


@pytest.mark.parametrize("said", ["it's my fault", "no it's my sister", "she asked me", "it's me who found her note"])
def test_what_does_not_turn_it_to_the_speaker(said: str) -> None:
    assert verdicts("my friend wants to die", said)[1] == (2, "third_party", True)


@pytest.mark.parametrize(
    "said",
    ["im on the bridge by the river", "nothing. im going to jump if they dont pick up", "I'm standing on the roof",
     "he left me. I'm sitting by the tracks", "im going to jump off the bridge", "no!! i took 2 of them"],
)  # fmt: skip
def test_where_somebody_stands_in_danger_is_an_act_near(said: str) -> None:
    assert care(hold("I want to kill myself", said)[-1]).level == 3


@pytest.mark.parametrize("said", ["the police are here. im off the bridge", "we live by the railway", "the roof leaks"])
def test_being_off_it_or_living_near_is_none(said: str) -> None:
    assert care(hold("I want to kill myself", said)[-1]).level == 2


@pytest.mark.parametrize("said", ["jk lol", "lol jk", "jk forget it"])
def test_a_joke_in_short_is_asked_about(said: str) -> None:
    step = hold("I want to kill myself", said)[-1]
    assert step.reply.text.endswith("Are you thinking about ending your life?")
    assert care(step).level == 2

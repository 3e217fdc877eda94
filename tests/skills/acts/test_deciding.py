"""Not knowing what to do, and what one could do."""

from __future__ import annotations

import pytest

from skills.intent import acts

AT_A_LOSS = [
    "I have to see him again tomorrow and I don't know what to do",
    "idk what to do anymore",
    "dont know what to say to her",
    "I really don't know how I'm supposed to tell them",
    "not sure how to say it",
    "I'm torn between two jobs",
    "I can't decide, it's driving me mad",
    "no clue where to start",
]
OWN_IDEA = [
    "maybe. i could write him an email?",
    "I was thinking of asking my sister for help",
    "maybe I should talk to her first",
    "I guess I could try the gym again",
    "what if I just call him on Sunday",
    "I think I should tell my mom",
    "I don't know what to do, maybe I could apologize",
]
NEITHER = [
    "she doesn't know what to do",
    "I didn't know what to do so I left",
    "I wish I could call her",
    "if I could talk to him once more",
    "I could cry",
    "I could have said something",
    "I could barely talk",
    "he could write me an email",
    "what if I fail",
    "I don't know",
    "I was thinking about nothing at all",
    "I know what to do",
    "my dog died and I don't know how to cope",
]
HARMFUL = ["maybe I should start drinking again", "I've been thinking about hurting him", "I might try to end it"]


@pytest.mark.parametrize("line", AT_A_LOSS)
def test_at_a_loss(line: str) -> None:
    assert {"at_a_loss", "own_idea"} & acts(line).names == {"at_a_loss"}


@pytest.mark.parametrize("line", OWN_IDEA)
def test_an_idea_of_ones_own(line: str) -> None:
    assert {"at_a_loss", "own_idea"} & acts(line).names == {"own_idea"}


@pytest.mark.parametrize("line", NEITHER)
def test_neither(line: str) -> None:
    assert acts(line).names.isdisjoint({"at_a_loss", "own_idea"})


@pytest.mark.parametrize("line", HARMFUL)
def test_harm_is_no_idea_to_be_curious_about(line: str) -> None:
    assert "own_idea" not in acts(line)


def test_asking_for_advice_or_answering_it_says_more() -> None:
    assert "at_a_loss" not in acts("I don't know what to do, what would you do?")
    taken = acts("yes, I could try that", "You could write it down first.", "Providing Suggestions")
    assert "accepts_advice" in taken
    assert "own_idea" not in taken

"""Help, company and distance that are told of, and what only sounds so; fear of the police, and a refusal to call."""

from __future__ import annotations

import pytest

from skills.care.advance import advance
from tests.skills.care.starts import CALM, asked
from tests.skills.guarded import NOW


def moment(said: str, kind: str = "suicide") -> str:
    return advance(asked(kind, 2, ""), CALM, said, NOW).moment


@pytest.mark.parametrize(
    "said",
    [
        "I told my husband and he laughed", "I told my boss I quit", "I called my mom but she hung up",
        "I called my mom. She didn't pick up", "I called my sister and nobody answered", "I called my brother an idiot",
        "my birthday is coming", "my time is coming", "they are not coming", "they are always here for the money",
    ],
)  # fmt: skip
def test_what_is_no_help(said: str) -> None:
    assert moment(said) != "help"


@pytest.mark.parametrize(
    "said",
    [
        "yes im calling now", "they're on the way", "yes I called", "I'm calling them right now", "I told my sister",
        "I told my therapist everything", "I called my mom and she is coming", "my mother is coming", "I called 999",
    ],
)  # fmt: skip
def test_help_that_is_on_its_way_is_heard(said: str) -> None:
    assert moment(said) == "help"


@pytest.mark.parametrize("kind", ["abuse", "violence", "psychosis"])
def test_they_who_come_may_be_the_danger(kind: str) -> None:
    assert moment("they're on the way", kind) == "stay"


@pytest.mark.parametrize(
    "said",
    [
        "I'm at my mom's grave", "im next to my husband's body", "im with my family in my dreams",
        "I'm at my brother's funeral", "I'm alone with my thoughts", "im going to be with him soon",
        "I'm with my late wife in my head",
    ],
)  # fmt: skip
def test_the_dead_are_no_company_and_no_safety(said: str) -> None:
    move = advance(asked("suicide", 2, "near"), CALM, said, NOW)
    assert not move.state.company
    assert not move.state.safe


@pytest.mark.parametrize(("said", "told"), [("I'm at my sister's", "company"), ("I'm with my family", "safe")])
def test_the_living_are(said: str, told: str) -> None:
    assert moment(said) == told


@pytest.mark.parametrize(
    "said",
    ["I gave my dog to my sister", "I gave my guitar to my brother", "I gave the cat to my neighbour",
     "I've given my things to my friends", "I put my dog up for adoption"],
)  # fmt: skip
def test_giving_away_what_is_dear_is_not_thanked_for(said: str) -> None:
    assert moment(said) != "away"


@pytest.mark.parametrize(
    "said",
    ["I gave it to my neighbour", "I gave the pills to my sister", "I handed my keys over", "I threw them out",
     "i gave all my old tablets to my friend", "I got rid of the rope and put it out"],
)  # fmt: skip
def test_distance_from_means_is(said: str) -> None:
    assert moment(said) == "away"


@pytest.mark.parametrize(
    "said",
    [
        "the police came and told me my son is dead", "my son committed to the army and never came back",
        "my brother was arrested last night", "she was so committed to her job", "he was locked up for years",
    ],
)  # fmt: skip
def test_news_of_the_police_is_no_fear_of_them(said: str) -> None:
    assert moment(said) != "police"


@pytest.mark.parametrize(
    "said",
    [
        "they would lock me up", "I'm scared the police will come", "they'll send the cops", "I'd get committed",
        "I don't want the police here", "they'd section me", "I don't want to be locked up", "will they arrest me",
    ],
)  # fmt: skip
def test_fear_of_the_police_is_heard(said: str) -> None:
    assert moment(said) == "police"


@pytest.mark.parametrize(
    "said",
    ["he never did call me back", "the hospital never called", "my mother won't call my father", "she can't phone"],
)
def test_what_somebody_else_does_not_do_is_no_refusal(said: str) -> None:
    assert moment(said) != "refuses"


@pytest.mark.parametrize(
    "said",
    ["I don't want to call a hotline", "I won't call anyone", "can't call", "please don't make me call", "no hotlines",
     "I'd rather not talk to a stranger", "I hate it there and won't go to the hospital"],
)  # fmt: skip
def test_a_refusal_is_heard(said: str) -> None:
    assert moment(said) == "refuses"

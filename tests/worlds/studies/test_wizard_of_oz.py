"""A user and a wizard: who comes, whose turn it is, which drafts are shown, and what is kept of them."""

from __future__ import annotations

import msgspec
import pytest

from bot.errors import StudyError
from worlds.assist.suggestions import Draft, Suggestions
from worlds.studies.meeting import Left
from worlds.studies.wizard_of_oz import Event, Finished, Joined, Oz, Prompted, Said, advance

ANN, BEN = "ann", "ben"
FOUND = Suggestions(
    (Draft("What happened there?", "Question", 0.8), Draft("That must hurt a lot.", "Reflection of feelings", 0.6)),
    emotion="sad",
)
BEGUN = advance(Oz(least=4, most=6), BEN, Joined())
MET = advance(BEGUN, ANN, Joined("s1"))
HEARD = advance(MET, ANN, Said("1", "My dog died."))
PROMPTED = advance(HEARD, BEN, Prompted(1, FOUND))


def answered(text: str, oz: Oz = PROMPTED) -> Oz:
    return advance(oz, BEN, Said(f"w{len(oz.said)}", text))


def test_one_of_each_meets_and_the_user_begins() -> None:
    assert BEGUN.waits
    assert (MET.role(ANN), MET.role(BEN), MET.turn, MET.situation) == ("user", "wizard", "user", "s1")
    assert advance(MET, ANN, Joined("s2")) == MET
    with pytest.raises(StudyError, match="a wizard in this talk already"):
        advance(BEGUN, "cai", Joined())
    with pytest.raises(StudyError, match="the other's turn"):
        answered("Hello.", MET)
    with pytest.raises(StudyError, match="the other's turn"):
        advance(BEGUN, BEN, Said("x", "Is anybody there?"))


def test_the_drafts_that_come_first_are_shown_and_late_ones_are_not() -> None:
    other = Suggestions((Draft("Oh.", "Others", 0.5),))
    assert PROMPTED.prompt == FOUND
    assert advance(PROMPTED, BEN, Prompted(1, other)).prompt == FOUND
    assert advance(HEARD, BEN, Prompted(3, other)).prompt is None
    assert advance(MET, BEN, Prompted(0, other)).prompt is None  # it is the user's turn
    assert answered("I see.").prompt is None


@pytest.mark.parametrize(
    ("text", "action", "place", "distance"),
    [
        ("That must hurt a lot.", "sent", 1, 0.0),
        ("That must hurt so very much.", "edited", 1, 0.5),
        ("What happened there", "edited", 0, 0.333),
        ("I once had a cat with three legs.", "own", None, None),
    ],
)
def test_what_became_of_the_drafts_is_kept(text: str, action: str, place: int | None, distance: float | None) -> None:
    became = answered(text).said[-1].taken
    assert became is not None
    assert (became.action, became.taken, became.distance) == (action, place, distance)
    assert became.strategies == ("Question", "Reflection of feelings")
    assert (became.said, became.reply, became.emotion) == ("My dog died.", text, "sad")
    assert became.drafts == ("What happened there?", "That must hurt a lot.")


def test_where_no_draft_was_shown_that_is_kept_and_of_danger_no_words() -> None:
    without = answered("I see.", HEARD).said[-1].taken
    assert without is not None
    assert without.action == "none"
    danger = answered("I am here.", advance(HEARD, BEN, Prompted(1, Suggestions((), level=1)))).said[-1].taken
    assert danger is not None
    assert (danger.level, danger.said, danger.reply) == (1, "", "")
    assert PROMPTED.said[0].taken is None  # of a user's message there is nothing to keep


def test_it_ends_when_it_is_long_enough_or_full() -> None:
    oz = answered("Tell me more.")
    with pytest.raises(StudyError, match="at least 4 messages"):
        advance(oz, ANN, Finished())
    oz = answered("And now?", advance(oz, ANN, Said("3", "He was old.")))
    assert advance(oz, ANN, Finished()).over
    oz = answered("I see.", advance(oz, ANN, Said("5", "I miss him.")))
    assert oz.finished
    assert oz.done(ANN)


def test_a_message_that_comes_twice_is_one() -> None:
    assert advance(HEARD, ANN, Said("1", "My dog died.")) == HEARD


@pytest.mark.parametrize("event", [Said("9", "Hello?"), Finished(), Prompted(1, FOUND), Left()])
def test_after_the_end_nothing_changes(event: Event) -> None:
    left = advance(HEARD, ANN, Left(reports=True))
    assert (left.left, left.reported) == (ANN, BEN)
    assert advance(left, BEN, event) == left


def test_it_is_kept_as_json() -> None:
    oz = answered("That must hurt a lot.")
    assert msgspec.json.decode(msgspec.json.encode(oz), type=Oz) == oz
    assert msgspec.json.decode(msgspec.json.encode(PROMPTED), type=Oz) == PROMPTED

"""A seeker and a supporter: whose turn it is, strategies and stars, when the talk ends, and what comes twice."""

from __future__ import annotations

import pytest

from bot.errors import StudyError
from worlds.studies.meeting import Left
from worlds.studies.support import (
    Answered,
    Event,
    Finished,
    Form,
    Joined,
    Rated,
    Said,
    SeekerSurvey,
    Support,
    SupporterSurvey,
    advance,
)

ANN, BEN = "ann", "ben"
FORM = Form("job crisis", "anxiety", 4, "They closed the shop.", "Current Experience")
BEGUN = advance(Support(least=4, most=8), ANN, Joined(FORM))
MET = advance(BEGUN, BEN, Joined())
SURVEY = SeekerSurvey(2, 4, 5, ("You listened.", ""))


def say(support: Support, name: str, *, more: bool = False) -> Support:
    strategy = "Question" if support.role(name) == "supporter" else ""
    return advance(support, name, Said(f"{name}-{len(support.said)}", "so it is", strategy, more=more))


def talked(support: Support = MET) -> Support:
    for name in (ANN, BEN, ANN, BEN):
        support = say(support, name)
    return support


def finished() -> Support:
    return advance(talked(), BEN, Finished())


def test_who_fills_in_the_form_is_the_seeker_and_begins_whoever_came_first() -> None:
    assert BEGUN.waits
    later = advance(advance(Support(least=4, most=8), BEN, Joined()), ANN, Joined(FORM))
    for support in (MET, later):
        assert (support.role(ANN), support.role(BEN), support.turn) == ("seeker", "supporter", "seeker")
        assert support.form == FORM
    with pytest.raises(StudyError, match="a seeker in this talk already"):
        advance(BEGUN, "cai", Joined(FORM))
    with pytest.raises(StudyError, match="between two others"):
        advance(MET, "cai", Finished())


def test_a_supporter_chooses_a_strategy_before_each_message() -> None:
    heard = say(MET, ANN)
    with pytest.raises(StudyError, match="choose a strategy first, one of Question, "):
        advance(heard, BEN, Said("x", "What happened?"))
    with pytest.raises(StudyError, match="choose a strategy"):
        advance(heard, BEN, Said("x", "What happened?", "Hypnosis"))
    asked = advance(heard, BEN, Said("x", "What happened?", "Question"))
    assert [one.strategy for one in asked.said] == ["", "Question"]
    assert advance(MET, ANN, Said("y", "It closed.", "Question")).said[0].strategy == ""  # seekers have none


def test_several_messages_may_stand_before_the_others_turn() -> None:
    support = say(say(MET, ANN, more=True), ANN)
    assert (len(support.said), support.turn) == (2, "supporter")
    with pytest.raises(StudyError, match="the other's turn"):
        say(support, ANN)
    with pytest.raises(StudyError, match="the other's turn"):
        say(BEGUN, ANN)  # nobody has come yet


def test_every_two_new_messages_of_the_supporter_are_rated_once() -> None:
    support = talked()
    assert support.unrated
    with pytest.raises(StudyError, match="how helpful"):
        say(support, ANN)
    with pytest.raises(StudyError, match="nothing to rate"):
        advance(support, BEN, Rated(2, 5))
    rated = advance(support, ANN, Rated(2, 5))
    assert [(one.after, one.at, one.points) for one in rated.stars] == [(2, 4, 5)]
    assert advance(rated, ANN, Rated(2, 1)) == rated  # the form came twice
    once = say(say(rated, ANN), BEN)
    assert not once.unrated
    with pytest.raises(StudyError, match="nothing to rate"):
        advance(once, ANN, Rated(3, 5))


def test_both_surveys_end_it_and_each_is_one_persons() -> None:
    with pytest.raises(StudyError, match="at least 4"):
        advance(MET, ANN, Finished())
    with pytest.raises(StudyError, match="not over yet"):
        advance(talked(), ANN, Answered(SURVEY))
    support = finished()
    with pytest.raises(StudyError, match="not the supporter's"):
        advance(support, BEN, Answered(SURVEY))
    with pytest.raises(StudyError, match="were not sent"):
        advance(support, ANN, Said("late", "One more thing."))
    one = advance(support, ANN, Answered(SURVEY))
    assert (one.done(ANN), one.done(BEN), one.over) == (True, False, False)
    both = advance(one, BEN, Answered(SupporterSurvey(4)))
    assert (both.over, both.seeker, both.supporter) == (True, SURVEY, SupporterSurvey(4))


def test_who_goes_early_ends_it_and_who_goes_after_the_talk_does_not() -> None:
    left = advance(talked(), BEN, Left(reports=True))
    assert (left.over, left.left, left.reported) == (True, BEN, ANN)
    assert advance(left, ANN, Said("late", "still there?")) == left
    support = finished()
    assert advance(support, BEN, Left()) == support
    assert not support.over


def test_a_talk_that_is_full_is_finished() -> None:
    support = advance(talked(), ANN, Rated(2, 3))
    for name in (ANN, BEN, ANN, BEN):
        support = say(support, name)
    assert support.finished
    assert not support.unrated


@pytest.mark.parametrize("event", [Said("ann-0", "so it is"), Finished(), Joined(FORM), Answered(SURVEY)])
def test_what_comes_twice_changes_nothing(event: Event) -> None:
    support = advance(finished(), ANN, Answered(SURVEY))
    assert advance(support, ANN, event) == support

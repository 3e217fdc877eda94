"""A participant's way: what is waited for, what comes twice, going back, and stopping at any point."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import StudyError
from worlds.studies.progress import Agreed, Back, Began, Event, Judged, Progress, Skipped, Stopped, Surveyed, advance

ITEMS = ("a", "b", "c")
YES = Agreed(agrees=True, adult=True, version="2", items=ITEMS)


def after(*events: Event) -> Progress:
    state = Progress(participant="p")
    for event in events:
        state = advance(state, event)
    return state


def test_the_whole_way() -> None:
    judged = after(YES, Began(), Judged("a"), Judged("b"), Judged("c"))
    assert (judged.phase, judged.consented) == ("survey", "2")
    assert advance(judged, Surveyed(attentive=True)).outcome == "completed"
    assert advance(judged, Surveyed(attentive=False)).outcome == "failed_attention"


@pytest.mark.parametrize(("agrees", "adult", "outcome"), [(False, True, "no_consent"), (True, False, "under_age")])
def test_who_does_not_agree_or_is_no_adult_is_shown_nothing(agrees: bool, adult: bool, outcome: str) -> None:
    state = after(Agreed(agrees=agrees, adult=adult, version="2", items=ITEMS))
    assert (state.phase, state.outcome, state.items) == ("done", outcome, ())


def test_what_comes_twice_changes_nothing() -> None:
    once = after(YES, Began(), Judged("a"))
    assert advance(once, Judged("a")) == once
    assert advance(once, Began()) == once
    assert advance(once, YES) == once


def test_back_and_again() -> None:
    state = after(YES, Began(), Judged("a"), Skipped("b"), Back())
    assert (state.item, state.skipped) == ("b", ("b",))
    assert advance(state, Judged("b")).skipped == ()
    assert after(YES, Began(), Back()).item == "a"
    last = advance(after(YES, Began(), Judged("a"), Judged("b"), Judged("c")), Back())
    assert (last.phase, last.item) == ("task", "c")


def test_somebody_elses_item_is_refused() -> None:
    with pytest.raises(StudyError, match="not among those"):
        after(YES, Began(), Judged("z"))


@pytest.mark.parametrize("event", [Began(), Judged("a"), Surveyed(attentive=True), Back()])
def test_nothing_comes_before_the_consent(event: Event) -> None:
    with pytest.raises(StudyError, match="a participant in consent cannot take"):
        after(event)


EVENTS = st.one_of(
    st.just(YES), st.just(Began()), st.sampled_from(ITEMS).map(Judged), st.sampled_from(ITEMS).map(Skipped),
    st.just(Back()), st.booleans().map(Surveyed), st.just(Stopped()),
)  # fmt: skip


@settings(max_examples=200)
@given(st.lists(EVENTS, max_size=25))
def test_whatever_comes_the_place_is_among_the_items_and_an_end_is_the_end(events: list[Event]) -> None:
    state = Progress(participant="p")
    for event in events:
        try:
            moved = advance(state, event)
        except StudyError:
            continue
        assert state.phase != "done" or moved == state
        state = moved
        assert (state.outcome is not None) == (state.phase == "done")
        assert state.phase != "task" or state.item in ITEMS
    assert advance(state, Stopped()).phase == "done"

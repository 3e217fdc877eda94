"""Two people who talk twice: whose turn it is, when a talk ends, and what comes twice or from somebody else."""

from __future__ import annotations

import pytest

from bot.errors import StudyError
from worlds.studies.meeting import Left
from worlds.studies.room import Event, Finished, Joined, Room, Said, Told, advance

ANN, BEN = "ann", "ben"
OPENED = Room(least=4, most=8, seats=(ANN,), told=(Told("proud", "I mended the gate."),))
MET = advance(OPENED, BEN, Joined(Told("sad", "The dog is old.")))


def said(room: Room, *names: str) -> Room:
    for name in names:
        room = advance(room, name, Said(f"{name}-{sum(map(len, room.talks))}", f"{name} says so"))
    return room


def test_who_opened_the_room_is_speaker_first_and_then_listener() -> None:
    assert OPENED.waits
    assert not MET.waits
    assert MET.seats == (ANN, BEN)
    assert MET.turn == 0
    second = advance(said(MET, ANN, BEN, ANN, BEN), BEN, Finished(0))
    assert (second.talk, second.turn) == (1, 1)  # now it is Ben's situation
    assert [one.seat for one in second.talks[0]] == [0, 1, 0, 1]


def test_utterances_alternate() -> None:
    with pytest.raises(StudyError, match="the other's turn"):
        said(MET, BEN)
    with pytest.raises(StudyError, match="the other's turn"):
        said(MET, ANN, ANN)
    with pytest.raises(StudyError, match="the other's turn"):
        said(OPENED, ANN)  # nobody has come yet


def test_a_talk_ends_by_itself_when_it_is_full_and_by_hand_when_it_is_long_enough() -> None:
    full = said(MET, *(ANN, BEN) * 4)
    assert (full.talk, full.over) == (1, False)
    with pytest.raises(StudyError, match="at least 4"):
        advance(said(MET, ANN, BEN, ANN), BEN, Finished(0))
    with pytest.raises(StudyError, match="at least 4"):
        advance(MET, ANN, Finished(1))  # a talk that has not begun
    over = advance(said(full, BEN, ANN, BEN, ANN), ANN, Finished(1))
    assert over.over


@pytest.mark.parametrize("event", [Said("ann-0", "ann says so"), Finished(0), Joined(Told("sad", "Again."))])
def test_what_comes_twice_changes_nothing(event: Event) -> None:
    room = advance(said(MET, ANN, BEN, ANN, BEN), ANN, Finished(0))
    assert advance(room, ANN, event) == room


def test_nothing_changes_after_the_end() -> None:
    left = advance(said(MET, ANN), BEN, Left())
    assert (left.over, left.left, left.reported) == (True, BEN, "")
    assert advance(left, ANN, Said("late", "still there?")) == left
    assert advance(left, ANN, Left(reports=True)) == left


def test_who_is_reported_is_the_other() -> None:
    assert advance(MET, ANN, Left(reports=True)).reported == BEN
    assert advance(OPENED, ANN, Left(reports=True)).reported == ""


def test_nobody_else_comes_in() -> None:
    with pytest.raises(StudyError, match="two in this talk"):
        advance(MET, "cai", Joined(Told("sad", "I too.")))
    with pytest.raises(StudyError, match="between two others"):
        advance(MET, "cai", Said("x", "hello"))
    gone = advance(OPENED, ANN, Left())
    with pytest.raises(StudyError, match="two in this talk"):
        advance(gone, BEN, Joined(Told("sad", "Too late.")))

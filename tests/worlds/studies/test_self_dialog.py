"""Both sides of a talk by one person: whose turn it is, what is taken back, when it may end, and what comes twice."""

from __future__ import annotations

import msgspec
import pytest

from bot.errors import StudyError
from worlds.studies.meeting import Left
from worlds.studies.self_dialog import Begun, Event, Finished, Joined, Said, Undone, Writing, advance

ANN = "ann"
BEGUN = advance(advance(Writing(least=4, most=6), ANN, Joined()), ANN, Begun("s1", 4))


def write(writing: Writing, *texts: str, about: str = "s1") -> Writing:
    for text in texts:
        writing = advance(writing, ANN, Said(about, text, text))
    return writing


FOUR = write(BEGUN, "a", "b", "c", "d")


def test_the_person_begins_and_the_listener_answers() -> None:
    assert BEGUN.dialogs[-1].of_person
    assert not write(BEGUN, "a").dialogs[-1].of_person
    assert FOUR.said_by(ANN) == [(True, "a"), (False, "b"), (True, "c"), (False, "d")]


def test_nobody_is_waited_for_and_who_comes_again_sits_there() -> None:
    assert not BEGUN.waits
    assert advance(BEGUN, ANN, Joined()) == BEGUN
    with pytest.raises(StudyError, match="between two others"):
        advance(BEGUN, "ben", Said("s1", "x", "x"))


def test_the_last_turn_is_taken_back_once_and_offered_again() -> None:
    back = advance(FOUR, ANN, Undone("s1", "d"))
    assert [turn.text for turn in back.dialogs[-1].said] == ["a", "b", "c"]
    assert back.dialogs[-1].undone == "d"
    assert advance(back, ANN, Undone("s1", "d")) == back  # the same form twice takes back one
    assert advance(BEGUN, ANN, Undone("s1", "")) == BEGUN
    assert write(back, "D").dialogs[-1].undone == ""


def test_a_turn_that_comes_twice_is_one() -> None:
    assert write(FOUR, "c") == FOUR


def test_a_dialog_ends_when_it_is_long_enough_and_the_next_begins() -> None:
    with pytest.raises(StudyError, match="this dialog has at least 4 turns"):
        advance(write(BEGUN, "a", "b", "c"), ANN, Finished("s1"))
    done = advance(FOUR, ANN, Finished("s1"))
    assert done.dialogs[0].finished
    assert advance(done, ANN, Finished("s1")) == done
    assert advance(done, ANN, Undone("s1", "d")) == done
    with pytest.raises(StudyError, match="at most 6 turns"):
        write(done, "e")
    following = write(advance(done, ANN, Begun("s2", 2)), "x", about="s2")
    assert [len(one.said) for one in following.dialogs] == [4, 1]
    assert advance(following, ANN, Begun("s1", 4)) == following
    with pytest.raises(StudyError, match="that dialog is over"):
        write(following, "late")


def test_it_has_no_more_turns_than_it_may() -> None:
    with pytest.raises(StudyError, match="at most 6 turns"):
        write(FOUR, "e", "f", "g")


def test_nothing_is_written_before_a_situation_is_laid_out() -> None:
    with pytest.raises(StudyError, match="that dialog is over"):
        write(advance(Writing(least=4, most=6), ANN, Joined()), "a")


@pytest.mark.parametrize("event", [Said("s1", "x", "x"), Undone("s1", "d"), Finished("s1"), Begun("s2", 4)])
def test_after_the_end_nothing_changes(event: Event) -> None:
    left = advance(FOUR, ANN, Left(answer="Please call."))
    assert (left.left, left.answer, left.reported) == (ANN, "Please call.", "")
    assert left.over
    assert advance(left, ANN, event) == left


def test_it_is_kept_as_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(FOUR), type=Writing) == FOUR

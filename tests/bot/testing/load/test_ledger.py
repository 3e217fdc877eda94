from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.step import NOT_KEPT
from bot.testing.load.ledger import Kept, Ledger, kept, marks, percentile, sentences


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_there_are_enough_different_sentences() -> None:
    assert len(set(sentences())) == len(sentences()) > 150
    assert all(marks(line) == [] for line in sentences())


def test_every_message_has_a_mark_of_its_own() -> None:
    ledger = Ledger()
    said = [ledger.say(person) for person in (1, 12, 1, 12)]
    assert [marks(text) for text in said] == [[(1, 0)], [(12, 0)], [(1, 1)], [(12, 1)]]
    assert len({text.partition(" [")[0] for text in said}) == 4


def test_replies_are_timed_by_their_marks() -> None:
    clock = Clock()
    ledger = Ledger(echoes=True, clock=clock)
    first, second = ledger.say(1), ledger.say(1)
    clock.now = 2.0
    ledger.hear(1, second)
    clock.now = 3.0
    ledger.hear(1, f"{first} and so on")
    assert ledger.seconds == {(1, 1): 2.0, (1, 0): 3.0}
    assert (ledger.waiting(), ledger.crossed, ledger.doubled, ledger.besides) == (0, 0, 0, 0)


def test_one_reply_may_answer_two_messages() -> None:
    ledger = Ledger(echoes=True)
    ledger.hear(1, f"{ledger.say(1)}\n{ledger.say(1)}")
    assert (len(ledger.seconds), ledger.waiting()) == (2, 0)


def test_what_is_lost_crossed_or_doubled_is_seen() -> None:
    ledger = Ledger(echoes=True)
    mine, theirs, lost = ledger.say(1), ledger.say(2), ledger.say(3)
    for text in (mine, mine, theirs):
        ledger.hear(1, text)
    assert marks(lost) == [(3, 0)]
    assert (ledger.waiting(), ledger.crossed, ledger.doubled) == (2, 1, 1)


def test_without_marks_the_oldest_message_is_answered() -> None:
    ledger = Ledger()
    ledger.say(1)
    ledger.say(1)
    for _ in range(3):
        ledger.hear(1, "I see.")
    assert (sorted(ledger.seconds), ledger.besides) == ([(1, 0), (1, 1)], 1)


def test_replies_without_marks_are_told_apart_by_the_turns() -> None:
    clock = Clock()
    ledger = Ledger(clock=clock)
    first, second, third, other = ledger.say(1), ledger.say(1), ledger.say(1), ledger.say(2)
    for clock.now in (1.0, 4.0):
        ledger.hear(1, "I see.")
    assert ledger.waiting() == 2
    ledger.match([(1, f"{first}\n{second}"), (1, third), (2, other)])
    assert ledger.seconds == {(1, 0): 1.0, (1, 1): 1.0, (1, 2): 4.0}
    assert ledger.waiting() == 1


def test_a_reply_that_stands_in_another_conversation_only_is_crossed() -> None:
    ledger = Ledger()
    for person, text in ((1, "mine"), (1, "theirs"), (2, "ours"), (1, "ours"), (2, "nobody's")):
        ledger.hear(person, text)
    ledger.cross([(1, "mine"), (2, "theirs"), (1, "ours"), (2, "ours")])
    assert ledger.crossed == 1


def test_what_an_echo_does_not_name_answers_nothing() -> None:
    ledger = Ledger(echoes=True)
    ledger.say(1)
    ledger.hear(1, "That is more than I can take in.")
    assert (ledger.waiting(), ledger.besides) == (1, 1)


def test_the_store_is_held_against_what_was_said() -> None:
    said = [(1, 0), (1, 1), (2, 0), (2, 1)]
    turns = [(1, "a [1.0]\nb [1.1]"), (1, "b [1.1]"), (2, "c [2.0]"), (1, "c [2.0]")]
    assert kept(said, turns) == Kept(turns=4, lost=1, crossed=1, doubled=2)
    assert kept(said, [*turns, (1, NOT_KEPT)]) == Kept(turns=5, lost=0, crossed=1, doubled=2, wordless=1)


@given(st.lists(st.floats(0, 100), min_size=1, max_size=30), st.sampled_from([0.5, 0.95, 0.99, 1.0]))
def test_a_percentile_is_the_smallest_value_that_so_many_do_not_exceed(values: list[float], share: float) -> None:
    found = percentile(values, share)
    assert sum(value <= found for value in values) >= share * len(values)
    assert sum(value < found for value in values) < share * len(values)


@pytest.mark.parametrize("share", [0.5, 0.99])
def test_no_values_have_no_percentile(share: float) -> None:
    assert math.isnan(percentile([], share))

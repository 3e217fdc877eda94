"""What a pending turn says of itself: who answers, how grave it is, whether a writer has a say."""

from __future__ import annotations

import random

import pytest

from bot.dialog import Conversation, Reply, Turn, TurnView, Verdict
from bot.step import ORDINARY, STOPS, Pending, Trace, unwritten, writable
from bot.testing.scripted import NOON

ANSWER = Reply("Please call someone.", "guard", 0.0)


def pending(
    verdict: Verdict | None = None, answer: Reply | None = None, *, text: str = "hi", score: float = 0.5
) -> Pending:
    talk = Conversation("t:1::me").add(Turn("user", text, NOON))
    proposals = (Reply("What happened?", "asks", score),)
    return Pending(TurnView(talk, None, NOON, random.Random(0)), Trace(verdict, proposals), answer)


@pytest.mark.parametrize(
    ("verdict", "answer", "stopped", "level"),
    [
        (None, None, False, 0),
        (Verdict(1, "suicide", stopped=False), None, False, 1),
        (Verdict(1, "suicide", stopped=False), ANSWER, False, 1),
        (Verdict(1, "suicide", stopped=True), ANSWER, True, STOPS),
        (Verdict(3, "suicide", stopped=True), ANSWER, True, 3),
        (None, ANSWER, True, STOPS),  # the guard failed: what it would have said is unknown
    ],
)
def test_how_grave_a_turn_is(verdict: Verdict | None, answer: Reply | None, stopped: bool, level: int) -> None:
    turn = pending(verdict, answer)
    assert (turn.settled, turn.stopped, turn.level) == (answer is not None, stopped, level)


def test_a_writer_has_a_say_where_nothing_is_settled_or_asked_for() -> None:
    assert writable(pending(score=ORDINARY))
    assert not writable(pending(score=ORDINARY + 0.1))
    assert not writable(pending(answer=ANSWER))
    assert not writable(pending(text=""))


def test_a_writer_left_out_is_missed_and_one_that_failed_is_dropped() -> None:
    late, failed = unwritten(pending()), unwritten(pending(), dropped="ValueError")
    assert (late.trace.missed, late.trace.dropped) == ((("writer", "hurried"),), ())
    assert (failed.trace.missed, failed.trace.dropped) == ((), (("writer", "ValueError"),))
    assert late.trace.proposals == failed.trace.proposals == pending().trace.proposals

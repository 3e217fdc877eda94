"""How far a channel is dealt with."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.frontends.discord.seen import Line

STEPS = st.lists(st.tuples(st.sampled_from(["join", "leave", "advance"]), st.integers(1, 9)))


@given(STEPS)
def test_nothing_is_seen_while_an_older_message_waits(steps: list[tuple[str, int]]) -> None:
    line, waiting, done = Line(), set[int](), {0}
    for step, message in steps:
        before = line.seen
        if step == "join" and message not in waiting:
            line.join(message)
            waiting.add(message)
        elif step == "leave" and message in waiting:
            line.leave(message)
            waiting.remove(message)
            done.add(message)
        elif step == "advance":
            assert line.advance() == (line.seen > before)
            assert line.seen == max([before, *(one for one in done if one < min(waiting, default=10))])


def test_who_was_overtaken_takes_the_others_along() -> None:
    line = Line()
    for message in (1, 2, 3):
        line.join(message)
    line.leave(3)
    assert not line.advance()
    line.leave(1)
    assert line.advance()
    assert line.seen == 1
    line.leave(2)
    assert line.advance()
    assert line.seen == 3


def test_a_message_that_never_waited_is_not_seen() -> None:
    line = Line()
    line.leave(5)
    assert not line.advance()

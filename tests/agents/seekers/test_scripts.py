"""Seekers' sides of written talks: what the file holds, and how a side is played."""

from __future__ import annotations

import json

import pytest

from agents.seekers.scripts import TALKS, Line, Part, ordered, scripts
from bot.errors import ConfigError


def test_every_talk_can_be_played_and_none_says_a_line_twice() -> None:
    talks = scripts()
    assert len(talks) == len({talk.id for talk in talks}) == 240
    for talk in talks:
        assert len(talk.lines) >= 4, talk.id
        assert len({line.text for line in talk.lines}) == len(talk.lines), talk.id
        assert all(line.text == line.text.strip() != "" for line in talk.lines), talk.id


def test_the_file_holds_no_supporters_line() -> None:
    """Only what is played is here: a row's keys say so."""
    rows = [json.loads(row) for row in TALKS.read_text(encoding="utf8").splitlines()]
    assert {key for row in rows for key in row} == {"id", "problem", "emotion", "person", "course", "lines"}
    assert {key for row in rows for line in row["lines"] for key in line} == {"text", "answers"}


def test_a_bare_answer_is_left_out_where_nothing_was_asked() -> None:
    def said(*, asked: bool) -> list[str]:
        part = Part([Line("I lost it all."), Line("eleven", answers=True), Line("And then he laughed.")])
        first = part.next()
        part.asked = asked
        return [first, part.next()]

    assert said(asked=True) == ["I lost it all.", "eleven"]
    assert said(asked=False) == ["I lost it all.", "And then he laughed."]


def test_the_last_line_is_said_in_any_case() -> None:
    part = Part([Line("no", answers=True)], asked=False)
    assert part.next() == "no"
    assert part.over


def test_the_seed_orders_the_talks_and_one_can_be_named() -> None:
    talks = scripts()
    order = [talk.id for talk in ordered(talks, 1)]
    assert order == [talk.id for talk in ordered(talks, 1)] != [talk.id for talk in ordered(talks, 2)]
    named = [talk.id for talk in ordered(talks, 1, "work-07")]
    assert named[0] == "work-07"
    assert sorted(named) == sorted(order)
    with pytest.raises(ConfigError, match=r"--seeker-talk work-99: there is no such talk; talks\.jsonl has "):
        ordered(talks, 1, "work-99")

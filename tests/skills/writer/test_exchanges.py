"""What the shelf's lines were written for, where these are words of our own."""

from __future__ import annotations

from bot.dialog import Reply
from skills import openings
from skills.writer.brief import Switches, brief
from skills.writer.exchanges import said_before
from tests.skills.writer.test_brief import view


def test_a_line_is_known_with_the_last_message_that_it_was_written_for() -> None:
    known = said_before()
    opening = next(one for one in openings.read() if len(one.context) > 2 and one.lines)
    assert known[opening.lines[0].text]
    assert len(known) > 10_000
    texts = {text for one in openings.read() for supporter, text in one.context if not supporter}
    assert set(known.values()) <= texts


def test_nothing_is_known_of_what_was_written_for_a_corpus_or_for_a_kind() -> None:
    own = {line.text for one in openings.read() if one.context for line in one.lines}
    others = {line.text for one in openings.read() if not one.context for line in one.lines} - own
    assert len(others) > 10_000
    assert others.isdisjoint(said_before())


def test_exchanges_stand_before_bare_replies() -> None:
    text, said = next(iter(said_before().items()))
    proposals = (Reply("Since when?", "retrieve", 0.9, "Question"), Reply(text, "retrieve", 0.2, "Question"))
    found = brief(view(proposals=proposals), Switches()).demonstrations
    assert [(one.said, one.reply) for one in found] == [(said, text), ("", "Since when?")]

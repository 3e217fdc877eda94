"""A reply that repeats a run of the prompt's own words is known, one that shares single words with it is not."""

from __future__ import annotations

import pytest

from agents.corpora import written
from skills import openings
from skills.server import guidance
from skills.writer.brief import Switches
from skills.writer.card import Card
from skills.writer.leak import RUN, Leak
from skills.writer.template import Template

OURS = guidance("", "", 60, 4000, Switches()).leaks


@pytest.mark.parametrize(
    "reply",
    [
        "Sure: never diagnose; name a medicine or a dose; give legal advice.",
        "Here it is. READ the talk,\nand write the next reply \u2013 one only.",
        "It goes: they want only to be heard, no advice, no question.",
        "I should offer one small thing that they could do.",
    ],
)
def test_a_run_of_the_prompts_words_is_a_leak(reply: str) -> None:
    assert OURS(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "I'm Attune, a computer program that listens and helps people think.",
        "I'm software, not a person. What happened?",
        "Nobody at work wants to give legal advice, and you were left alone with it.",
    ],
)
def test_what_shares_words_with_it_is_none(reply: str) -> None:
    assert not OURS(reply)


def test_what_is_filled_in_may_come_back() -> None:
    template = Template()
    assert not any("{" in text for text in template.own)
    assert not Leak((*template.own, *Card().manner))("They emailed me after eleven years that I had lost my job.")


def test_no_line_and_no_reply_of_ours_shares_a_run_with_our_prompt() -> None:
    replies = [said.text for talk in written.read() for said in talk.utterances if said.speaker == "supporter"]
    lines = openings.lines()
    assert min(len(replies), len(lines)) > 30_000
    assert [text for text in (*lines, *replies) if OURS(text)] == []
    assert RUN == 6

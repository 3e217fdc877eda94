"""Bots with simulated seekers: every talk ends, nobody says a thing twice, and where no danger is the guard is silent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import pytest

from agents.seekers.cards import cards, find
from agents.verdicts.self_chat import Seeker, Talk, play, seekers
from bot.build import build
from bot.config import read
from bot.dialog import Conversation
from bot.engine import Engine, Step

HANDFUL = ("half-the-plates", "resit", "tax-box", "unmarried-at-forty", "first-prize")
MOST = 30
"""Messages of a seeker; no card has so many."""


class Watched:
    """An engine, and in which talks its guard heard anything, by the highest level."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.heard = engine, dict[str, int]()

    def steps(self, pairs: Sequence[tuple[Conversation, str]], now: datetime) -> list[Step]:
        found = self.engine.steps(pairs, now)
        for step in found:
            if verdict := step.trace.verdict:
                talk = step.conversation.id
                self.heard[talk] = max(verdict.level, self.heard.get(talk, 0))
        return found


def check(talks: Sequence[Talk], among: Sequence[Seeker]) -> None:
    assert [talk.seeker for talk in talks] == [one.name for one in among]
    for talk in talks:
        said = [each.text for each in talk.said if each.speaker == "person"]
        card = find(talk.seeker)
        assert said[-1] in {card.better, card.no_better}, talk.seeker
        assert [text for text, count in Counter(said).items() if count > 1] == [], talk.seeker
        assert len(said) < MOST, talk.seeker


def test_a_handful_talks_with_the_small_bot_to_the_end() -> None:
    among = [Seeker(name, card=find(name), seed=7) for name in HANDFUL]
    watched = Watched(build(read("small")))
    talks = play("small", watched, among)
    check(talks, among)
    assert watched.heard == {}

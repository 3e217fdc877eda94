"""Bots with simulated seekers: talks end, nobody says a thing twice, and where no danger is the guard is silent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

import pytest

from agents.evaluation.replay import START
from agents.seekers.cards import cards, find
from agents.verdicts.self_chat import Seeker, Talk, play
from bot.build import build
from bot.config import read
from bot.dialog import Conversation, Turn
from bot.engine import Engine
from bot.step import STOPS, Step

HANDFUL = ("half-the-plates", "resit", "tax-box", "unmarried-at-forty", "first-prize")
FALSE_ALARMS = {"dry-november", "grey-wallpaper", "gym-mirror", "phone-contract", "site-language"}
"""Cards in which the default bot's guard hears danger that asks for its own answer, though there is none: its mistakes,

which may become fewer. The cards were not worded anew for it.
"""
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


@pytest.mark.slow
def test_the_default_guard_stops_nobody_but_those_it_is_known_to_be_wrong_about() -> None:
    """All 60: each fact after those before it and a reply between, so that no bot's replies decide."""
    engine, stopped = build(read("default")), set[str]()
    for card in cards():
        talk, pairs = Conversation(f"card:{card.id}::seeker"), list[tuple[Conversation, str]]()
        for text in (card.opening, *(fact.text for fact in card.facts)):
            pairs.append((talk, text))
            talk = talk.add(Turn("user", text, START)).add(Turn("bot", "I see.", START))
        if max(engine.heed(pairs, START)) >= STOPS:
            stopped.add(card.id)
    assert stopped - FALSE_ALARMS == set()

"""Simulated participants who hold the talks of a chat with its bots, by cards: to try bots and study under load.

What they answer comes from how their talks went, as the card says. They are no people, and are marked so.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import count

from agents.seekers.cards import Card
from agents.seekers.parts import CardPart
from agents.seekers.simulated import State
from worlds.studies import simulate_seekers
from worlds.studies.judging import TIES, Choice, Compared, Given, Judgement, Rating
from worlds.studies.ledger import Ledger
from worlds.studies.pre_chat import INTENSITY
from worlds.studies.progress import Judged, Stopped, Surveyed
from worlds.studies.quality import attentive
from worlds.studies.sections import Question
from worlds.studies.simulate import begin
from worlds.studies.study import BEFORE, COMPARE, Loaded
from worlds.studies.support import SeekerSurvey
from worlds.studies.talks import Talks


async def simulate_chat(loaded: Loaded, ledger: Ledger, talks: Talks, number: int) -> str:
    """Take a simulated participant through a chat, the same card with each bot; returns their name.

    As with people, danger that a bot's guard hears ends the study, rightly or not.
    """
    rng, now = random.Random(f"{loaded.study.seed} chat {number}"), datetime.now(UTC)
    name, card = f"simulated-{loaded.study.seed}-{number}", simulate_seekers.troubled(loaded, str(number)).card
    progress, held = await begin(loaded, ledger, name, now), dict[str, State]()
    while progress.phase == "task":
        shown, seconds = progress.item, rng.uniform(8, 60)
        now += timedelta(seconds=seconds)
        if shown not in (BEFORE, COMPARE):
            talked = await _talk(loaded, talks, shown, name, card)
            if talked is None:
                await ledger.step(name, Stopped(danger=True), now)
                return name
            held[shown] = talked
        judgement = Judgement(f"{name}-{shown}", shown, _given(loaded, shown, card, held), round(seconds, 1))
        progress = await ledger.step(name, Judged(shown), now, judgement)
    known = await ledger.known(name)
    await ledger.step(name, Surveyed(known is not None and attentive(loaded, known)), now)
    return name


async def _talk(loaded: Loaded, talks: Talks, bot: str, name: str, card: Card) -> State | None:
    """A card's talk with a bot, each reply tapped where that is asked; None where danger ended it."""
    part = CardPart(card, loaded.study.seed)
    for number in count():
        words = part.next()
        if part.state and part.state.before and loaded.study.each_turn:
            await _tap(talks, bot, name, part.state)
        if await talks.say(bot, name, words, f"{name}-{bot}-{number}"):
            return None
        if part.over:
            return part.state
        part.hear(*await talks.heard(bot, name))
    raise AssertionError("a card ends")


async def _tap(talks: Talks, bot: str, name: str, state: State) -> None:
    """What the card says of the newest reply: that it met them, or didn't; nothing where it did neither."""
    read, met = state.before[-1], await talks.met(bot, name)
    if met and (read.helped or read.hurt):
        await talks.rate(bot, name, met[0], 1 if read.helped else -1)


def _given(loaded: Loaded, shown: str, card: Card, held: Mapping[str, State]) -> Given:
    if shown == BEFORE:
        return simulate_seekers.before(card)
    if shown == COMPARE:
        worth = [held[reply.source].helps - held[reply.source].hurts for reply in loaded.item(COMPARE).candidates]
        return Compared({one.name: _choice(worth[1] - worth[0], loaded.study.ties) for one in loaded.study.compare})
    survey = simulate_seekers.survey(held[shown])
    return Rating({one.name: (_point(one, survey),) for one in loaded.study.question})


def _choice(ahead: int, ties: bool) -> Choice:
    return Choice(tie=TIES[0]) if ties and not ahead else Choice(int(ahead > 0))


def _point(asked: Question, survey: SeekerSurvey) -> int:
    """The survey's empathy, or the intensity where that is asked, on the question's own scale."""
    felt = survey.intensity if asked.name == INTENSITY else survey.empathy
    return 1 + round((felt - 1) * (asked.points - 1) / 4)

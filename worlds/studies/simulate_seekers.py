"""Simulated seekers in studies: cards play who seeks, fill in their forms and rate. They are no people."""

from __future__ import annotations

import random

from agents.seekers import simulated
from agents.seekers.cards import Card, cards
from agents.seekers.parts import CardPart
from agents.seekers.simulated import State
from worlds.studies.pre_chat import Before
from worlds.studies.study import Loaded
from worlds.studies.support import EMOTIONS, EXPERIENCES, PROBLEMS, Form, SeekerSurvey

NOW = EXPERIENCES[0]
"""Cards tell of what is now."""


def anybody(loaded: Loaded, key: str) -> CardPart:
    """A card drawn by the study's seed and a key, in a new talk."""
    return CardPart(_drawn(loaded, key, cards()), loaded.study.seed)


def troubled(loaded: Loaded, key: str) -> CardPart:
    """The same among those whose problem and emotion a study's form offers."""
    fitting = tuple(card for card in cards() if card.problem in PROBLEMS and card.emotion in EMOTIONS)
    return CardPart(_drawn(loaded, key, fitting), loaded.study.seed)


def form(card: Card) -> Form:
    """What a seeker fills in before a talk."""
    return Form(card.problem, card.emotion, card.intensity, f"Simulated: {card.who}. {card.opening}", NOW)


def before(card: Card) -> Before:
    """The survey before the talks of a chat."""
    return Before(card.problem, card.emotion, card.intensity, NOW)


def survey(state: State) -> SeekerSurvey:
    """What a seeker fills in after a talk."""
    found = simulated.survey(state)
    return SeekerSurvey(found.final_intensity or 1, found.empathy or 1, found.relevance or 1)


def _drawn(loaded: Loaded, key: str, among: tuple[Card, ...]) -> Card:
    return random.Random(f"{loaded.study.seed} card {key}").choice(among)

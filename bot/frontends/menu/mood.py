"""/mood: how a talk seemed, in tentative words, and the person's own word on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from bot.course import Exchange, course_of
from bot.dialog import Conversation, EmotionState, SupportStage
from bot.feelings import PLAIN, likely
from bot.frontends.menu.page import Button, Page, Row, paragraphs, pressed
from bot.phrases import mark, say

Theme = Literal["light", "dark"]
"""The screens that there is a picture for."""
FEW = 3
CHANGE = 0.75
"""A smaller difference of intensity, of 1 to 5, is not worth a word."""

STAGES: Mapping[SupportStage, str] = {
    SupportStage.EXPLORATION: mark("understanding what is going on"),
    SupportStage.COMFORTING: mark("comfort"),
    SupportStage.ACTION: mark("what could be done"),
}
STRATEGIES: Mapping[str, str] = {
    "Question": mark("asked"),
    "Restatement or Paraphrasing": mark("put it in other words"),
    "Reflection of feelings": mark("named a feeling"),
    "Self-disclosure": mark("spoke of how others feel"),
    "Affirmation and Reassurance": mark("encouraged you"),
    "Providing Suggestions": mark("suggested something"),
    "Information": mark("told you something"),
    "Others": mark("just talked"),
}
"""ESConv's strategies as the bot would say that it used them."""

TOO_EARLY = mark("There is nothing to show yet. Write to me, and look again later.")
NOTHING_SEEMED = mark("I have no reading of this talk. How it was, you know best.")


def mood_page(conversation: Conversation, first: str = "") -> Page:
    """How it seemed, with buttons to say that it was otherwise."""
    exchanges = course_of(conversation)
    if not exchanges:
        return Page(say(TOO_EARLY))
    words = in_words(exchanges)
    asked = say(
        "If it was different for you when you last wrote, choose the word that fits, and how strong it was: 1 barely, "
        "5 very."
    )
    return Page(paragraphs(first, words, asked), _buttons(conversation))


def pictured(page: Page, conversation: Conversation, theme: Theme = "light") -> Page:
    """The page with its picture, where there is something to see; the words alone say it too. Takes a moment."""
    exchanges = course_of(conversation)
    if sum(exchange.emotion is not None for exchange in exchanges) < 2:
        return page
    try:
        from bot.frontends.menu.picture import draw
    except ImportError:  # the package it is drawn with is optional
        return page
    return replace(page, picture=draw(exchanges, theme), alt=in_words(exchanges))


def in_words(exchanges: Sequence[Exchange]) -> str:
    """The course in a few sentences; also what the picture is for those who can't see it."""
    felt = [exchange for exchange in exchanges if exchange.emotion]
    if not felt:
        return say(NOTHING_SEEMED)
    about = say("This is how it seemed from your words. I can be wrong; you know best.")
    return " ".join(filter(None, (about, _latest(felt[-1]), _over_time(felt), _done(exchanges), _stage(exchanges))))


def _latest(exchange: Exchange) -> str:
    feeling = say(exchange.emotion) if exchange.emotion else ""
    strength = round(exchange.intensity or 0)
    if "emotion" in exchange.own and "intensity" in exchange.own:
        return say(
            "Your own words when you last wrote: {feeling}, {strength} of 5.", feeling=feeling, strength=strength
        )
    if "emotion" in exchange.own:
        return say("Your own word when you last wrote: {feeling}.", feeling=feeling)
    if "intensity" in exchange.own:
        return say(
            "When you last wrote, you seemed {feeling}, by your own word {strength} of 5.",
            feeling=feeling,
            strength=strength,
        )
    return say(
        "When you last wrote, you seemed {feeling}, about {strength} of 5 in strength.",
        feeling=feeling,
        strength=strength,
    )


def _over_time(felt: Sequence[Exchange]) -> str:
    if len(felt) < 2:
        return ""
    others = Counter(exchange.emotion for exchange in felt if exchange.emotion != felt[-1].emotion)
    names = [say(name) for name, _ in others.most_common(FEW) if name]
    before = say("At other times: {feelings}.", feelings=", ".join(names)) if names else ""
    change = (felt[-1].intensity or 0) - (felt[0].intensity or 0)
    if abs(change) < CHANGE:
        return before
    moved = say("The feeling seemed to grow stronger.") if change > 0 else say("The feeling seemed to grow weaker.")
    return f"{before} {moved}".strip()


def _done(exchanges: Sequence[Exchange]) -> str:
    used = Counter(exchange.strategy for exchange in exchanges if exchange.strategy in STRATEGIES)
    often = [say(STRATEGIES[name]) for name, _ in used.most_common(FEW) if name]
    return say("Most often I {ways}.", ways=", ".join(often)) if often else ""


def _stage(exchanges: Sequence[Exchange]) -> str:
    last = next((exchange.stage for exchange in reversed(exchanges) if exchange.stage), None)
    return say("Lately our talk seemed to be about {stage}.", stage=say(STAGES[last])) if last else ""


def others_page(conversation: Conversation) -> Page:
    """More words, where none of the likely ones fits."""
    shown = {button.action for row in _buttons(conversation) for button in row}
    words = [Button(say(name), f"felt:{name}") for name in PLAIN if f"felt:{name}" not in shown]
    rows = [tuple(words[start : start + FEW]) for start in range(0, len(words), FEW)]
    return Page(say("Which of these comes closest?"), (*rows, pressed(say("None of these"), "felt:none")))


def _buttons(conversation: Conversation) -> tuple[Row, ...]:
    state = conversation.state.get(EmotionState)
    names = likely(state, FEW) if state else PLAIN[:FEW]
    strengths = tuple(Button(str(number), f"strong:{number}") for number in range(1, 6))
    words = tuple(Button(say(name), f"felt:{name}") for name in names)
    return words, pressed(say("None of these"), "felt:other"), strengths

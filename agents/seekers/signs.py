"""Appraisal: what a supporter's reply is to a simulated seeker, by its strategy and its words; no model reads it.

What helps is one of ESConv's strategies, or a form; what hurts is a form, or words of `signs.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from agents.statistics.words import FUNCTION_WORDS, words
from bot.dialog import STRATEGIES

if TYPE_CHECKING:
    from agents.seekers.cards import Card, Fact

PHRASES: Mapping[str, tuple[str, ...]] = {
    name: tuple(phrases)
    for name, phrases in tomllib.loads(Path(__file__).with_name("signs.toml").read_text(encoding="utf8")).items()
}
SUGGESTING = "Providing Suggestions"
ASKING = "Question"
BRIEF, LONG = 16, 45
"""Words of a reply up to which it is brief, and from which on it is long."""
ROW = 3
"""So many replies in a row that ask are one too many; by as many, who wants advice has got some."""
ENDINGS = ("ing", "ed", "es", "s", "e")
QUESTION_WORDS = frozenset({"when", "where", "who", "why"})
"""They tell what is asked about. "How" and "what" ask about anything."""
VAGUE = "can feel feeling get getting go going got know like one ok okay really said say think thing want would yes"
"""Words that take up nothing of what was said."""


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What a reply does: it asks, advises, takes up words that were said, and touches on facts that were not.

    `near` are their places, the nearest first; `helped` and `hurt` what of the card's lists it was.
    """

    asks: bool
    advises: bool
    echoes: bool
    words: int
    near: tuple[int, ...] = ()
    helped: tuple[str, ...] = ()
    hurt: tuple[str, ...] = ()


Before = Sequence[Appraisal]
FORMS: Mapping[str, Callable[[Appraisal], bool]] = {
    "own words": lambda reply: reply.echoes,
    "brevity": lambda reply: reply.words <= BRIEF and (reply.echoes or bool(reply.near)),
    "patience": lambda reply: not reply.asks and not reply.advises,
}
"""What helps beside a strategy: words of one's own come back, few words that fit, nothing asked or advised."""
SORE: Mapping[str, Callable[[Appraisal, Before, bool], bool]] = {
    "early advice": lambda reply, before, early: reply.advises and early,
    "advice": lambda reply, before, early: reply.advises,
    "no advice": lambda reply, before, early: (
        len(before) + 1 >= ROW and not any(one.advises for one in (*before, reply))
    ),
    "questions": lambda reply, before, early: (
        len(before) + 1 >= ROW and reply.asks and all(one.asks for one in before[1 - ROW :])
    ),
    "generality": lambda reply, before, early: not (reply.echoes or reply.near or reply.asks),
    "length": lambda reply, before, early: reply.words >= LONG,
}
"""What hurts by its form: by the reply, those before, and whether less than half of the facts was told."""
HELPS = (*STRATEGIES, *FORMS)
HURTS = (*SORE, *(name for name in PHRASES if name != "advice"))


def appraise(
    card: Card, text: str, strategy: str | None, *, told: Sequence[int], last: str, before: Before
) -> Appraisal:
    """Read a reply. `told` are the places of facts told so far, `last` is what the person said before it.

    Without a strategy its words tell whether it asks or advises. What hurts doesn't help as well.
    """
    own = stems(text)
    unsaid = [place for place in range(len(card.facts)) if place not in told]
    nearness = {place: _near(own, card.facts[place]) for place in unsaid}
    advises = strategy == SUGGESTING or _says(text, PHRASES["advice"])
    reply = Appraisal(
        asks="?" in text or strategy == ASKING,
        advises=advises,
        echoes=bool((own & stems(last)) - stems(VAGUE)),
        words=len(text.split()),
        near=tuple(sorted((place for place in unsaid if nearness[place]), key=lambda place: -nearness[place])),
    )
    early = 2 * len(told) < len(card.facts)
    hurt = tuple(name for name in card.hurts if _hurts(name, text, reply, before, early))
    kind = strategy or (SUGGESTING if advises else ASKING if reply.asks else "")
    helped = tuple(name for name in card.helps if name == kind or (name in FORMS and FORMS[name](reply)))
    return replace(reply, helped=() if hurt else helped, hurt=hurt)


def stems(text: str) -> frozenset[str]:
    """The words that carry content, and question words, without the commonest endings."""
    return frozenset(_stem(word) for word in words(text) if word not in FUNCTION_WORDS or word in QUESTION_WORDS)


def _stem(word: str) -> str:
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


def _near(own: frozenset[str], fact: Fact) -> int:
    """How many words a reply shares with what a fact is about, counted twice, and, of two at least, with its text."""
    shared = len((own & stems(fact.text)) - stems(VAGUE))
    return 2 * len(own & stems(fact.about)) + (shared if shared > 1 else 0)


def _hurts(name: str, text: str, reply: Appraisal, before: Before, early: bool) -> bool:
    return SORE[name](reply, before, early) if name in SORE else _says(text, PHRASES[name])


def _says(text: str, phrases: Iterable[str]) -> bool:
    said = f" {' '.join(words(text))} "
    return any(f" {phrase} " in said for phrase in phrases)

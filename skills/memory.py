"""What was told in this talk and what was offered: so that nothing is asked twice, contradicted, or offered again.

Both are state parts: they live as long as the conversation does and are erased with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from bot.dialog import DialogState
from bot.parts import part
from skills.intent import Acts

Pronoun = Literal["she", "he", "they", ""]
Fate = Literal["open", "accepted", "refused"]

ASKED_ABOUT = (
    *("how_long", "when", "who_with", "told_someone", "sleep", "eating", "tried", "cause", "feeling", "name", "age"),
    *("work", "live_with", "professional_help", "what_happened"),
)
"""What a question may ask and a person may have said already: `told.how_long` in a move's `forbids`."""
FACTS = (
    *(
        "lives_alone",
        "married",
        "partner",
        "has_kids",
        "has_job",
        "student",
        "friends",
        "sleeps",
        "therapist",
        "pregnant",
    ),
    *("religious", "alive.mother", "alive.father", "alive.partner", "has_siblings", "has_pet", "medication"),
)
"""What may be so or not: `is.married` or `not.married` in a move's `needs` or `forbids`."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody told of, by relation alone: their names are never kept."""

    relation: str
    pronoun: Pronoun = ""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, turned to the person ("you lost your job"), when ("yesterday"), and in which turn."""

    clause: str
    when: str = ""
    turn: int = 0


@part("told", version=1)
@dataclass(frozen=True, slots=True)
class Told:
    """Facts of this talk. `feelings` are the person's own words, newest last; `name` is their own, if they gave it."""

    people: tuple[Person, ...] = ()
    events: tuple[Event, ...] = ()
    times: tuple[str, ...] = ()
    feelings: tuple[str, ...] = ()
    facts: tuple[tuple[str, bool], ...] = ()
    topics: frozenset[str] = frozenset()
    name: str = ""

    def knows(self, topic: str) -> bool:
        """Whether what a question about `topic` (of ASKED_ABOUT) would ask was said already."""
        return topic in self.topics

    def fact(self, name: str) -> bool | None:
        """True or False as the person said last; None where they did not say."""
        return dict(self.facts).get(name)

    def keys(self) -> frozenset[str]:
        """What a move's `needs` and `forbids` are held against: `told.how_long`, `is.married`, `not.has_kids`."""
        facts = (f"{'is' if so else 'not'}.{name}" for name, so in self.facts)
        return frozenset((*(f"told.{topic}" for topic in self.topics), *facts))

    def who(self, pronoun: str) -> str | None:
        """ "your sister" for "she" when only one person told of can be meant; None otherwise."""
        found = {person.relation for person in self.people if person.pronoun == pronoun}
        return f"your {found.pop()}" if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class Offer:
    """A suggestion that was made: the move, what it is about, in which of the person's turns, and what became of it."""

    id: str
    topic: str
    turn: int
    fate: Fate = "open"


REST = 3
"""For so many of the person's turns nothing is suggested after a suggestion was turned down."""


@part("offered", version=1)
@dataclass(frozen=True, slots=True)
class Offered:
    """Suggestions made in this talk, oldest first. `refused_at` is the person's turn in which one was last refused."""

    made: tuple[Offer, ...] = ()
    refused_at: int = 0

    def adding(self, turn: int, offers: Iterable[tuple[str, str]]) -> Offered:
        """With the (id, topic) of suggestions made in answer to the person's turn number `turn`."""
        return replace(self, made=(*self.made, *(Offer(name, topic, turn) for name, topic in offers)))

    def heard(self, acts: Acts, turn: int) -> Offered:
        """With the newest suggestion accepted or refused by what the person does in turn number `turn`."""
        fate: Fate = "refused" if "refuses_advice" in acts else "accepted" if "accepts_advice" in acts else "open"
        lately = [place for place, offer in enumerate(self.made) if turn - offer.turn in (1, 2)]
        if fate == "open" or not lately:
            return self
        newest = self.made[lately[-1]].turn
        made = tuple(replace(offer, fate=fate) if offer.turn == newest else offer for offer in self.made)
        return Offered(made, turn if fate == "refused" else self.refused_at)

    @property
    def refused_topics(self) -> frozenset[str]:
        return frozenset(offer.topic for offer in self.made if offer.fate == "refused")

    def rests(self, turn: int) -> bool:
        """Whether turn number `turn` is too soon after a refusal for anything to be suggested."""
        return self.refused_at > 0 and turn <= self.refused_at + REST

    def may_offer(self, name: str, topic: str, turn: int) -> bool:
        """Whether this suggestion may be made now: not again, nothing like a refused one, none soon after a refusal."""
        return not (self.rests(turn) or topic in self.refused_topics or name in {offer.id for offer in self.made})


def kept(state: DialogState) -> tuple[object, ...]:
    """The parts to be kept across talks by who consented: who they are and what stays so, not what happened."""
    told, offered = state.get(Told), state.get(Offered)
    lasting = replace(told, events=(), times=(), feelings=(), topics=frozenset()) if told else None
    return tuple(part for part in (lasting, offered) if part is not None)

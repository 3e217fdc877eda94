"""What was told in this talk and what was offered: so that nothing is asked twice, contradicted, or offered again.

Both are state parts: they live as long as the conversation does and are erased with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from bot.dialog import DialogState, Reply, SkillResult, TurnView
from bot.parts import part
from bot.registry import Skill, skill
from skills.acts.plain import Said, said
from skills.intent import Acts
from skills.persona import SURE
from skills.telling import facts, people, times, topics
from skills.telling.people import Person

T = TypeVar("T")
Fate = Literal["open", "accepted", "refused"]

KEPT = 12
"""So many people, times and feelings are remembered, the newest."""
MY_NAME = re.compile(r"\b(?:[Mm]y name(?:'s| is)|[Ii]'m called|[Yy]ou can call me|^[Cc]all me) ([A-Z][\w'-]{1,20})\b")
ASKED_NAME = re.compile(r"\b(?:call you|your name)\b[^?]*\?")
BARE_NAME = re.compile(r"^\W*(?:(?:[Ii]'m|[Ii] am|[Ii]t's|[Cc]all me|[Jj]ust) )?([A-Z][\w'-]{1,20})\W*$")


@part("told", version=1)
@dataclass(frozen=True, slots=True)
class Told:
    """Facts of this talk. `feelings` are the person's own words, newest last; `name` is their own, if they gave it."""

    people: tuple[Person, ...] = ()
    times: tuple[str, ...] = ()
    feelings: tuple[str, ...] = ()
    facts: tuple[tuple[str, bool], ...] = ()
    topics: frozenset[str] = frozenset()
    name: str = ""

    def knows(self, topic: str) -> bool:
        """Whether what a question about `topic` would ask was said already."""
        return topic in self.topics

    def fact(self, name: str) -> bool | None:
        """True or False as the person said last; None where they did not say."""
        return dict(self.facts).get(name)

    def keys(self) -> frozenset[str]:
        """What was told, in words of one form: `told.how_long`, `is.married`, `not.has_kids`."""
        so = (f"{'is' if so else 'not'}.{name}" for name, so in self.facts)
        return frozenset((*(f"told.{topic}" for topic in self.topics), *so))

    def who(self, pronoun: str) -> str | None:
        """ "your sister" for "she" when only one person told of can be meant; None otherwise."""
        return people.who(self.people, pronoun)

    def explain(self) -> str:
        return ", ".join(sorted(self.keys())) or "-"


@dataclass(frozen=True, slots=True)
class Offer:
    """A suggestion that was made: which, what it is about, in which of the person's turns, and what became of it."""

    id: str
    topic: str
    turn: int
    fate: Fate = "open"


SUGGESTED = 100
"""So many suggestions are remembered, the newest."""
REST = 3
"""For so many of the person's turns nothing is suggested after a suggestion was turned down, unless they ask."""


@part("offered", version=1)
@dataclass(frozen=True, slots=True)
class Offered:
    """The last suggestions made in this talk, oldest first. `refused_at` is the person's turn that last refused one."""

    made: tuple[Offer, ...] = ()
    refused_at: int = 0

    def adding(self, turn: int, offers: Iterable[tuple[str, str]]) -> Offered:
        """With the (id, topic) of suggestions made in answer to the person's turn number `turn`."""
        new = (Offer(name, topic, turn) for name, topic in offers)
        return replace(self, made=(*self.made, *new)[-SUGGESTED:])

    def heard(self, acts: Acts, turn: int) -> Offered:
        """With the newest suggestion accepted or refused by what the person does in turn number `turn`."""
        fate: Fate = "refused" if "refuses_advice" in acts else "accepted" if "accepts_advice" in acts else "open"
        lately = [offer.turn for offer in self.made if turn - offer.turn in (1, 2)]
        if fate == "open" or not lately:
            return self
        made = tuple(replace(offer, fate=fate) if offer.turn == lately[-1] else offer for offer in self.made)
        return Offered(made, turn if fate == "refused" else self.refused_at)

    def rests(self, turn: int) -> bool:
        """Whether turn number `turn` is too soon after a refusal for anything to be suggested unasked."""
        return self.refused_at > 0 and turn <= self.refused_at + REST


@skill("memory", reads=(Acts,), writes=(Told, Offered))
def memory() -> Skill:
    """Remembers what was told and what was offered, so that nothing is asked or offered twice."""

    def note(turn: TurnView) -> SkillResult:
        acts, number = turn.get(Acts) or Acts(frozenset()), len(turn.conversation.said("user"))
        before, bot = turn.get(Told) or Told(), turn.conversation.said("bot")
        told = remember(before, turn.text, acts, bot[-1] if bot else "")
        answer = recall(before, turn.text) if "question.memory" in acts else None
        replies = (Reply(answer, "memory", SURE, "Others"),) if answer else ()
        return SkillResult((told, (turn.get(Offered) or Offered()).heard(acts, number)), replies)

    return note


def remember(told: Told, text: str, acts: Acts, bot_line: str = "") -> Told:
    """With what is told in the person's turn, which may answer the bot's last line."""
    heard = said(text)
    plain, found_times, found_feelings = heard.text, times.when(heard.text), topics.feelings(heard.text)
    known = facts.joined(dict(told.facts), facts.answered(bot_line, plain) if "answers" in acts else iter(()))
    known = facts.joined(known, facts.told(plain))
    name = MY_NAME.search(heard.raw) or (BARE_NAME.match(heard.raw) if ASKED_NAME.search(bot_line) else None)
    return Told(
        people=people.joined(told.people, plain)[-KEPT:],
        times=_newest(told.times, found_times),
        feelings=_newest(told.feelings, found_feelings),
        facts=tuple(sorted(known.items())),
        topics=told.topics | _topics(heard, acts, bot_line),
        name=name[1] if name and "minimal" not in acts else told.name,
    )


def _topics(heard: Said, acts: Acts, bot_line: str) -> frozenset[str]:
    answers = ("answers" in acts and "minimal" not in acts) or "denies" in acts
    return frozenset((*topics.told(heard.text), *(topics.answered(bot_line, heard.text) if answers else ())))


def _newest(before: tuple[T, ...], found: Iterable[T]) -> tuple[T, ...]:
    """The newest of both, each once, where it was said first."""
    return tuple(dict.fromkeys((*before, *found)))[-KEPT:]


OWN_NAME, OTHERS_NAME = re.compile(r"\b(?:my|call me|by) name\b"), re.compile(r"\bname\b|\bcalled\b")
GENERAL = re.compile(r"\bwhat (?:did|have|had|was|were|do) (?:i|we|you)\b[^?.]{0,30}$|\babout (?:me|myself|us)\b")


def recall(told: Told, question: str) -> str | None:
    """What was told of what the question asks: their name, or whom they spoke of; None where that is not known."""
    plain = said(question).text.rstrip("?!. ")
    if OWN_NAME.search(plain):
        return (
            f"You told me your name is {told.name}."
            if told.name
            else "I don't have a name for you. What should I call you?"
        )
    if OTHERS_NAME.search(plain):
        return "I don't keep the names of others, so I can't tell you that one."
    asked = people.named(plain)
    known = {person.same for person in told.people}
    found = [person for person in asked if person.same in known]
    if not asked and GENERAL.search(plain):
        found = list(told.people[-2:])
    whom = " and ".join(f"your {person.relation}" for person in found)
    return f"You mentioned {whom}. I'd rather hear the rest again than guess." if found else None


def kept(state: DialogState) -> tuple[object, ...]:
    """The parts to be kept across talks by who consented: who they are and what stays so, not what happened."""
    told, offered = state.get(Told), state.get(Offered)
    lasting = Told(people=told.people, facts=told.facts, name=told.name) if told else None
    return tuple(item for item in (lasting, offered) if item is not None)

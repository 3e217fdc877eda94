"""The person's own matter in grammatical words: "I lost my job last week" -> event "losing your job".

Typed spans for the blanks of moves (`skills.spans` reads them). It would rather find nothing than a span that is not
grammatical or not what was said.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.dialog import SkillResult, TurnView
from bot.parts import part
from bot.registry import Skill, skill
from skills import moves
from skills.spans.reading import Reading, read

NAMES = ("event", "clause", "thing", "person", "time", "feeling")


@dataclass(frozen=True, slots=True)
class Kept:
    """A span of an earlier turn, and the number of that turn of the person's."""

    words: str = ""
    turn: int = 0


@part("spans", version=1)
@dataclass(frozen=True, slots=True)
class Spans:
    """Spans of the last turn, turned to `you`; empty where none is sure.

    `event` is a gerund phrase ("your boss yelling at you"), `clause` a finite one ("your boss yelled at you"), `thing`
    a noun phrase, `person` somebody by relation ("your sister", always one), `time` when it is ("last week"), `feeling`
    the person's own word as an adjective; `tense` is the clause's, "past" or "now". `turn` counts the person's turns;
    `earlier_...` are the newest of the turns before.
    """

    event: str = ""
    clause: str = ""
    thing: str = ""
    person: str = ""
    time: str = ""
    feeling: str = ""
    tense: str = ""
    turn: int = 0
    earlier_event: Kept = Kept()
    earlier_thing: Kept = Kept()
    earlier_person: Kept = Kept()

    def explain(self) -> str:
        found = ((name, getattr(self, name)) for name in NAMES)
        return "; ".join(f"{name}: {words}" for name, words in found if words) or "-"


@skill("slots", writes=(Spans,))
def slots() -> Skill:
    """Picks typed spans of the person's words for the blanks of moves: what happened, whom, when and what is felt."""

    def pick(turn: TurnView) -> SkillResult:
        found = replace(spans(turn.text), turn=len(turn.conversation.said("user")))
        return SkillResult(learnt=(following(turn.get(Spans), found),))

    return pick


def spans(text: str) -> Spans:
    """The spans of one utterance."""
    found: Reading = read(text)
    return Spans(found.event, found.clause, found.thing, found.person, found.time, found.feeling, found.tense)


def following(before: Spans | None, now: Spans) -> Spans:
    """The spans of a turn with the newest ones of the turns before it."""
    if before is None:
        return now
    return replace(
        now,
        earlier_event=_newest(before, "event"),
        earlier_thing=_newest(before, "thing"),
        earlier_person=_newest(before, "person"),
    )


def _newest(before: Spans, name: str) -> Kept:
    words: str = getattr(before, name)
    kept: Kept = getattr(before, f"earlier_{name}")
    return Kept(words, before.turn) if words else kept


def fills(found: Spans) -> dict[str, str]:
    """The words for each blank that has some; `{cause}` is a clause of what is past, `{earlier}` an earlier event."""
    named = {name: getattr(found, name) for name in NAMES}
    named |= {"cause": found.clause if found.tense == "past" else "", "earlier": found.earlier_event.words}
    return {name: words for name, words in named.items() if words}


def slots_of(text: str) -> frozenset[str]:
    """The names of a text's blanks."""
    return moves.slots_of(text)


def fill(text: str, found: Spans) -> str | None:
    """The text with its blanks filled, with a capital where a sentence begins; None when a blank has no span."""
    words = fills(found)
    return moves.fill(text, words) if slots_of(text) <= words.keys() else None

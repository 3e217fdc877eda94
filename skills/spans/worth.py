"""Which clauses are worth giving back: not those that say little, nor one's own deeds that would sting."""

from __future__ import annotations

from skills.spans import listed
from skills.spans import verbs as v
from skills.spans import words as w
from skills.spans.clauses import Clause
from skills.spans.lexicon import PETS, RELATIONS
from skills.spans.parts import Part
from skills.spans.predicates import Predicate

HAPPENINGS = listed(
    "lose fail pass fire leave break yell cheat steal crash move find win quit divorce marry promote fight argue "
    "evict dump reject miss forget lie tell scream hit promise cancel ignore bully graduate start buy adopt fall "
    "accept die sack shout expel refuse"
)
BY_HABIT = listed("lose fail pass fire crash die win quit divorce marry evict dump promote sack break")
"""Told of now these are no happenings: "one more late train and I lose my job"."""
DEEDS = listed(
    "cheat lie betray bully abandon neglect steal yell shout scream snap blame insult disappoint humiliate embarrass "
    "ghost accuse ruin dump"
)
"""What somebody may be ashamed to have done."""
TO_SOMEBODY = listed("hate fail ignore disown detest resent")
"""... as these, done to a person."""
UNABLE_ALONE = listed("sleep eat focus concentrate work cope relax decide talk read cry")
VAGUE = listed("anything something everything nothing")
OF_VAGUE = listed("say do see hear know feel think want need try get have mean tell find make")
MOTIONS = listed("find wake get come go look sit stay hang turn stand walk try drive run feel stop")
"""Verbs that with a word of direction or manner say little of oneself."""
GOING = listed("go come get drive walk run head travel")
PASSING = listed("away awake early ready home busy able willing late")
EVERYDAY = listed(
    "store shop beach mall park gym bed work school restaurant bar house home toilet bathroom kitchen car bank church "
    "movies movie supermarket office cafe library town place room bus train way"
)
SERIOUS = listed(
    "hospital prison jail court trouble debt relationship love treatment therapy surgery hospice ward care mess pain"
)
"""To be in or at one of these tells something."""


def worth(clause: Clause) -> bool:
    """Whether a clause is one to give back."""
    return not (_others(clause) or _sting(clause) or _by_habit(clause) or _little(clause) or _mislaid(clause))


def _others(clause: Clause) -> bool:
    """ "They fly": of he, she and they only what they did to the person, or a happening, counts."""
    found = clause.predicate
    told = found.base in HAPPENINGS or (found.past and any(part.kind == "object" for part in found.parts))
    return clause.subject.words[0] in w.REFERRING and not told and {"you", "your"}.isdisjoint(clause.words)


def _own(clause: Clause) -> bool:
    return clause.subject.words == ("you",)


def _sting(clause: Clause) -> bool:
    found = clause.predicate
    if not _own(clause) or found.negative or found.style == "passive":
        return False
    to = any(part.phrase is not None and part.phrase.person for part in found.parts[:1])
    life = any(part.phrase is not None and part.phrase.head == "life" for part in found.parts[:1])
    return found.base in DEEDS or (found.base in TO_SOMEBODY and (to or life))


def _by_habit(clause: Clause) -> bool:
    """Told of now, without a day, and neither denied nor going on."""
    found = clause.predicate
    told = found.past or found.negative or any(when.tells_when for when in found.times)
    return found.base in BY_HABIT and found.style == "plain" and not told


def _little(clause: Clause) -> bool:
    found = clause.predicate
    first = found.parts[0] if found.parts else None
    if found.style == "state" and first and first.kind == "prep":
        return first.phrase is None or first.phrase.head not in SERIOUS
    return _own(clause) and (_bare(found) if first is None else _empty(found, first))


def _bare(found: Predicate) -> bool:
    """ "I can't remember", "I'm trying"."""
    if found.style == "unable":
        return found.base not in UNABLE_ALONE
    return found.style in ("plain", "perfect", "going on") and found.base not in HAPPENINGS | v.TELLS_ALONE


def _empty(found: Predicate, first: Part) -> bool:
    """ "saying anything", "waking up", "feeling sad", "going to the store"."""
    kinds = {part.kind for part in found.parts}
    if first.phrase and first.phrase.head in VAGUE:
        return found.base in OF_VAGUE and len(found.parts) == 1
    if found.base in MOTIONS and kinds <= {"manner", "particle"}:
        return found.style != "passive"
    if kinds == {"feeling"} or (len(found.parts) == 1 and first.words[0] in PASSING):
        return found.base in ("be", "feel") and not found.negative
    return found.base in GOING and all(map(_everyday, found.parts))


def _everyday(part: Part) -> bool:
    """ "to the store", "home"."""
    if part.phrase is None:
        return part.kind in ("manner", "particle")
    return part.words[0] == "to" and part.phrase.head in EVERYDAY


def _mislaid(clause: Clause) -> bool:
    """ "I lost my mum in the shop" tells of no death; nor is it sure of whom else more is said than that."""
    found = clause.predicate
    first = found.parts[0].phrase if found.base in ("lose", "find") and found.parts else None
    if first is None or first.head not in RELATIONS | PETS or not first.own:
        return False
    rest = found.parts[1:]
    if found.base == "find":
        return not rest
    return any(part.kind == "prep" and part.words[0] in ("in", "at", "on", "for") for part in rest) or found.cut

"""Which clauses are worth giving back: not those that say little, nor one's own deeds that would sting."""

from __future__ import annotations

from skills.acts.news import weighs
from skills.spans import listed
from skills.spans import verbs as v
from skills.spans import words as w
from skills.spans.clauses import Clause
from skills.spans.lexicon import PETS, RELATIONS
from skills.spans.parts import Part
from skills.spans.predicates import Predicate
from skills.spans.verbs import base_of

HAPPENINGS = listed(
    "lose fail pass fire leave break yell cheat steal crash move find win quit divorce marry promote fight argue "
    "evict dump reject miss forget lie tell scream promise cancel ignore bully graduate start buy adopt fall "
    "accept die sack shout expel refuse"
)
BY_HABIT = listed("lose fail pass fire crash die win quit divorce marry evict dump promote sack break")
"""Told of now these are no happenings: "one more late train and I lose my job"."""
DEEDS = listed(
    "cheat lie betray bully abandon neglect steal yell shout scream snap blame insult disappoint humiliate embarrass "
    "ghost accuse ruin dump"
)
"""What somebody may be ashamed to have done."""
TURNS = HAPPENINGS | DEEDS | listed("sell retire hire replace avoid stop split separate hate resign suspend relapse")
"""What is brought up by itself: a turn in somebody's life, or a hurt."""
NEWS = listed("pregnant pregnancy born wedding baby without")
"""Words of a turn in life, whatever the verb."""
SMALL_TOO = listed("find start begin buy get tell forget fall")
OF_WEIGHT = listed(
    "job house home flat apartment business college university school career relationship loan visa therapy"
)
"""What one found, began or bought oneself is a turn with one of these: a house is bought, and so is bread."""
HOPED = listed(
    "get pass invite ask choose allow sleep find win see hear have make come call answer reply talk speak text listen"
)
"""Of what did not happen only these are told for their own sake; the rest answers or corrects."""
TO_SOMEBODY = listed("hate fail ignore disown detest resent")
"""... as these, done to a person."""
UNABLE_ALONE = listed("sleep eat focus concentrate work cope relax decide talk read cry")
VAGUE = listed("anything something everything nothing")
OF_VAGUE = listed("say do see hear know feel think want need try get have tell find make")
MOTIONS = listed("find wake get come go look sit stay hang turn stand walk try drive run feel stop")
"""Verbs that with a word of direction or manner say little of oneself."""
GOING = listed("go come get drive walk run travel")
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


def matters(clause: Clause) -> bool:
    """Whether a clause may be brought up by the bot itself: "opening an email" may not."""
    found = clause.predicate
    if found.negative or clause.subject.words[0] in ("nobody", "no"):
        return found.base in HOPED or found.style == "unable"
    if found.style == "passive" or _got_done(found) or not NEWS.isdisjoint(clause.words):
        return True
    small = clause.own and found.base in SMALL_TOO and OF_WEIGHT.isdisjoint(clause.words)
    return weighs(" ".join(clause.words)) or (found.base in TURNS | SMALL_TOO and not small)


def _got_done(found: Predicate) -> bool:
    """ "you got scammed"."""
    done = (base_of(part.words[0], "participle") for part in found.parts[:1] if part.kind == "state")
    return found.base == "get" and not w.PASSIVE.isdisjoint(base or "" for base in done)


def _others(clause: Clause) -> bool:
    """ "They fly": of he, she and they only what they did to the person, or a happening, counts."""
    found = clause.predicate
    told = found.base in HAPPENINGS or (found.past and any(part.kind == "object" for part in found.parts))
    return clause.subject.words[0] in w.REFERRING and not told and {"you", "your"}.isdisjoint(clause.words)


def _sting(clause: Clause) -> bool:
    found = clause.predicate
    if not clause.own or found.negative or found.style == "passive":
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
    return clause.own and (_bare(found) if first is None else _empty(found, first))


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

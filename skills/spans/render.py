"""Clauses as spans: the gerund phrase, the finite clause, and how much each tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from skills.spans import listed
from skills.spans import verbs as v
from skills.spans import words as w
from skills.spans.clauses import Clause
from skills.spans.lexicon import PETS, RELATIONS
from skills.spans.parts import Part
from skills.spans.worth import HAPPENINGS, worth

LONGEST, LONGEST_CLAUSE = 8, 10
KEPT_WHOLE = listed("leave leaving put putting")
"""With these nothing is left out: "putting your mum" is not "putting your mum in a home"."""
CLAUSE_ONLY = listed("once due") | {"to come"}
"""Styles that make no event: "you used to live at home"."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A clause as spans, empty where it makes none, and how much it tells; 0 when nothing of it is given back."""

    clause: Clause
    event: str = ""
    finite: str = ""
    telling: float = 0.0


def render(clause: Clause) -> Rendered:
    if not worth(clause):
        return Rendered(clause)
    event, finite = _event(clause), _finite(clause)
    return Rendered(clause, event, finite, _telling(clause) if event or finite else 0.0)


def _event(clause: Clause) -> str:
    """The clause as a gerund phrase of at most eight words; empty when it makes none."""
    found = clause.predicate
    if _dies(clause):
        return _lost(clause)
    if found.style in CLAUSE_ONLY or _refers(clause):
        return ""
    if (found.base == "wait" and found.style == "unable") or found.gerunds_meet or not _is_event(clause):
        return ""
    lead = found.gerund if clause.own else (*clause.subject.words, *found.gerund)
    return _short(lead, found.parts, found.base)


def _finite(clause: Clause) -> str:
    """The clause as it was said, turned to `you`, at most eight words, with its time where there is room."""
    if _dies(clause) or _bare(clause) or _forgot(clause):
        return ""
    head = clause.words[: len(clause.words) - sum(len(part.words) for part in clause.predicate.parts)]
    words = _short(_joined(head), clause.predicate.parts, clause.predicate.base, LONGEST_CLAUSE)
    when = next((time for time in clause.predicate.times if time.tells_when), None)
    return (
        f"{words} {' '.join(when.words)}"
        if words and when and len(words.split()) + len(when.words) <= LONGEST_CLAUSE
        else words
    )


def _telling(clause: Clause) -> float:
    """How much a clause tells: a happening more than a state, what was done to somebody more than a habit."""
    found = clause.predicate
    score = 1.0 + (found.base in HAPPENINGS) + 0.5 * found.past + 0.3 * bool(found.parts)
    if found.base in v.STATIVE or found.style == "state":
        score -= 0.8
    if found.base == "have" and found.style == "plain":
        score -= 0.4
    return score


def _bare(clause: Clause) -> bool:
    """ "I agree", "I can't wait", "I tried" answer rather than tell."""
    found = clause.predicate
    told = found.base in HAPPENINGS or found.style in ("passive", "going on", "refusing") or found.base in v.TELLS_ALONE
    return (not found.parts and clause.own and not told) or _habit(clause)


def _refers(clause: Clause) -> bool:
    """Whether it says he, him or them: an event may be spoken of much later."""
    objects = (part.phrase.head for part in clause.predicate.parts if part.phrase)
    return clause.subject.words[0] in w.REFERRING or not w.REFERRING.isdisjoint(objects)


def _forgot(clause: Clause) -> bool:
    """One's own lapse is spoken of, but not held up: "you forgot your wife's birthday"."""
    found = clause.predicate
    return found.base == "forget" and clause.subject.words[0] == "you" and not found.negative


def _habit(clause: Clause) -> bool:
    """ "My husband works all the time" says little without its time."""
    found = clause.predicate
    vague = bool(found.times) and not any(when.tells_when or when.words[0] == "in" for when in found.times)
    return not found.parts and vague and found.base not in HAPPENINGS and found.base not in v.TELLS_ALONE


def _is_event(clause: Clause) -> bool:
    found = clause.predicate
    if found.parts and found.parts[0].kind == "feeling":
        return len(found.parts) > 1
    if (found.base in v.STATIVE and not found.negative) or _habit(clause):
        return False
    told = (
        found.style in ("passive", "unable", "refusing")
        or found.base in v.TELLS_ALONE
        or clause.subject.phrase is not None
    )
    return bool(found.parts) or told


def _dies(clause: Clause) -> bool:
    found = clause.predicate
    behind = found.parts[0].words if found.parts else ()
    return found.base == "die" or (found.base == "pass" and behind in ((), ("away",), ("on",)) and not _object(clause))


def _object(clause: Clause) -> bool:
    return any(part.kind == "object" for part in clause.predicate.parts)


def _lost(clause: Clause) -> str:
    """ "My mother died" is told as losing her; empty when it is nobody of the person's own."""
    phrase, found = clause.subject.phrase, clause.predicate
    own = phrase is not None and phrase.own and phrase.head in RELATIONS | PETS
    certain = found.style in ("plain", "perfect") and found.past and not found.negative
    return " ".join(("losing", *phrase.words)) if phrase and own and certain else ""


def _short(lead: Sequence[str], parts: Sequence[Part], base: str, longest: int = LONGEST) -> str:
    """Lead and parts in few enough words: what says where or how is left out from the end."""
    kept = list(parts)
    while len(lead) + sum(len(part.words) for part in kept) > longest:
        cut = _spare(kept, base)
        if not cut:
            return ""
        del kept[-cut:]
    return " ".join((*lead, *(word for part in kept for word in part.words)))


def _spare(parts: Sequence[Part], base: str) -> int:
    """How many of the last parts may be left out: a phrase of place or manner, or what for ("to see my family")."""
    if len(parts) < 2 or not KEPT_WHOLE.isdisjoint((base, *(word for part in parts for word in part.words[:2]))):
        return 0
    if parts[-1].spare and parts[-2].kind != "verb":
        return 1
    if len(parts) > 2 and parts[-1].words[0] in ("to", "of") and parts[-1].kind == "prep" and parts[-2].spare:
        return 2
    verbs = [place for place, part in enumerate(parts) if part.kind == "verb"]
    purpose = verbs[-1] if verbs else 0
    fits = (
        len(verbs) == 1 and purpose > 0 and parts[purpose].words[0] == "to" and base not in v.TO_INFINITIVE | v.TOLD_TO
    )
    return len(parts) - purpose if fits else 0


def _joined(words: Sequence[str]) -> tuple[str, ...]:
    """ "you" and "'re" as one word."""
    found: list[str] = []
    for word in words:
        if word.startswith("'"):
            found[-1] += word
        else:
            found.append(word)
    return tuple(found)

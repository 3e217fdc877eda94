"""Where a clause may end, and what may be left out behind it."""

from __future__ import annotations

from skills.spans import listed
from skills.spans import words as w
from skills.spans.lexicon import MASS
from skills.spans.phrases import noun_phrase
from skills.spans.predicates import Predicate
from skills.spans.tokens import COMMA, NAME
from skills.spans.verbs import MOVES_ON, READINGS, SPEECH, TOLD_TO, TWO_OBJECTS, base_of

CUT = listed("in at on with from for during by due")
LED_ON = listed("who which that where")
MET = listed("meet get buy adopt start find lose book order")
TALKS = listed("talk speak argue fight cry")
THESE = listed("it this that them him her everything")
UNREAD = listed("her his their its that also half")
SECOND = w.A | w.POSSESSIVE | w.DETERMINED | w.THEIRS.keys() | w.MANY | MASS
"""What begins a further noun phrase: "me and my sister his car"."""
RUN_ON = listed("i my we he she it they it's its there he's she's they're this now")
"""What begins a new sentence where nobody typed a full stop."""


def ends(tokens: tuple[str, ...], found: Predicate) -> bool:
    """Whether a clause may end here: at a pause, before a word that begins something new, or in a run-on."""
    if found.end >= len(tokens):
        return True
    word = tokens[found.end]
    if word == COMMA or word in w.ENDS:
        if word == "and" and not found.parts and not (_begins(tokens, found.end + 1) or _past_again(tokens, found)):
            return False  # "we run and own a shop"
        return not (word == "and" and _two(tokens, found)) and not (found.base in SPEECH and not found.parts)
    if word in RUN_ON and (found.times or (word in ("i", "my") and _whole(found))):
        return True
    told = (found.parts or found.style == "passive") and not found.negative
    return bool(told) and (_named(tokens, found.end) or _may_cut(tokens, found))


def _whole(found: Predicate) -> bool:
    """Nothing is missing before "i" without a full stop: not so of "I told my mom i quit" or "the job i had"."""
    last = found.parts[-1] if found.parts else None
    plain = last is not None and last.phrase is not None and (last.phrase.own or last.phrase.head == "me")
    return plain and found.base not in TWO_OBJECTS | TOLD_TO | SPEECH


def _past_again(tokens: tuple[str, ...], found: Predicate) -> bool:
    """ "I slipped and fell"."""
    word = tokens[found.end + 1] if found.end + 1 < len(tokens) else ""
    return found.past and base_of(word, "past") is not None


def _may_cut(tokens: tuple[str, ...], found: Predicate) -> bool:
    """What cannot be read is left out behind a place, a time, a company: "I got a ticket for it"."""
    word, last = tokens[found.end], found.parts[-1] if found.parts else None
    if last is None:
        return word in CUT
    verbs = [
        base_of(part.words[-1], "base") or base_of(part.words[-1], "gerund")
        for part in found.parts
        if part.kind == "verb"
    ]
    if not w.NEVER_CUT.isdisjoint((found.base, *verbs)):
        return False
    if word == "about" and found.base in TALKS and tokens[found.end + 1 : found.end + 2]:
        return tokens[found.end + 1] in THESE
    if word in LED_ON:
        indefinite = last.phrase is not None and last.phrase.determiner in ("a", "an")
        return last.kind == "object" and indefinite and found.past and found.base in MET
    moving = last.kind == "particle" and found.base not in MOVES_ON  # "he got back with his ex"
    plain = found.style in ("plain", "perfect", "going on") and (last.kind == "object" or moving)
    done = found.style == "passive" or (last.kind == "state" and found.base in w.PASSIVE)
    return word in CUT and (plain or done) and found.base not in ("be", "feel")


def _named(tokens: tuple[str, ...], at: int) -> bool:
    """ "a trip to Rome": the name is left out, with what leads to it, when nothing comes behind."""
    end = at + 1
    while tokens[at] in ("to", "in", "at", "from", "with", "for") and end < len(tokens) and tokens[end] == NAME:
        end += 1
    return end > at + 1 and (end == len(tokens) or tokens[end] == COMMA or tokens[end] in w.ENDS)


def _begins(tokens: tuple[str, ...], at: int) -> bool:
    return at < len(tokens) and (tokens[at] in RUN_ON or tokens[at] in w.OPENERS)


def _two(tokens: tuple[str, ...], found: Predicate) -> bool:
    """ "my cat and her kittens", "me and my sister his car": what follows `and` is no new clause, but read neither."""
    at = found.end + 1
    if tokens[at : at + 1] and tokens[at] in UNREAD:
        return True
    other = noun_phrase(tokens, at) if found.parts and found.parts[-1].phrase else None
    after, then = (*tokens[other.end : other.end + 2], "", "")[:2] if other else ("", "")
    return not _verb(after) and (after in SECOND or (after in w.ADVERBS | w.STATES and not _verb(then)))


def _verb(word: str) -> bool:
    return not {"past", "third", "base"}.isdisjoint(READINGS.get(word, {}))

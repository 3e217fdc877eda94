"""Clauses that tell what is so: a subject and a predicate between two places where a clause may begin and end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from skills.spans import listed
from skills.spans import words as w
from skills.spans.lexicon import ONE_RELATION, RELATIONS
from skills.spans.phrases import gender, noun_phrase
from skills.spans.predicates import Predicate, Subject, predicate
from skills.spans.times import time
from skills.spans.tokens import COMMA, NAME, Sentence
from skills.spans.verbs import SPEECH, TOLD_TO, TWO_OBJECTS

TEMPORAL = listed("when while once before after until whenever as")
"""Behind these the present is a habit or to come: only what is past has happened."""
SELF_TOLD = listed("lost got failed passed found started quit moved had broke forgot finished graduated")
"""Verbs with which people begin when they leave out `I`: "Got fired today"."""
CUT = listed("in at on with from for during")
RUN_ON = listed("i my we he she it they it's its there he's she's they're that this now")
"""What begins a new sentence where nobody typed a full stop."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause that was told."""

    subject: Subject
    predicate: Predicate

    @property
    def words(self) -> tuple[str, ...]:
        """As it was said, turned to `you`, without times."""
        finite = list(self.predicate.finite)
        for place, word in enumerate(finite):
            if self.subject.words[0] == "you":
                finite[place] = {"am": "are", "was": "were", "wasn't": "weren't", "'m": "'re"}.get(word, word)
        if self.subject.words[-1] != "you" and finite[0] in ("'s", "'re", "'ve"):
            finite[0] = {"'s": "is", "'re": "are", "'ve": "have"}[finite[0]]
        behind = tuple(word for part in self.predicate.parts for word in part.words)
        return (*self.subject.words, *finite, *behind)


def clauses(sentence: Sentence) -> Iterator[Clause]:
    """The clauses of a sentence, in order."""
    tokens = sentence.words
    at, fresh = 0, True
    while at < len(tokens):
        found = _clause(tokens, at, sentence.doubtful) if fresh else None
        if found:
            yield found
            at = found.predicate.end
            fresh = at < len(tokens) and tokens[at] in RUN_ON
            continue
        word = tokens[at]
        fresh = word == COMMA or (word in w.ENDS and not _denies(tokens, at)) or _factive(tokens, at)
        at += 1


def _denies(tokens: tuple[str, ...], at: int) -> bool:
    """ "Not because my boss yelled at me"."""
    return at > 0 and tokens[at] != "but" and tokens[at - 1] in ("not", "n't", "never")


def _factive(tokens: tuple[str, ...], at: int) -> bool:
    """What follows is so: behind "I'm glad", "I'm glad that", "I found out that"."""
    at -= tokens[at] == "that"
    if tokens[at] == "believe" and at and tokens[at - 1] in ("can't", "couldn't"):
        return True
    return tokens[at] in w.FACTIVE or (
        at > 0 and tokens[at] == "out" and tokens[at - 1] in ("find", "found", "finding")
    )


def _clause(tokens: tuple[str, ...], at: int, doubtful: frozenset[int]) -> Clause | None:
    begin, opener = _openers(tokens, at)
    subject = _subject(tokens, begin)
    if subject is None or begin in doubtful:
        return None
    if subject.phrase and _listed(tokens, at):
        return None
    found = predicate(tokens, subject)
    if found is None or not _ends(tokens, found):
        return None
    if opener in TEMPORAL and not found.past:
        return None
    if subject.phrase and not subject.phrase.own and not (found.past or found.style == "going on"):
        return None  # "a new person comes in" is told of anybody
    return Clause(subject, found)


def _openers(tokens: tuple[str, ...], at: int) -> tuple[int, str]:
    """Past "well", "so", "last week": where the subject is to stand, and the last word before it."""
    opener = tokens[at - 1] if at else ""
    while at < len(tokens):
        found = time(tokens, at)
        if found:
            at = found.end
        elif tokens[at] in w.OPENERS and tokens[at : at + 2] != ("no", "one"):
            opener, at = tokens[at], at + 1
        elif tokens[at] == COMMA:
            at += 1
        else:
            break
    return at, opener


def _listed(tokens: tuple[str, ...], at: int) -> bool:
    """ "My brother and my sister got married": the clause began earlier."""
    return at > 1 and tokens[at - 1] == "and" and (tokens[at - 2] in RELATIONS or tokens[at - 2] in (NAME, "i", "me"))


def _ends(tokens: tuple[str, ...], found: Predicate) -> bool:
    """Whether a clause may end here: at a pause, before a word that begins something new, or in a run-on."""
    if found.end >= len(tokens):
        return True
    word = tokens[found.end]
    if word == COMMA or word in w.ENDS:
        if word == "and" and not found.parts and not _begins(tokens, found.end + 1):
            return False  # "we run and own a shop"
        return not (word == "and" and _two(tokens, found.end)) and not (found.base in SPEECH and not found.parts)
    if word in RUN_ON and (found.times or (word in ("i", "my") and _whole(found))):
        return True
    return bool(found.parts) and not found.negative and (_named(tokens, found.end) or _may_cut(word, found))


def _whole(found: Predicate) -> bool:
    """Nothing is missing before "i" without a full stop: not so of "I told my mom i quit" or "the job i had"."""
    last = found.parts[-1] if found.parts else None
    plain = last is not None and last.phrase is not None and (last.phrase.own or last.phrase.head == "me")
    return plain and found.base not in TWO_OBJECTS | TOLD_TO | SPEECH


def _may_cut(word: str, found: Predicate) -> bool:
    """A phrase of place, time or company that cannot be read is left out: "I got a ticket for it"."""
    last = found.parts[-1]
    simple = last.kind == "object" and all(part.kind != "verb" for part in found.parts)
    return word in CUT and simple and found.base not in w.NEVER_CUT and found.style in ("plain", "perfect", "going on")


def _named(tokens: tuple[str, ...], at: int) -> bool:
    """ "a trip to Rome": the name is left out, with what leads to it, when nothing comes behind."""
    end = at + 1
    while tokens[at] in ("to", "in", "at", "from", "with", "for") and end < len(tokens) and tokens[end] == NAME:
        end += 1
    return end > at + 1 and (end == len(tokens) or tokens[end] == COMMA or tokens[end] in w.ENDS)


def _begins(tokens: tuple[str, ...], at: int) -> bool:
    return at < len(tokens) and (tokens[at] in RUN_ON or tokens[at] in w.OPENERS)


def _two(tokens: tuple[str, ...], at: int) -> bool:
    """ "my cat and my dog": what follows `and` is no new clause but cannot be read either."""
    return at + 1 < len(tokens) and tokens[at + 1] in ("her", "his", "their", "its", "that", "also", "half")


def _subject(tokens: tuple[str, ...], at: int) -> Subject | None:
    word = tokens[at] if at < len(tokens) else ""
    if word in ("i", "we"):
        return Subject(("you",), at + 1, "i" if word == "i" else "many", self_told=True)
    if word == "me" and tokens[at + 1 : at + 2] == ("and",):
        other = noun_phrase(tokens, at + 2)
        return (
            Subject(("you", "and", *other.words), other.end, "many", "", other, self_told=True)
            if other and other.own
            else None
        )
    if word in w.WHO:
        return Subject((word,), at + 1, "one", "they")
    if word == "no" and tokens[at + 1 : at + 2] == ("one",):
        return Subject(("no", "one"), at + 2, "one", "they")
    if at == 0 and word in SELF_TOLD and tokens[at + 1 : at + 2] != ("i",):
        return Subject(("you",), at, "i", self_told=True)
    return _somebody(tokens, at)


def _somebody(tokens: tuple[str, ...], at: int) -> Subject | None:
    """A subject named by what it is: "my sister", "my mom and dad", "my car", "the landlord"."""
    phrase = noun_phrase(tokens, at)
    if phrase is None or not (phrase.own or (phrase.person and phrase.determiner)):
        return None
    end = phrase.end
    if end < len(tokens) and tokens[end] == NAME:
        end += 1
    if end + 1 < len(tokens) and tokens[end] == "and":
        if tokens[end + 1] in ("i", "me"):
            return Subject(("you", "and", *phrase.words), end + 2, "many", "", phrase, self_told=True)
        other = noun_phrase(tokens, end + 1)
        if other is None and tokens[end + 1] in ONE_RELATION:
            return Subject((*phrase.words, "and", tokens[end + 1]), end + 2, "many", "they", phrase)
        if other and other.own:
            return Subject((*phrase.words, "and", *other.words), other.end, "many", "they", phrase)
        return None
    number: Literal["one", "many"] = "many" if phrase.plural else "one"
    return Subject(phrase.words, end, number, gender(phrase.head), phrase)

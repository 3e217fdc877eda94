"""Clauses that tell what is so: a subject and a predicate between two places where a clause may begin and end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from skills.spans import listed
from skills.spans import words as w
from skills.spans.endings import CUT, RUN_ON, ends
from skills.spans.lexicon import OCCASIONS, ONE_RELATION, RELATIONS
from skills.spans.phrases import gender, noun_phrase
from skills.spans.predicates import Predicate, Subject, predicate
from skills.spans.times import time
from skills.spans.tokens import COMMA, NAME, Sentence
from skills.spans.verbs import base_of

TEMPORAL = listed("when while once before after until whenever as")
"""Behind these the present is a habit or to come: only what is past has happened."""
THIRD = listed("he she they")
BARE_SUBJECTS = (("work",), ("school",), ("college",), ("university",))
"""What is one's own without a word that says so: "work is stressful"."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause that was told."""

    subject: Subject
    predicate: Predicate

    @property
    def own(self) -> bool:
        """Told of the person alone."""
        return self.subject.words == ("you",)

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
        while found:
            yield found
            at = found.predicate.end
            again = _same_subject(tokens, found, sentence.doubtful)
            if again is None:
                break
            found = again
        if found:
            fresh = at < len(tokens) and tokens[at] in RUN_ON
            continue
        word = tokens[at]
        fresh = word == COMMA or (word in w.ENDS and not _denies(tokens, at)) or _factive(tokens, at)
        at += 1


def _same_subject(tokens: tuple[str, ...], before: Clause, doubtful: frozenset[int]) -> Clause | None:
    """ "I slipped and fell": a second past verb behind `and`."""
    at = before.predicate.end
    past = before.predicate.past and before.predicate.style == "plain"
    if not past or tokens[at : at + 1] != ("and",) or at in doubtful:
        return None
    while at + 1 < len(tokens) and tokens[at + 1] in w.BEFORE_VERB:
        at += 1
    if at + 1 >= len(tokens) or base_of(tokens[at + 1], "past") is None or tokens[at + 1] in ("had", "did"):
        return None
    return _told(tokens, replace(before.subject, end=at + 1))


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
    found = _told(tokens, subject)
    if found is None or (opener in TEMPORAL and not found.predicate.past):
        return None
    phrase, said = subject.phrase, found.predicate
    own = phrase is None or phrase.own or (phrase.words in BARE_SUBJECTS and said.style == "state")
    if not own and not (said.past or said.style == "going on"):
        return None  # "a new person comes in" is told of anybody
    return found


def _told(tokens: tuple[str, ...], subject: Subject) -> Clause | None:
    """What is said of a subject, where it may end."""
    found = predicate(tokens, subject)
    if found is not None and not ends(tokens, found):
        found = _shorter(tokens, found)
    return Clause(subject, replace(found, cut=not _paused(tokens, found.end))) if found else None


def _shorter(tokens: tuple[str, ...], found: Predicate) -> Predicate | None:
    """Without the last phrase of place, when it is what cannot be read on from: "a job in Rome's oldest shop"."""
    *parts, last = found.parts or (None,)
    before = replace(found, parts=tuple(parts), end=last.start) if last else found
    spare = last is not None and (last.spare or last.kind == "particle") and last.words[0] in CUT
    return before if parts and spare and ends(tokens, before) else None


def _paused(tokens: tuple[str, ...], at: int) -> bool:
    return at >= len(tokens) or tokens[at] == COMMA or tokens[at] in w.ENDS or tokens[at] in RUN_ON


def clause_at(tokens: tuple[str, ...], at: int) -> Clause | None:
    """The clause that stands at a place, whether or not it is so."""
    return _clause(tokens, at, frozenset())


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
    if word in THIRD:
        return Subject((word,), at + 1, "many" if word == "they" else "one", word)
    if word in w.WHO:
        return _placed(tokens, Subject((word,), at + 1, "one", "they"))
    if word == "no" and tokens[at + 1 : at + 2] == ("one",):
        return Subject(("no", "one"), at + 2, "one", "they")
    return _somebody(tokens, at)


def _somebody(tokens: tuple[str, ...], at: int) -> Subject | None:
    """A subject named by what it is: "my sister", "my mom and dad", "my car", "the landlord"."""
    phrase = noun_phrase(tokens, at)
    occasion = phrase is not None and phrase.determiner == "the" and phrase.head in OCCASIONS
    bare = phrase is not None and not phrase.determiner and phrase.words in BARE_SUBJECTS
    if phrase is None or not (phrase.own or occasion or bare or (phrase.person and phrase.determiner)):
        return None
    end = phrase.end
    if end < len(tokens) and tokens[end] == NAME:
        end += 1
    if end + 1 < len(tokens) and tokens[end] == "and":
        if tokens[end + 1] in ("i", "me"):
            return Subject(("you", "and", *phrase.words), end + 2, "many", "", phrase, self_told=True)
        other = noun_phrase(tokens, end + 1, gender(phrase.head))
        if other is None and tokens[end + 1] in ONE_RELATION:
            return Subject((*phrase.words, "and", tokens[end + 1]), end + 2, "many", "they", phrase)
        if other and (other.own or (other.determiner in w.THEIRS and other.person)):
            return Subject((*phrase.words, "and", *other.words), other.end, "many", "they", phrase)
        return None
    number: Literal["one", "many"] = "many" if phrase.plural else "one"
    return _placed(tokens, Subject(phrase.words, end, number, gender(phrase.head), phrase))


def _placed(tokens: tuple[str, ...], subject: Subject) -> Subject:
    """With where they belong: "nobody at work"."""
    at = subject.end
    if at < len(tokens) and tokens[at] in ("at", "in", "from", "on") and (place := noun_phrase(tokens, at + 1)):
        return replace(subject, words=(*subject.words, tokens[at], *place.words), end=place.end)
    return subject

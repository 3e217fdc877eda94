"""Noun phrases, read from the words of one sentence and turned to `you`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from skills.spans import listed, phrased
from skills.spans import words as w
from skills.spans.lexicon import (
    HE,
    MANY_RELATIONS,
    MASS,
    NOUNS,
    ONE_RELATION,
    PEOPLE,
    PETS,
    PLURAL,
    RELATIONS,
    SHE,
    SINGULAR,
)
from skills.spans.times import UNITS, time
from skills.spans.verbs import READINGS

Words = tuple[str, ...]
LAST = RELATIONS | PLURAL
"""Nouns behind which no further noun stands."""
FANCIES = listed("dream nightmare book movie")
"""Behind these stands nobody who is there: "in my dream mum called"."""
VERB_LIKE = frozenset({"third", "gerund"})
PRONOUNS = listed("him her them me us myself everyone everybody someone somebody anyone anybody people")
DETERMINERS: dict[str, bool | None] = {
    **dict.fromkeys(w.POSSESSIVE | w.DETERMINED),
    **dict.fromkeys(w.A | {"every"}, False),
    **dict.fromkeys(w.MANY, True),
}
_QUANTITIES: tuple[tuple[Words, bool | None], ...] = (
    *((phrase, None) for phrase in phrased("a lot of,lots of,all of,most of,one of,some of")),
    *((phrase, True) for phrase in phrased("a bunch of,so many,too many,a couple of,a couple,a few")),
    *((phrase, False) for phrase in phrased("so much,too much,a little")),
)
QUANTITIES = {first: tuple(entry for entry in _QUANTITIES if entry[0][0] == first) for (first, *_), _ in _QUANTITIES}
"""Words before a noun, and whether it must be plural (True), must not (False), or may be (None)."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase: its `words`, turned, where it ends, its head, and whether it is the person's own (`my`)."""

    words: Words
    end: int
    head: str
    determiner: str
    plural: bool

    @property
    def own(self) -> bool:
        return self.determiner in w.POSSESSIVE

    @property
    def person(self) -> bool:
        return self.head in PEOPLE or self.head in PRONOUNS


def noun_phrase(tokens: tuple[str, ...], at: int, holder: str = "") -> Phrase | None:
    """The noun phrase that begins at a place; `holder` is whose `his`, `her` or `their` may be: "he", "she", "they"."""
    if at < len(tokens) and tokens[at] in w.PRONOUN_OBJECTS and (tokens[at] != "her" or _stands_alone(tokens, at + 1)):
        more = ("else",) if tokens[at + 1 : at + 2] == ("else",) else ()
        return Phrase(
            (w.TURNED.get(tokens[at], tokens[at]), *more),
            at + 1 + len(more),
            tokens[at],
            "",
            plural=tokens[at] in ("us", "ourselves", "people"),
        )
    determiner, end, many = _determiner(tokens, at, holder)
    if determiner is None:
        return None
    mine = _of_mine(tokens, at)
    if mine:
        return mine
    whole = noun_phrase(tokens, end, holder) if determiner[-1:] == ("of",) else None
    if whole and whole.determiner:
        return replace(whole, words=(*determiner, *whole.words), determiner="") if whole.plural else None
    return _bare(tokens, end, determiner, many)


def _stands_alone(tokens: tuple[str, ...], at: int) -> bool:
    """ "her" is no "her job"."""
    return at >= len(tokens) or tokens[at] in w.FINISHED or tokens[at] in w.ADVERBS or time(tokens, at) is not None


def _of_mine(tokens: tuple[str, ...], at: int) -> Phrase | None:
    """ "a friend of mine"."""
    for place in range(at + 2, min(at + 5, len(tokens) - 1)):
        if tokens[place : place + 2] in (("of", "mine"), ("of", "ours")) and tokens[at] in w.A:
            found = _bare(tokens, at + 1, (tokens[at],), many=False)
            fits = found and found.end == place
            return replace(found, words=(*found.words, "of", "yours"), end=place + 2) if found and fits else None
    return None


def _determiner(tokens: tuple[str, ...], at: int, holder: str) -> tuple[Words | None, int, bool | None]:
    """The words before the adjectives, turned; where they end; and the number they ask for (True: plural)."""
    word = tokens[at] if at < len(tokens) else ""
    for quantity, many in QUANTITIES.get(word, ()):
        if tokens[at : at + len(quantity)] == quantity:
            return quantity, at + len(quantity), many
    if word == "all" and at + 1 < len(tokens) and tokens[at + 1] in ("my", "our", "the"):
        return ("all", w.TURNED.get(tokens[at + 1], "the")), at + 2, True
    if word == "all" and at + 1 < len(tokens) and tokens[at + 1] in w.THEIRS and holder == w.THEIRS[tokens[at + 1]]:
        return ("all", tokens[at + 1]), at + 2, None
    if word in w.THEIRS:
        return ((word,) if holder == w.THEIRS[word] or (holder == "any" and word != "its") else None), at + 1, None
    if word in DETERMINERS:
        return (w.TURNED.get(word, word),), at + 1, DETERMINERS[word]
    return (), at, None


def _bare(tokens: tuple[str, ...], at: int, determiner: Words, many: bool | None) -> Phrase | None:
    """Adjectives and nouns behind a determiner: the last noun is the head, and its number must fit."""
    at = _past_age(tokens, at) if determiner[-1:] == ("your",) else at
    first = at
    while first < len(tokens) and tokens[first] in w.QUALITIES and _goes_on(tokens, first):
        first += 1
    end = first
    while end < len(tokens) and _noun(tokens[end]) and (end == first or _compounds(tokens, end)):
        end += 1
    if end == first or tokens[end - 1].endswith(("'s", "s'")):
        return None
    head = tokens[end - 1]
    later = end < len(tokens) and tokens[end] in ("before", "after") and head in UNITS
    if later or not _fits(determiner, many, head):
        return None
    if determiner in (("a",), ("an",)):
        determiner = (article(tokens[at]),)
    said = (*tokens[at:first], *(w.CAPITALS.get(word, word) for word in tokens[first:end]))
    kind = "my" if determiner[-1:] == ("your",) else determiner[0] if determiner else ""
    return Phrase((*determiner, *said), end, head, kind, head in PLURAL and head not in SINGULAR)


def _past_age(tokens: tuple[str, ...], at: int) -> int:
    """Past "five year old" before "daughter"."""
    for place in (at, at + 1):
        if tokens[place : place + 2] in (("year", "old"), ("month", "old"), ("week", "old")):
            return place + 2
    return at


def _fits(determiner: Words, many: bool | None, head: str) -> bool:
    """Whether a noun goes with what stands before it: "a job", "two jobs", "work"; not "a jobs", nor "job" alone."""
    plural = head in PLURAL and head not in SINGULAR
    if not determiner:
        return plural or head in MASS
    if determiner[0] in w.A and head in MASS - w.COUNTED:
        return False
    return head in PLURAL if many else not plural if many is False else True


def _compounds(tokens: tuple[str, ...], at: int) -> bool:
    """Whether a noun goes with the one before it: "job interview", but not "my dog loves"."""
    fancied = tokens[at - 1] in FANCIES and tokens[at] in PEOPLE
    return not fancied and tokens[at - 1] not in LAST and not VERB_LIKE.intersection(READINGS.get(tokens[at], ()))


def _goes_on(tokens: tuple[str, ...], at: int) -> bool:
    """An adjective stands before a noun or another adjective: "final exam" has one, "the final" none."""
    after = tokens[at + 1] if at + 1 < len(tokens) else ""
    return _noun(after) or after in w.QUALITIES or not _noun(tokens[at])


def _noun(word: str) -> bool:
    return (
        word in NOUNS or (word.endswith("'s") and word[:-2] in PEOPLE) or (word.endswith("s'") and word[:-1] in PEOPLE)
    )


def article(word: str) -> str:
    """`an` before a vowel that is heard as one."""
    heard = word.startswith(("hour", "honest")) or (
        word[0] in "aeiou" and not word.startswith(("uni", "use", "eu", "one"))
    )
    return "an" if heard else "a"


def gender(head: str) -> str:
    """Which possessive goes back to this subject: "he", "she", "they"; empty where it is unclear."""
    if head in SHE:
        return "she"
    if head in HE:
        return "he"
    if head in MANY_RELATIONS or head in ("everyone", "everybody", "nobody", "someone", "somebody"):
        return "they"
    if head in ONE_RELATION or head in PETS:
        return "any"
    return "" if head in PEOPLE else "it"

"""Who is told of, by relation alone, and whom "she" or "he" means. Names are never kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

Pronoun = Literal["she", "he", "they", ""]

WOMEN = """
mother mom mum mommy mama sister wife girlfriend gf daughter grandmother grandma granny nan nana aunt auntie
niece fiancee stepmother stepmom stepsister stepdaughter sister-in-law mother-in-law daughter-in-law ex-wife
ex-girlfriend godmother
"""
MEN = """
father dad daddy papa brother husband boyfriend bf son grandfather grandpa grandad uncle nephew fiance
stepfather stepdad stepbrother stepson brother-in-law father-in-law son-in-law ex-husband ex-boyfriend
godfather
"""
ANYBODY = """
partner spouse friend boss manager supervisor coworker co-worker colleague cousin ex roommate flatmate
housemate neighbour neighbor teacher professor therapist counsellor counselor doctor landlord child kid baby
toddler dog cat puppy kitten teenager crush bestie
"""
SEVERAL = """
parents sisters brothers siblings kids children sons daughters friends grandparents coworkers colleagues
roommates neighbours neighbors in-laws cousins family
"""
_KINDS: tuple[tuple[str, Pronoun], ...] = ((WOMEN, "she"), (MEN, "he"), (ANYBODY, ""), (SEVERAL, "they"))
GENDER = {word: pronoun for words, pronoun in _KINDS for word in words.split()}
SAME = {
    **dict.fromkeys(("mom", "mum", "mommy", "mama"), "mother"),
    **dict.fromkeys(("dad", "daddy", "papa"), "father"),
    **dict.fromkeys(("grandma", "granny", "nan", "nana"), "grandmother"),
    **dict.fromkeys(("grandpa", "grandad"), "grandfather"),
    **dict.fromkeys(("kid", "baby", "toddler"), "child"),
    "gf": "girlfriend",
    "bf": "boyfriend",
    "neighbor": "neighbour",
    "counselor": "counsellor",
    "auntie": "aunt",
    "stepmom": "stepmother",
    "stepdad": "stepfather",
    "co-worker": "coworker",
    "bestie": "best friend",
    "puppy": "dog",
    "kitten": "cat",
}
"""Two words for one person."""
OF_MINE = re.compile(r"\ban? (\w+) of mine\b")
KIND = re.compile(
    r"\b(?:best|older|younger|elder|big|little|twin|other|oldest|youngest|middle|half|second|first|new|late)\b"
)
"""A word that may tell two sisters apart, and belongs to the relation."""
SPLIT = frozenset(("and", "or", "but", "that", "who", "is", "was", "with", "to", "in", "on", "at", "says", "said"))
HER = re.compile(r"\b(?:she|her|hers|herself|she'[sdl]\w*)\b")
HIM = re.compile(r"\b(?:he|him|his|himself|he'[sdl]\w*)\b")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody told of: "older sister", and "she" where that is known."""

    relation: str
    pronoun: Pronoun = ""

    @property
    def same(self) -> str:
        """One word for all that mean this person."""
        *before, last = self.relation.split()
        return " ".join((*before, SAME.get(last, last)))


def named(text: str) -> tuple[Person, ...]:
    """The people a plain text brings up, in order, each once."""
    found: dict[str, Person] = {}
    words = re.findall(r"[a-z'-]+|[.!?;,]", text)
    for place, word in enumerate(words):
        if word in ("my", "our"):
            person = _after(words[place + 1 : place + 5])
            if person:
                found.setdefault(person.same, person)
    for of_mine in OF_MINE.finditer(text):
        if of_mine[1] in GENDER:
            found.setdefault(of_mine[1], Person(of_mine[1], GENDER[of_mine[1]]))
    return tuple(found.values())


def _after(words: Sequence[str]) -> Person | None:
    """The relation that follows "my": at most two words may stand between, none of which ends the phrase."""
    for place, word in enumerate(words[:3]):
        bare = word.removesuffix("'s")
        if bare in GENDER and not (place + 1 < len(words) and words[place + 1] in GENDER and word in ("kid", "baby")):
            kinds = [before for before in words[:place] if KIND.fullmatch(before) and before not in ("new", "late")]
            return Person(" ".join((*kinds, bare)), GENDER[bare])
        if bare in SPLIT or not word[0].isalpha() or word.endswith("'s"):
            return None
    return None


def joined(before: tuple[Person, ...], text: str) -> tuple[Person, ...]:
    """The people known before and those of this text; a "she" that can mean but one of them tells who that is."""
    known = {person.same: person for person in before}
    fresh = named(text)
    for person in fresh:
        known.setdefault(person.same, person)
    people = tuple(known.values())
    for pattern, pronoun in ((HER, "she"), (HIM, "he")):
        if pattern.search(text) and not any(person.pronoun == pronoun for person in people):
            people = _told_apart(people, fresh, pronoun)  # type: ignore[arg-type]
    return people


def _told_apart(people: tuple[Person, ...], fresh: tuple[Person, ...], pronoun: Pronoun) -> tuple[Person, ...]:
    """With the pronoun given to the one person it can mean: of this text, or else of all."""
    now = {person.same for person in fresh}
    unknown = [person for person in people if not person.pronoun and person.same in now] or [
        person for person in people if not person.pronoun
    ]
    if len(unknown) != 1:
        return people
    return tuple(replace(person, pronoun=pronoun) if person is unknown[0] else person for person in people)


def who(people: Sequence[Person], pronoun: str) -> str | None:
    """ "your sister" for "she", when no other that is told of can be meant."""
    sure = [person for person in people if person.pronoun == pronoun]
    if len(sure) != 1 or (pronoun != "they" and any(not person.pronoun for person in people)):
        return None
    return f"your {sure[0].relation}"

"""The lists of words as sets and maps, made once."""

from __future__ import annotations

from skills.spans import listed, nouns
from skills.spans.nouns import plural
from skills.spans.words import PLACES

SHE, HE = listed(nouns.RELATIONS_SHE), listed(nouns.RELATIONS_HE)
ONE_RELATION = SHE | HE | listed(nouns.RELATIONS_ANY)
MANY_RELATIONS = listed(nouns.RELATIONS_MANY)
RELATIONS = ONE_RELATION | MANY_RELATIONS
PETS = listed(nouns.PETS)
PEOPLE = listed(nouns.PEOPLE) | RELATIONS
SINGULAR = (listed(nouns.THINGS) | PLACES | PEOPLE | PETS | listed(nouns.MASS)) - MANY_RELATIONS
PLURAL = frozenset(map(plural, SINGULAR)) | listed(nouns.PLURAL_ONLY) | MANY_RELATIONS
MASS = listed(nouns.MASS) | PLACES
NOUNS = SINGULAR | PLURAL
_MATTERS = listed(nouns.THINGS) | PETS
MATTERS = (
    (_MATTERS | frozenset(map(plural, _MATTERS)) | {"finances", "plans", "belongings", "bills"})
    - listed(nouns.NO_MATTERS)
    - (PEOPLE - {"crew"})
)
"""What a reply may speak of as a thing of the person's own."""
OCCASIONS = listed(nouns.OCCASIONS)

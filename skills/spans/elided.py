"""Words that people leave out: the `i` of "lost my job", the `my` of "mum's in hospital"."""

from __future__ import annotations

from collections.abc import Sequence

from skills.spans import listed
from skills.spans import words as w
from skills.spans.lexicon import HE, NOUNS, ONE_RELATION, PEOPLE, SHE
from skills.spans.verbs import READINGS

KIN = listed("mum mom mommy mama dad daddy papa nan nana gran granny grandma grandad granddad grandpa")
"""What people call their own by: "dad called"."""
BOSSES = listed("boss husband wife boyfriend girlfriend landlord sister brother son daughter manager flatmate roommate")
"""At the head of a sentence, and before a verb, these are one's own too."""
SELF_TOLD = listed(
    "lost got failed passed found started quit moved had broke forgot finished graduated booked applied bought adopted "
    "missed overslept spent saw resigned retired"
)
"""Verbs with which people begin when they leave out `I`: "Got fired today"."""
WITH_AM = listed("feeling struggling dreading missing waiting")
ALONE = {"been": ("i", "'ve"), "haven't": ("i",), "can't": ("i",), "couldn't": ("i",)}
ANOTHER = listed("he she they him her them it you who")
VERBS = listed("is was has had isn't wasn't hasn't doesn't didn't won't never keeps just finally still")


def completed(told: Sequence[list[str]]) -> list[list[str]]:
    """The sentences with those words put in, where nobody else can be meant."""
    found: list[list[str]] = []
    others = False
    for words in told:
        found.append(_owned(words if others else _self_told(words)))
        others = others or not ANOTHER.isdisjoint(words) or not PEOPLE.isdisjoint(words)
    return found


def _self_told(words: list[str]) -> list[str]:
    at = 0
    while at < len(words) and (words[at] in w.OPENERS or words[at] == ","):
        at += 1
    word, after = words[at] if at < len(words) else "", words[at + 1] if at + 1 < len(words) else ""
    if "me" in words or not after or after in ("i", "it", "he", "she"):
        return words
    left_out = ALONE.get(word) or (("i",) if word in SELF_TOLD else ("i", "'m") if word in WITH_AM else ())
    return [*words[:at], *left_out, *words[at:]]


def _owned(words: list[str]) -> list[str]:
    found: list[str] = []
    for place, word in enumerate(words):
        after = words[place + 1] if place + 1 < len(words) else ","
        if _kin(found, word, after) or (not found and word in BOSSES and _verb(after)):
            found.append("my")
        found.append(word)
    return found


def _kin(before: Sequence[str], word: str, after: str) -> bool:
    """Whether "mum" stands alone for "my mum": not in "a mum", "my mum and dad", "mum of three"."""
    if word.removesuffix("'s") not in KIN or after == "of" or (word in KIN and after in NOUNS - PEOPLE):
        return False
    if not before:
        return True
    if before[-1] == "and":
        return len(before) > 1 and before[-2] not in HE | SHE | ONE_RELATION
    head = before[-1]
    return head in w.FINISHED or head in w.OPENERS or head in READINGS or head == "that"


def _verb(word: str) -> bool:
    return word in VERBS or (not {"past", "third"}.isdisjoint(READINGS.get(word, {})) and word not in NOUNS)

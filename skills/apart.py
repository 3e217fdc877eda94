"""What of a turn is matched with the bank by itself: single sentences, and the last words beside the whole talk."""

from __future__ import annotations

from skills.acts.plain import said
from skills.intent import Acts
from skills.policy import MUCH

TELLING, SENTENCES = 4, 6
"""Of a turn of several sentences, so many of the last ones with so many words are looked at each by itself."""
SMALL_WORDS = """
a an the and or but so just really very its it's it this that there i i'm im me my you your he she they we him her them
his their our us is am are was were be been have has had do does did don't dont didn't didnt can't cant can could would
will of to in on at for with as by from about after because cause if when what how who why not no yes all some any too
now then out up get got getting go going like know feel feeling feels felt think want one day today
"""
SMALL = frozenset(SMALL_WORDS.split())
"""Words that say nothing of the matter."""


def sentences_apart(text: str) -> tuple[list[str], list[str]]:
    """Of a turn of several sentences those that tell and those that ask something by themselves."""
    plain = said(text[-MUCH:])
    full = [item for item in plain.sentences if len(item.split()) + item.endswith("?") >= TELLING and _of_matter(item)]
    told, asked = ([item for item in full if item.endswith("?") is asks] for asks in (False, True))
    return (told[-SENTENCES:], asked[-SENTENCES:]) if len(plain.sentences) > 1 else ([], [])


def last_words_share(acts: Acts) -> float:
    """How much the last words say by themselves: "what should I do?" says little without what came before."""
    if "agrees" in acts:
        return 0.1
    if "complaint" in acts:
        return 0.35  # "I was talking about the phone" is about what was said before
    return 0.5 if "asks_advice" in acts else 0.6


def _of_matter(sentence: str) -> bool:
    return any(word not in SMALL for word in said(sentence).words)

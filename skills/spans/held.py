"""What somebody thinks, hopes or wishes, given back as no more than that: "you think your boss hates you"."""

from __future__ import annotations

from collections.abc import Iterator

from skills.spans import listed
from skills.spans.clauses import clause_at
from skills.spans.render import LONGEST_CLAUSE, render
from skills.spans.tokens import Sentence
from skills.spans.words import BEFORE_VERB

HOLDING = (("think",), ("feel", "like"), ("wish",), ("hope",), ("believe",), ("worry",))
DENIED = (("don't", "think"), ("don't", "feel", "like"), ("don't", "believe"))
STARTS = listed(", and but because so then")


def held(sentence: Sentence) -> Iterator[str]:
    """The clauses that stand behind "I think", with it, where all of them can be read."""
    tokens = sentence.words
    for place, word in enumerate(tokens):
        if word != "i" or place in sentence.doubtful or (place and tokens[place - 1] not in STARTS):
            continue
        at = place + 1
        while at < len(tokens) and tokens[at] in BEFORE_VERB:
            at += 1
        lead = next((words for words in HOLDING + DENIED if tokens[at : at + len(words)] == words), None)
        if lead is None:
            continue
        at += len(lead)
        inner = clause_at(tokens, at + (tokens[at : at + 1] == ("that",)))
        said = render(inner).finite if inner else ""
        words = " ".join(("you", *lead, said))
        if said and len(words.split()) <= LONGEST_CLAUSE:
            yield words

"""Names of others in talk that was not written for us: MELD's utterances name the people who speak in the series.

Every capitalised use of a speaker's name is one to be hidden, and again with the whole utterance in small letters, as
people type. It is a fair test of "Monica" and "Ross", which are common, and of a scene's "Mark" and "Hope"; names of
other countries are rare in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from agents.corpora import meld
from agents.evaluation.care_report import Count, count
from agents.logs.lists import words
from agents.logs.planted import touches
from agents.logs.pseudonyms import find

ROLES = words(
    """
    All Woman Man Guy Policeman Receptionist Nurse Student Director Girl Teacher Jester Stranger Customer Singer
    Hitchhiker Supervisor Voice Leader Doctor Waitress Paleontologist Commercial Message Lecturer Both Janitor Waiter
    Passerby Cookie
    """
)
"""Speakers of one word that are no names."""


def measure(datapath: Path, part: str) -> dict[str, Count]:
    """How many uses of a name were hidden: as they are written, and in small letters."""
    talks = meld.load(datapath, part)
    names = {said.speaker for talk in talks for said in talk.utterances} - ROLES
    texts = [said.text for talk in talks for said in talk.utterances]
    found = [(text, start, end) for text in texts for start, end in uses(text, frozenset(names))]
    return {
        "as written": count(_hidden(text, start, end) for text, start, end in found),
        "in small letters": count(_hidden(text.lower(), start, end) for text, start, end in found),
    }


def uses(text: str, names: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Where one of the names stands, with its capital."""
    for found in re.finditer(r"\b[A-Z][a-z]+\b", text):
        if found[0] in names:
            yield found.span()


def _hidden(text: str, start: int, end: int) -> bool:
    return any(touches(hit, (start, end)) for hit in find(text))

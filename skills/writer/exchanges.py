"""Exchanges: what somebody said and what was written in answer, to be shown to a large writer as demonstrations.

They are of the shelf (`skills.openings`): in words that were written for it, never of a corpus, whose contexts the
shelf only names.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from skills.openings import read


class Exchange(NamedTuple):
    """`said` is empty where a reply was written for whatever is of a kind, or for words that are not ours."""

    said: str
    strategy: str
    reply: str


@cache
def said_before() -> Mapping[str, str]:
    """By each line of the shelf what it was written for, the last message of it; only where these words are ours."""
    found: dict[str, str] = {}
    for opening in read():
        person = [text for supporter, text in opening.context if not supporter]
        for line in opening.lines if person else ():
            found.setdefault(line.text, person[-1])
    return MappingProxyType(found)

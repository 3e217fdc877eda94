"""Names that are words, too: will, hope, mark, may. They are names where they stand or act as one."""

from __future__ import annotations

import re

from agents.logs import cues, lists

NO_PEOPLE = cues.CALENDAR | cues.PLACES | cues.VIRTUES | cues.COMMON
"""A capital alone says nothing of these."""


def acts(word: str, before: str, after: str, *, starts: bool) -> bool:
    """Whether a word of the list is a name between `before` and `after`; `starts`: it begins a sentence."""
    folded = word.casefold()
    if folded not in lists.twofold() or re.search(cues.NOT_BEFORE, before, re.IGNORECASE):
        return False
    capital = word[0].isupper() and not word.isupper()
    if folded in cues.TRAITS and (not capital or re.match(cues.WITH_ME, after, re.IGNORECASE)):
        return False
    return _does(folded, after) or _done_to(folded, before, after, capital) or _stands(folded, after, capital, starts)


def _does(folded: str, after: str) -> bool:
    """ "Mark and I", "will said": it does what people do."""
    return re.match(cues.DOES if folded in cues.MODAL else cues.DOES_OR_IS, after, re.IGNORECASE) is not None


def _done_to(folded: str, before: str, after: str, capital: bool) -> bool:
    """ "I told Grace": something is done to it that is done to people."""
    if folded in cues.MODAL | cues.TRAITS or (folded in cues.VIRTUES and not capital):
        return False
    used = re.match(r" (?:of|for|in|to)\b", after) is not None
    return not used and re.search(cues.DONE_TO, before, re.IGNORECASE) is not None


def _stands(folded: str, after: str, capital: bool, starts: bool) -> bool:
    """A capital within a sentence; at its beginning, where somebody is called or has something."""
    if not capital or folded in NO_PEOPLE:
        return False
    return not starts or (folded not in cues.TRAITS | cues.MODAL and re.match(cues.CALLED_OR_OWN, after) is not None)

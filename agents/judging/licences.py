"""Whose words a judge is sent: corpora whose licence doesn't let everybody be given them, and nobody knows whose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.corpora.catalogue import Corpus, corpora
from agents.judging.pairs import Pair
from agents.seekers.cards import cards
from agents.seekers.scripts import scripts

OPEN = ("CC BY 4.0", "Apache-2.0")
"""Licences by which texts may be given to anybody."""


def bound(pairs: Iterable[Pair]) -> Iterator[Corpus]:
    """The corpora that items are of whose licence says less than that, or says nothing."""
    names = sorted({pair.corpus for pair in pairs} - {""})
    return (one for one in corpora(tuple(names)) if one.licence not in OPEN) if names else iter(())


def unknown(pairs: Iterable[Pair]) -> int:
    """How many items don't say whose words they hold, and aren't of a seeker that comes with Attune."""
    ours = {one.id for one in scripts()} | {one.id for one in cards()}
    return sum(not pair.corpus and pair.item.talk not in ours for pair in pairs)

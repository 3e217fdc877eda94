"""Whose words a judge is sent, where that is a corpus whose licence doesn't let everybody be given them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agents.corpora.catalogue import Corpus, corpora
from agents.judging.pairs import Pair

OPEN = ("CC BY 4.0", "Apache-2.0")
"""Licences by which texts may be given to anybody."""


def bound(pairs: Iterable[Pair]) -> Iterator[Corpus]:
    """The corpora that items are of whose licence says less than that, or says nothing."""
    names = sorted({pair.corpus for pair in pairs} - {""})
    return (one for one in corpora(tuple(names)) if one.licence not in OPEN) if names else iter(())

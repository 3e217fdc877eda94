"""Words of a text: three ways to count them, and which of them carry content.

The papers do not say how they cut texts. Between spaces ("don't know." is two words) is the plain count; with every
punctuation mark as a token of its own EmpatheticDialogues comes to the lengths of its paper.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

WORD = re.compile(r"[a-z0-9]+(?:'[a-z0-9]+)*")
TOKEN = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")

ARTICLES = "a an the this that these those"
PRONOUNS = (
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself "
    "she her hers herself it its itself they them their theirs themselves"
)
VERBS = "am is are was were be been being have has had having do does did doing can will should"
JOINING = (
    "and but if or because as until while than so what which who whom when where why how both either neither nor "
    "of at by for with about against between into through during before after above below to from up down in out on "
    "off over under"
)
ADVERBS = (
    "again further then once here there all any each few more most other some such no not only own same too very "
    "just now"
)
CONTRACTIONS = (
    "it's he's she's you're you've you'll you'd don't doesn't didn't isn't aren't wasn't weren't haven't hasn't hadn't "
    "won't wouldn't shouldn't couldn't can't"
)
"""Those of "I" and of "that" are not among them: the paper's table has them."""

CLOSED = (ARTICLES, PRONOUNS, VERBS, JOINING, ADVERBS, CONTRACTIONS)
FUNCTION_WORDS = frozenset(word for kind in CLOSED for word in kind.split())
"""English words of the closed classes. "oh", "would", "get" and "like" are no such words here: the paper has them."""


def words(text: str) -> list[str]:
    """The words in small letters, without punctuation; an apostrophe within a word belongs to it ("i'm")."""
    return WORD.findall(text.lower().replace("’", "'"))


def spaced(text: str) -> int:
    """How many words stand between spaces."""
    return len(text.split())


def tokens(text: str) -> int:
    """How many words and punctuation marks there are."""
    return len(TOKEN.findall(text))


def content(texts: Iterable[str]) -> Counter[str]:
    """How often each word occurs that is no function word."""
    return Counter(word for text in texts for word in words(text) if word not in FUNCTION_WORDS)


def most(counts: Counter[str], number: int) -> list[tuple[str, int]]:
    """The commonest words, equally common ones by alphabet."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:number]

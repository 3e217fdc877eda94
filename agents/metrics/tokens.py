"""How texts are cut into tokens before they are compared. Scores of differently cut texts cannot be compared.

Every score that cuts takes a `tokenize`, so that a paper's own can be given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from agents.metrics import checks

Tokenize = Callable[[str], Sequence[str]]
MARKS = ".,;:!?'"
_SENTENCE = re.compile(r"(?<=[.?!])\s+")
_TOKEN = re.compile(rf"[{MARKS}]|[^\s{MARKS}]+")


def cased(text: str) -> list[str]:
    """Words at white space, each of `. , ; : ! ? '` apart, case kept: the rule of EmpatheticDialogues' published code
    (Rashkin et al. 2019, `empchat/datasets/tokens.py`), without its dictionary of known words."""
    return _TOKEN.findall(text)


def lowered(text: str) -> list[str]:
    """The same, lower-cased first, as ESConv's published code does (but it cuts with NLTK, which needs data)."""
    return cased(text.lower())


def treebank(text: str) -> list[str]:
    """Lower-cased, by NLTK's rules of the Penn Treebank, sentence by sentence: a stand-in for its `word_tokenize`.

    That finds sentences by a model that has to be downloaded; here one ends at `.`, `?` or `!` before a space, so only
    a full stop after an abbreviation is cut otherwise. MissingPackage where NLTK is not installed.
    """
    cut = checks.library("nltk.tokenize.destructive").NLTKWordTokenizer().tokenize
    return [str(token) for sentence in _SENTENCE.split(text.lower().strip()) for token in cut(sentence)]


def characters(text: str) -> list[str]:
    """Every character but white space: for Chinese, which writes no space between words."""
    return list("".join(text.split()))


def grams(tokens: Sequence[str], n: int) -> list[tuple[str, ...]]:
    """All runs of n tokens, in order."""
    return list(zip(*(tokens[start:] for start in range(n)), strict=False))

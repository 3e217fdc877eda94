"""How texts are cut into tokens before they are compared. Scores of differently cut texts cannot be compared.

Every score that cuts takes a `tokenize`, so that a paper's own can be given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

Tokenize = Callable[[str], Sequence[str]]
MARKS = ".,;:!?'"
_TOKEN = re.compile(rf"[{MARKS}]|[^\s{MARKS}]+")


def cased(text: str) -> list[str]:
    """Words at white space, each of `. , ; : ! ? '` apart, case kept: the rule of EmpatheticDialogues' published code
    (Rashkin et al. 2019, `empchat/datasets/tokens.py`), without its dictionary of known words."""
    return _TOKEN.findall(text)


def lowered(text: str) -> list[str]:
    """The same, lower-cased first, as ESConv's published code does (but it cuts with NLTK, which needs data)."""
    return cased(text.lower())


def characters(text: str) -> list[str]:
    """Every character but white space: for Chinese, which writes no space between words."""
    return list("".join(text.split()))


def grams(tokens: Sequence[str], n: int) -> list[tuple[str, ...]]:
    """All runs of n tokens, in order."""
    return list(zip(*(tokens[start:] for start in range(n)), strict=False))

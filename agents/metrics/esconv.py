"""ESConv's published scores (Liu et al. 2021): what its code prints of replies, its slips included.

For tables that stand beside papers which took that code (`codes_zcj/metric/myMetrics.py`); in all else it differs from
ours in three ways:
- Distinct-n leaves out each reply's last run of n tokens, so a reply of n tokens has none.
- BLEU counts at least one run of each length for each reply, even for one that is shorter (NLTK's corpus BLEU), and
  smooths by `method3`.
- ROUGE-L has b = 1.2; F1 is of tokens, marks among them.

Texts are lower-cased and cut by NLTK's `word_tokenize`, which needs data: `tokens.treebank` stands in for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.metrics import checks
from agents.metrics.bleu import ORDERS, Counts, count
from agents.metrics.diversity import Runs
from agents.metrics.rouge import rouge_l_esconv
from agents.metrics.tokens import Tokenize, grams, treebank

DISTINCT = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Published:
    """What ESConv's code prints, shares from 0 to 1 (there times 100); `length` is the mean tokens of a reply."""

    length: float
    bleu: tuple[float, ...]
    distinct: tuple[float, ...]
    f1: float
    rouge_l: float


def published(guesses: Sequence[str], references: Sequence[Sequence[str]], tokenize: Tokenize = treebank) -> Published:
    """All that the code prints. ValueError where there are no replies, or lengths differ."""
    checks.replies(guesses, references)
    counts = sum((_counts(*pair, tokenize) for pair in zip(guesses, references, strict=True)), Counts())
    said = [tokenize(text) for text in guesses]
    shared = [
        max(_f1(tokens, tokenize(text)) for text in several) for tokens, several in zip(said, references, strict=True)
    ]
    return Published(
        length=sum(map(len, said)) / len(said),
        bleu=tuple(counts.method3(order) for order in ORDERS),
        distinct=tuple(_distinct(said, n) for n in DISTINCT),
        f1=sum(shared) / len(shared),
        rouge_l=sum(rouge_l_esconv(guesses, references, tokenize=tokenize)) / len(said),
    )


def _counts(guess: str, references: Sequence[str], tokenize: Tokenize) -> Counts:
    """As NLTK counts: one run of each length at the least."""
    found = count(guess, references, tokenize)
    return replace(found, total=tuple(max(1, total) for total in found.total))


def _distinct(said: Sequence[Sequence[str]], n: int) -> float:
    """Without each reply's last run: the code's range ends one early."""
    found = [run for tokens in said for run in grams(tokens, n)[:-1]]
    return Runs(frozenset(found), len(found)).distinct()


def _f1(guess: Sequence[str], reference: Sequence[str]) -> float:
    """F1 of the tokens, each as often as in both; 0 where nothing is shared."""
    shared = (Counter(guess) & Counter(reference)).total()
    return 2 * shared / (len(guess) + len(reference)) if shared else 0.0

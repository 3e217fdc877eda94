"""ROUGE-L (Lin 2004, section 3): how much of a reply and its reference stands in both in the same order.

With the longest common subsequence LCS in tokens, P = LCS / reply, R = LCS / reference and
F = (1 + b^2) P R / (R + b^2 P).
Two versions are in use, and they differ by a point or more: the library's, and that of ESConv's published code.
All values are shares from 0 to 1; the papers print them times 100.
"""

from __future__ import annotations

from collections.abc import Sequence

from agents.metrics import checks
from agents.metrics.tokens import Tokenize, lowered

ESCONV_BETA = 1.2
"""ESConv's code (and MS COCO's before it) lets recall weigh a little more."""


def rouge_l(guesses: Sequence[str], references: Sequence[Sequence[str]]) -> list[float]:
    """F1 of each reply with its best reference, by the library rouge_score: b = 1, lower case, letters and digits only,
    no stemmer."""
    checks.replies(guesses, references)
    scorer = checks.library("rouge_score.rouge_scorer").RougeScorer(["rougeL"], use_stemmer=False)
    return [
        float(scorer.score_multi(several, guess)["rougeL"].fmeasure)
        for guess, several in zip(guesses, references, strict=True)
    ]


def rouge_l_esconv(
    guesses: Sequence[str],
    references: Sequence[Sequence[str]],
    beta: float = ESCONV_BETA,
    tokenize: Tokenize = lowered,
) -> list[float]:
    """F of each reply as in ESConv's Table 4: marks are tokens too; with several references the best P and best R."""
    checks.replies(guesses, references)
    return [_weighted(guess, several, beta, tokenize) for guess, several in zip(guesses, references, strict=True)]


def _weighted(guess: str, references: Sequence[str], beta: float, tokenize: Tokenize) -> float:
    tokens, others = tokenize(guess), [tokenize(text) for text in references]
    common = [common_length(tokens, other) for other in others]
    if not any(common):
        return 0.0
    precision = max(common) / len(tokens)
    recall = max(length / len(other) for length, other in zip(common, others, strict=True) if length)
    return (1 + beta**2) * precision * recall / (recall + beta**2 * precision)


def common_length(first: Sequence[str], second: Sequence[str]) -> int:
    """Tokens in the longest common subsequence."""
    row = [0] * (len(second) + 1)
    for token in first:
        above = row
        row = [0]
        for place, other in enumerate(second):
            row.append(above[place] + 1 if token == other else max(above[place + 1], row[place]))
    return row[-1]

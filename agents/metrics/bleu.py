"""BLEU (Papineni et al. 2002): BLEU-1..4, smoothed too, their average as EmpatheticDialogues prints it, and sacreBLEU.

EmpatheticDialogues' code adds up fairseq's counts over the part and prints BLEU-1 to -4, each the geometric mean of the
precisions up to that order times the brevity penalty, without smoothing; AVG BLEU is their mean (Rashkin et al. 2019,
Table 2). ESConv's code takes NLTK's `corpus_bleu`, whose smoothing does nothing where all lengths match. Both are the
corpus level here. All values are shares from 0 to 1; the papers print them times 100.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agents.metrics import checks
from agents.metrics.tokens import Tokenize, cased, grams

ORDERS = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Counts:
    """What BLEU is computed from; counts of parts add up to the counts of the whole.

    `matched` and `total` are runs of 1 to 4 tokens in the replies: those found in a reference (each at most as often as
    there), and all. `guessed` and `expected` are tokens in the replies and in the references nearest in length.
    """

    matched: tuple[int, ...] = (0, 0, 0, 0)
    total: tuple[int, ...] = (0, 0, 0, 0)
    guessed: int = 0
    expected: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            tuple(map(sum, zip(self.matched, other.matched, strict=True))),
            tuple(map(sum, zip(self.total, other.total, strict=True))),
            self.guessed + other.guessed,
            self.expected + other.expected,
        )

    def bleu(self, order: int) -> float:
        """BLEU-`order`, 0 to 1; 0 where no run of some length is found."""
        _check(order)
        return self._mean([*zip(self.matched[:order], self.total[:order], strict=True)])

    def smoothed(self, order: int) -> float:
        """The same with one added to found and all runs of two and more (Lin & Och 2004), for single replies."""
        _check(order)
        pairs = [*zip(self.matched[:order], self.total[:order], strict=True)]
        return self._mean([pairs[0], *((found + 1, max(there, 1) + 1) for found, there in pairs[1:])])

    def method3(self, order: int) -> float:
        """BLEU-`order` of a whole part where some runs are not found: of the first length that lacks them 1/2 counts,

        of the next 1/4, and so on (Chen & Cherry 2014, smoothing 3: NIST's; NLTK's `method3`). 0 where no token is.
        """
        _check(order)
        pairs: list[tuple[float, int]] = []
        share = 1.0
        for found, there in zip(self.matched[:order], self.total[:order], strict=True):
            share = share if found else share / 2
            pairs.append((found or share, there or 1))
        return self._mean(pairs) if self.matched[0] else 0.0

    def average(self) -> float:
        """AVG BLEU: the mean of BLEU-1 to BLEU-4."""
        return sum(map(self.bleu, ORDERS)) / len(ORDERS)

    def _mean(self, pairs: Sequence[tuple[float, int]]) -> float:
        if not self.guessed or not all(found for found, _ in pairs):
            return 0.0
        brevity = min(0.0, 1 - self.expected / self.guessed)
        return math.exp(brevity + sum(math.log(found / there) for found, there in pairs) / len(pairs))


def count(guess: str, references: Sequence[str], tokenize: Tokenize = cased) -> Counts:
    """The counts of one reply; of two references equally near in length the shorter one counts."""
    checks.replies([guess], [references])
    tokens, others = tokenize(guess), [tokenize(text) for text in references]
    matched, total = [], []
    for order in ORDERS:
        found: Counter[tuple[str, ...]] = Counter(grams(tokens, order))
        most: Counter[tuple[str, ...]] = Counter()
        for other in others:
            most |= Counter(grams(other, order))
        matched.append((found & most).total())
        total.append(found.total())
    nearest = min((abs(len(other) - len(tokens)), len(other)) for other in others)[1]
    return Counts(tuple(matched), tuple(total), len(tokens), nearest)


def counts(guesses: Sequence[str], references: Sequence[Sequence[str]], tokenize: Tokenize = cased) -> Counts:
    """The counts of all replies. ValueError where there are none, or lengths differ."""
    checks.replies(guesses, references)
    return sum((count(*pair, tokenize) for pair in zip(guesses, references, strict=True)), Counts())


def corpus_bleu(
    guesses: Sequence[str], references: Sequence[Sequence[str]], order: int = 4, tokenize: Tokenize = cased
) -> float:
    """BLEU-`order` of a whole part, 0 to 1."""
    return counts(guesses, references, tokenize).bleu(order)


def avg_bleu(guesses: Sequence[str], references: Sequence[Sequence[str]], tokenize: Tokenize = cased) -> float:
    """AVG BLEU of a whole part, 0 to 1 (Rashkin et al. 2019, Table 2 prints it times 100)."""
    return counts(guesses, references, tokenize).average()


def sentence_bleu(
    guesses: Sequence[str], references: Sequence[Sequence[str]], order: int = 4, tokenize: Tokenize = cased
) -> list[float]:
    """Smoothed BLEU-`order` of each reply, 0 to 1: for intervals and for looking. Its mean is no corpus BLEU."""
    checks.replies(guesses, references)
    return [count(*pair, tokenize).smoothed(order) for pair in zip(guesses, references, strict=True)]


@dataclass(frozen=True, slots=True)
class Sacre:
    """sacreBLEU's score, 0 to 1, and the signature without which it means little (Post 2018)."""

    score: float
    signature: str


def sacre_bleu(guesses: Sequence[str], references: Sequence[Sequence[str]]) -> Sacre:
    """BLEU-4 with sacreBLEU's own tokenizer (13a) and smoothing. Every reply needs as many references as the others."""
    checks.replies(guesses, references)
    if len({len(several) for several in references}) > 1:
        raise ValueError("sacreBLEU needs as many references for each reply as for the others")
    scorer = checks.library("sacrebleu.metrics.bleu").BLEU()
    found = scorer.corpus_score(list(guesses), [list(column) for column in zip(*references, strict=True)])
    return Sacre(found.score / 100, str(scorer.get_signature()))


def _check(order: int) -> None:
    if order not in ORDERS:
        raise ValueError(f"BLEU's order must be one of {', '.join(map(str, ORDERS))}, and is {order}")

"""The sheets of `attune eval retrieval`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agents.evaluation.banks import Bank
from agents.evaluation.retrieval import Figures
from agents.metrics.intervals import Interval
from agents.statistics.sheet import Cell, Sheet

TITLES = {"empathetic": "EmpatheticDialogues", "esconv": "ESConv", "dailydialog": "DailyDialog"}
KNOWN = "Base 56.90, larger 60.44, BERT 65.92 on the test part (Rashkin et al. 2019)"


@dataclass(frozen=True, slots=True)
class Measured:
    """One corpus: the encoder's figures, P@1,100 after the pair pass (None where it was not run), and milliseconds of

    processor time a context costs, alone and with the pair pass.
    """

    figures: Figures
    pairs: Interval | None
    encode_ms: float
    pair_ms: float | None


def ranked(found: Sequence[Measured], encoder: str, split: str, best: int) -> Sheet:
    """One row a figure, one column a corpus."""
    rows: list[tuple[Cell, ...]] = [
        ("P@1,100, shuffled groups", *(item.figures.p_at_1.percent() for item in found)),
        ("  for five draws of the groups, least to most", *(_spread(item.figures.seeds) for item in found)),
        ("P@1,100, unshuffled", *(item.figures.unshuffled.percent() for item in found)),
        ("P@1, the file's own candidates", *(_inline(item.figures.inline) for item in found)),
        ("recall@5", *(item.figures.recall_5.percent() for item in found)),
        ("recall@10", *(item.figures.recall_10.percent() for item in found)),
        ("MRR", *(item.figures.mrr.percent() for item in found)),
        (f"P@1,100, the best {best} read again in pairs", *(_pairs(item.pairs) for item in found)),
        ("ms of processor a context", *(f"{item.encode_ms:.1f}" for item in found)),
        ("  and of the pair pass", *("" if item.pair_ms is None else f"{item.pair_ms:.1f}" for item in found)),
    ]
    names = (f"{TITLES[item.figures.corpus]} ({item.figures.contexts:,})" for item in found)
    return Sheet(
        name="retrieval",
        title=f"Retrieval by the {encoder} encoder, {split} part, per cent; 95 % bootstrap intervals over groups",
        columns=("figure", *names),
        rows=tuple(rows),
        note=f"EmpatheticDialogues: {KNOWN}. Corpora unfiltered; in brackets, contexts ranked.",
        digits=2,
    )


def retrieved(found: Sequence[Bank], encoder: str, split: str) -> Sheet:
    """AVG BLEU of the reply retrieved from each candidate set."""
    return Sheet(
        name="candidates",
        title=f"EmpatheticDialogues, {split}: the reply retrieved from training parts by the {encoder} encoder",
        columns=("candidates", "different replies", "AVG BLEU", "retrieved from"),
        rows=tuple((bank.name, bank.candidates, bank.bleu.percent(), _shares(bank.shares)) for bank in found),
        digits=2,
    )


def _spread(seeds: Sequence[float]) -> str:
    return f"{100 * min(seeds):.2f} to {100 * max(seeds):.2f}"


def _inline(found: Interval | None) -> Cell:
    return found.percent() if found else "none in the file"


def _pairs(found: Interval | None) -> Cell:
    return found.percent() if found else "not trained"


def _shares(shares: dict[str, float]) -> str:
    return ", ".join(f"{TITLES[corpus]} {100 * share:.0f} %" for corpus, share in shares.items())

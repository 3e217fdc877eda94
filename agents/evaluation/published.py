"""What the papers print, to stand beside our figures. Per cent where the paper prints per cent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Retrieval:
    """A row of Table 2's left half: P@1,100 and AVG BLEU, each None where the paper has no figure."""

    p_at_1: float | None = None
    bleu: float | None = None


TABLE_2: Mapping[tuple[str, str], Retrieval] = {
    ("Pretrained", "R"): Retrieval(None, 4.10),
    ("Pretrained", "ED"): Retrieval(43.25, 5.51),
    ("Base", "ED"): Retrieval(56.90, 5.88),
    ("Base", "ED+DD"): Retrieval(None, 5.61),
    ("Base", "ED+DD+R"): Retrieval(None, 4.74),
    ("Multitask", "ED"): Retrieval(55.73, 6.18),
    ("EmoPrepend-1", "ED"): Retrieval(56.31, 5.93),
    ("EmoPrepend-3", "ED"): Retrieval(55.75, 6.23),
    ("EmoPrepend-5", "ED"): Retrieval(56.35, 6.18),
    ("TopicPrepend-1", "ED"): Retrieval(56.38, 6.00),
    ("TopicPrepend-3", "ED"): Retrieval(55.44, 5.97),
    ("TopicPrepend-5", "ED"): Retrieval(55.75, 6.17),
    ("Ensem-DM", "ED"): Retrieval(52.71, 6.03),
    ("Ensem-DM+", "ED"): Retrieval(52.35, 6.04),
    ("Ensem-Tran", "ED"): Retrieval(51.69, 5.88),
}
"""Rashkin et al. 2019, Table 2, left half, on the test part, by model and candidate set (R: Reddit)."""

TABLE_9: Mapping[str, tuple[float, float]] = {
    "fastText": (0.43, 0.41),
    "DeepMoji, best of four": (0.48, 0.45),
}
"""Rashkin et al. 2019, Table 9: accuracy on 32 emotions from situations, whole and cut (ED-cut)."""

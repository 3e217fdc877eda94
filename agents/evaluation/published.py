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

Printed = Mapping[str, tuple[float, ...]]
"""What a table prints of a generator, by measure; two where it has two backbones (DialoGPT, BlenderBot)."""

GENERATED: Mapping[str, Mapping[str, Printed]] = {
    "ed": {
        "Pretrained": {"PPL": (27.96,), "AVG BLEU": (5.01,)},
        "Fine-tuned": {"PPL": (21.24,), "AVG BLEU": (6.27,)},
        "Multitask": {"PPL": (24.07,), "AVG BLEU": (5.42,)},
        "EmoPrepend-1": {"PPL": (24.30,), "AVG BLEU": (4.36,)},
        "EmoPrepend-3": {"PPL": (23.96,), "AVG BLEU": (2.69,)},
        "EmoPrepend-5": {"PPL": (25.40,), "AVG BLEU": (5.56,)},
        "TopicPrepend-1": {"PPL": (25.40,), "AVG BLEU": (4.17,)},
        "TopicPrepend-3": {"PPL": (25.02,), "AVG BLEU": (3.13,)},
        "TopicPrepend-5": {"PPL": (25.10,), "AVG BLEU": (6.20,)},
        "Ensem-DM": {"PPL": (19.05,), "AVG BLEU": (6.83,)},
        "Ensem-DM+": {"PPL": (19.10,), "AVG BLEU": (6.77,)},
        "Ensem-Tran": {"PPL": (19.21,), "AVG BLEU": (6.41,)},
    },
    "esconv": {
        "Vanilla": {"PPL": (15.51, 16.23), "B-2": (5.13, 5.45), "R-L": (15.26, 15.43), "Extrema": (49.80, 50.49)},
        "Joint": {"B-2": (5.00, 5.35), "R-L": (15.09, 15.46), "Extrema": (49.97, 50.27)},
        "Oracle": {"PPL": (15.19, 16.03), "B-2": (5.52, 6.31), "R-L": (15.82, 17.90), "Extrema": (50.18, 51.65)},
        "TransESC, leak-free rerun": {"PPL": (16.92,), "B-2": (6.51,), "R-L": (15.94,), "strategy": (31.15,)},
    },
    "meed2": {
        "Raw": {"PPL": (35.8,)},
        "Fine-tuned": {"PPL": (19.3,)},
        "MEED2": {"PPL": (17.2,), "weighted F1": (28.64,)},
    },
}
"""On the papers' own test parts: Rashkin et al. 2019, Table 2, right half (Base is Fine-tuned); Xie & Pu 2021, Tables 3

and 4; Liu et al. 2021, Table 4, and TransESC's code (Zhao et al. 2023) run again with a split by conversation: its BLEU
is of byte-pair pieces, not of words.
"""

"""The shelf's recipe: vectors of all lines and of what they were written for, in fewer numbers of eight bits each."""

from __future__ import annotations

import logging

import numpy as np
from numpy.typing import NDArray

from agents.corpora.openings import contexts
from agents.evaluation.vector_cache import FOLDER, VectorCache
from agents.training.common.run import Run
from skills import openings
from skills.encoder import shared_text_encoder
from skills.models.matcher import Floats, Matcher
from skills.shelf import NAME, Codes, digest, written
from skills.shelf_vectors import of_contexts

log = logging.getLogger(__name__)
MEASURE = "attune eval replies, after --install"
COMPONENTS = 176
"""Of 768: of the thirty lines nearest by all numbers, nine in ten are nearest by these."""
MOST = 127
"""The largest code."""


def train(run: Run) -> None:
    """Encode everything and save `shelf`."""
    told = openings.read()
    rows = written(told)
    encoder = shared_text_encoder(run.adapter, run.size)
    vectors = VectorCache(Matcher(encoder), FOLDER)
    talks = of_contexts([context for context in contexts(told, run.datapath) if context], encoder)
    replies = vectors.replies([line.text for line, _ in rows])
    tensors: dict[str, NDArray[np.generic]] = {"digest": np.frombuffer(digest(rows), np.uint8)}
    for name, many, found in (("reply", "replies", replies), ("opening", "openings", talks)):
        axes = principal(found, COMPONENTS)
        codes, scales = in_eight_bits(found @ axes.T)
        tensors |= {f"{name}_axes": axes, many: codes, f"{name}_scales": scales}
    log.info("%d lines, %d openings", len(rows), len(talks))
    run.save(NAME, tensors, {"adapter": run.adapter})


def principal(vectors: Floats, count: int) -> Floats:
    """The first principal axes (count, d) of vectors (n, d), not centred: dot products stay what they are."""
    _, axes = np.linalg.eigh(vectors.T @ vectors)
    found: Floats = np.ascontiguousarray(axes.T[::-1][:count])
    return found


def in_eight_bits(vectors: Floats) -> tuple[Codes, Floats]:
    """Codes (n, k) and a scale (n,) for each row."""
    scales = np.abs(vectors).max(axis=1) / MOST
    return np.round(vectors / scales[:, None]).astype(np.int8), scales.astype(np.float32)

"""A baseline of speed: ParlAI's own bi-encoder agent on a bank of ours, in replies a second.

`transformer/biencoder` (Humeau et al. 2020, section 4.1) with fixed candidates, as ParlAI ships it: a product with all
candidates, which are then sorted. Only speed is compared. So nothing is downloaded or trained: the agent has a network
of our encoder's size with random weights, and our candidates' vectors in the place of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np

from agents.metrics.intervals import Interval, Rows, interval
from skills.models.encoder import Piece
from skills.models.matcher import CONTEXT, REPLY, TURNS, Matcher
from skills.search.bank import VECTORS, Bank, load
from skills.search.vectors import Floats, mapped
from skills.sizes import SMALL

WARM = 2
READ = 10_000
"""Candidates whose words make the agent's vocabulary, at most as many as our encoder's."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Replies a second, from the text of a context to the text of a reply; medians over `queries`, timed by turns."""

    queries: int
    theirs: Interval
    ours: Interval
    ratio: Interval


def compared(bank: Path, matcher: Matcher, talks: Sequence[Sequence[Piece]]) -> Compared:
    """Both answer each talk, one after the other. MissingPackage where ParlAI is not installed."""
    opened = load(bank, matcher.identity)
    about = opened.about
    rows = mapped(bank / about.fingerprint / VECTORS, about.rows, about.width).astype(np.float32)
    with TemporaryDirectory() as folder:
        baseline = ParlAIBaseline(Path(folder), [opened[place].text for place in range(len(opened))], rows)
    del rows
    seconds = np.array([_timed(baseline, opened, matcher, talk) for talk in [*talks[:WARM], *talks]][WARM:])

    def rate(column: int) -> Interval:
        return interval(len(talks), lambda drawn: float(1 / np.median(seconds[drawn, column])))

    def quotient(drawn: Rows) -> float:
        return float(np.median(seconds[drawn, 0]) / np.median(seconds[drawn, 1]))

    return Compared(len(talks), rate(0), rate(1), interval(len(talks), quotient))


def _timed(baseline: ParlAIBaseline, opened: Bank, matcher: Matcher, talk: Sequence[Piece]) -> tuple[float, float]:
    began = perf_counter()
    baseline(talk)
    between = perf_counter()
    nearest(opened, matcher, talk)
    return between - began, perf_counter() - between


def nearest(opened: Bank, matcher: Matcher, talk: Sequence[Piece]) -> str:
    """Our reply."""
    _, places = opened.nearest(matcher.contexts([talk]), 1)
    return opened[int(places[0, 0])].text


class ParlAIBaseline:
    """ParlAI's agent with `texts` as its fixed candidates and `rows` (n, d) as their vectors."""

    def __init__(self, folder: Path, texts: list[str], rows: Floats) -> None:
        import torch

        from agents.border import theirs

        words = Counter(word for text in texts[:READ] for word in re.findall(r"\w+|[^\w\s]", text.lower()))
        dictionary, first = folder / "words.dict", folder / "first.txt"
        dictionary.write_text("".join(f"{word}\t{count}\n" for word, count in words.most_common(SMALL.words)))
        first.write_text("one\n")
        self.agent: Any = theirs(
            model="transformer/biencoder",
            model_file=str(folder / "model"),
            datapath=str(folder),
            datatype="valid",
            dict_file=str(dictionary),
            dict_lower=True,
            candidates="fixed",
            eval_candidates="fixed",
            fixed_candidates_path=str(first),
            encode_candidate_vecs=True,
            embedding_size=SMALL.width,
            ffn_size=SMALL.inner,
            n_layers=SMALL.layers,
            n_heads=SMALL.heads,
            n_positions=SMALL.positions,
            activation="gelu",
            text_truncate=CONTEXT,
            label_truncate=REPLY,
            no_cuda=True,
            loglevel="warn",
        )
        self.agent.fixed_candidates, self.agent.num_fixed_candidates = texts, len(texts)
        self.agent.fixed_candidate_vecs = torch.zeros(len(texts), 1, dtype=torch.long)
        self.agent.fixed_candidate_encs = torch.from_numpy(rows)

    def __call__(self, talk: Sequence[Piece]) -> str:
        """Its reply to a talk, which it has not heard before."""
        self.agent.reset()
        self.agent.observe({"id": "person", "text": "\n".join(text for _, text in talk[-TURNS:]), "episode_done": True})
        return str(self.agent.act()["text"])

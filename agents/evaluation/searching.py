"""How fast and how exact the search of very many replies is, how long a whole reply takes, and how much memory."""

from __future__ import annotations

import random
import resource
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

from agents.corpora.exchanges import load as exchanges
from agents.evaluation.latency import NOW
from agents.evaluation.many import many
from agents.evaluation.startup import KIB
from agents.metrics.intervals import Interval, interval
from bot.config import Config, Use, read
from bot.dialog import Conversation, Turn
from skills.models.encoder import Piece
from skills.models.matcher import Matcher
from skills.search.bank import VECTORS, Candidate, load, write
from skills.search.nearest import Exact, Nearest
from skills.search.vectors import Floats, Halves, grow, mapped

BEST = 10
WARM = 20
"""Queries before the clock runs."""
RETRIEVES = "retrieve"


@dataclass(frozen=True, slots=True)
class Searched:
    """Medians in milliseconds of a query by the exact product and by the cells, their ratio, and the cells' recall."""

    candidates: int
    queries: int
    exact_ms: Interval
    cells_ms: Interval
    ratio: Interval
    recall: Interval


@dataclass(frozen=True, slots=True)
class Replied:
    """Median milliseconds of a whole reply and of its retrieval, and the peak of resident memory (10^6 bytes)."""

    replies: int
    reply_ms: float
    retrieve_ms: float
    peak_mb: float


class Kept:
    """Vectors that are there already, looked up by text."""

    def __init__(self, identity: str, texts: Sequence[str], rows: Halves) -> None:
        self.identity, self._rows = identity, rows
        self._places = {text: place for place, text in enumerate(texts)}

    def replies(self, texts: Sequence[str]) -> Floats:
        return self._rows[[self._places[text] for text in texts]].astype(np.float32)


def prepare(datapath: Path, folder: Path, candidates: int, matcher: Matcher) -> Iterator[int]:
    """Make the bank in `folder`/CANDIDATES, and say how many of its replies are encoded so far.

    Vectors are kept in `folder` for larger and smaller banks; a run that was stopped goes on.
    """
    texts, _ = many(datapath, candidates)
    width = matcher.replies(texts[:1]).shape[1]
    yield from grow(folder / VECTORS, texts, matcher.replies, matcher.identity, width)
    kept = Kept(matcher.identity, texts, mapped(folder / VECTORS, len(texts), width))
    bank = folder / str(candidates)
    for _ in write(bank, [Candidate(text, "corpora") for text in texts], kept, small=0):
        pass


def contexts(datapath: Path, number: int) -> list[tuple[Piece, ...]]:
    """What was said before `number` replies of EmpatheticDialogues' validation part, drawn by chance."""
    found = [item.context for item in exchanges("empathetic", datapath, "valid")]
    return random.Random(0).sample(found, min(number, len(found)))


def search(bank: Path, identity: str, queries: Floats) -> Searched:
    """Each query by the exact product over float32 rows in memory, and by the cells, in turns on one thread."""
    opened = load(bank, identity)
    about = opened.about
    exact = Exact(mapped(bank / about.fingerprint / VECTORS, about.rows, about.width))
    times = np.array(list(_timed(exact, opened.nearest, queries))) * 1000  # (q, 2)
    found = np.array([_shared(exact, opened.nearest, query) for query in queries])
    return Searched(
        candidates=about.rows,
        queries=len(queries),
        exact_ms=interval(len(times), lambda rows: float(np.median(times[rows, 0]))),
        cells_ms=interval(len(times), lambda rows: float(np.median(times[rows, 1]))),
        ratio=interval(len(times), lambda rows: float(np.median(times[rows, 0]) / np.median(times[rows, 1]))),
        recall=interval(len(found), lambda rows: float(found[rows].mean())),
    )


def _timed(exact: Nearest, cells: Nearest, queries: Floats) -> Iterator[tuple[float, float]]:
    warm = queries[:WARM]
    for number, query in enumerate(np.concatenate([warm, queries])):
        began = perf_counter()
        exact(query[None], BEST)
        between = perf_counter()
        cells(query[None], BEST)
        if number >= len(warm):
            yield between - began, perf_counter() - between


def _shared(exact: Nearest, cells: Nearest, query: Floats) -> float:
    """The share of the exact best that the cells find."""
    wanted, found = (set(way(query[None], BEST)[1][0].tolist()) for way in (exact, cells))
    return len(wanted & found) / len(wanted)


def replied(bank: Path, talks: Sequence[Sequence[Piece]]) -> Replied:
    """The default bot, answering from the bank instead of its own, in a process that has nothing else in memory."""
    with ProcessPoolExecutor(1, get_context("spawn")) as alone:
        return alone.submit(_replied, bank, talks).result()


def _replied(bank: Path, talks: Sequence[Sequence[Piece]]) -> Replied:
    from bot.build import build

    engine = build(answering_from(bank.resolve()))
    whole, parts = [], []
    warm = talks[:WARM]
    for number, pieces in enumerate([*warm, *talks]):
        turns = tuple(Turn("bot" if own else "user", text, NOW) for own, text in pieces[:-1])
        began = perf_counter()
        step = engine.step(Conversation("bench:1::person", turns), pieces[-1][1], NOW)
        if number >= len(warm):
            whole.append(perf_counter() - began)
            parts += [ms for name, ms in step.trace.ms if name == "retrieve.corpus"]
    return Replied(len(whole), 1000 * median(whole), median(parts or [0.0]), _peak_mb())


def answering_from(bank: Path) -> Config:
    """The default bot as a file beside the bank would have it, which is the one place that may name it."""
    usual, use = read("default"), "retrieve.corpus"
    skills = tuple(Use(use, {"bank": bank.name}, old.where) if old.use == RETRIEVES else old for old in usual.skills)
    return replace(usual, path=bank.parent / "bench.toml", beside=bank.parent, skills=skills)


def _peak_mb() -> float:
    """The most memory that was resident in this process since its program began."""
    status = Path("/proc/self/status")
    if not status.is_file():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KIB / 1e6
    (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024 / 1e6

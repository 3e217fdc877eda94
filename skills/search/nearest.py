"""The rows of a bank nearest to a vector: an exact product for small banks, FAISS for large ones.

A large bank is cut into cells around the centres that k-means finds (Sivic & Zisserman 2003; Johnson et al. 2019,
section 2.2); the rows of the cells nearest to a vector are compared in one bit a number (RaBitQ: Gao & Long 2024), and
the best of them once more by the rows themselves.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from bot.distribution import install_line
from bot.errors import CorpusError, MissingPackage
from skills.search.vectors import Floats, Halves, mapped

Places = NDArray[np.int64]
SMALL = 20_000
"""Rows up to which a bank is compared whole: 30 MB, some two milliseconds."""
CELLS = 4.0
"""Cells for each root of the number of rows."""
LEARNT_FROM = 40
"""Rows for each cell that k-means looks at."""
PROBED = 224
"""Cells that are looked into."""
QUERY_BITS = 4
"""Bits a number of the vector that is looked for, while those of the rows have one."""
AGAIN = 16
"""So many times the wanted rows are compared once more by the rows themselves."""
BLOCK = 20_000


class Nearest(Protocol):
    """Vectors (n, d), how many -> scores and places (n, k), best first; where there are fewer, place -1 at -inf."""

    def __call__(self, vectors: Floats, count: int) -> tuple[Floats, Places]: ...


class Exact:
    """The product with every row."""

    def __init__(self, rows: Halves) -> None:
        self.rows = rows.astype(np.float32)

    def __call__(self, vectors: Floats, count: int) -> tuple[Floats, Places]:
        return _best(
            vectors @ self.rows.T, np.broadcast_to(np.arange(len(self.rows)), (len(vectors), len(self.rows))), count
        )


class Cells:
    """The product with the rows of the nearest cells. The index is mapped into memory; rows are read one by one."""

    def __init__(self, path: Path, vectors: Path, rows: int, width: int, probed: int = PROBED) -> None:
        self.faiss = faiss()
        try:
            self.index = self.faiss.read_index(str(path), self.faiss.IO_FLAG_MMAP | self.faiss.IO_FLAG_READ_ONLY)
        except RuntimeError as error:
            raise CorpusError(f"{path}: this is no whole index ({str(error).splitlines()[-1]:.120})") from None
        if (self.index.ntotal, self.index.d) != (rows, width):
            raise CorpusError(
                f"{path}: {self.index.ntotal} rows of {self.index.d} where {rows} of {width} are expected"
            )
        self.index.nprobe, self.index.qb = min(probed, self.index.nlist), QUERY_BITS
        # 32 threads a search would read cells ahead: starting them takes longer than the search.
        self.faiss.downcast_InvertedLists(self.index.invlists).prefetch_nthread = 0
        self.width = width
        self.file = os.open(vectors, os.O_RDONLY)

    def __call__(self, vectors: Floats, count: int) -> tuple[Floats, Places]:
        _, places = self.index.search(np.ascontiguousarray(vectors, np.float32), AGAIN * count)
        scores = np.full(places.shape, -np.inf, np.float32)
        for number, (vector, found) in enumerate(zip(vectors, places, strict=True)):
            real = found >= 0
            scores[number, real] = self.read(found[real]) @ vector
        return _best(scores, places, count)

    def read(self, places: Places) -> Floats:
        """(n, d) the rows at these places. Read, not mapped: mapped pages would stay and add up to the whole file."""
        size = 2 * self.width
        held = b"".join(os.pread(self.file, size, int(place) * size) for place in places)
        return np.frombuffer(held, np.float16).reshape(-1, self.width).astype(np.float32)

    def __del__(self) -> None:
        if hasattr(self, "file"):
            os.close(self.file)


def build(path: Path, vectors: Path, rows: int, width: int, seed: int = 0) -> None:
    """Make the index of a file of vectors; it appears at `path` whole or not at all."""
    library = faiss()
    held = mapped(vectors, rows, width)
    cells = max(int(CELLS * rows**0.5), 1)
    index = library.index_factory(width, f"IVF{cells},RaBitQ", library.METRIC_INNER_PRODUCT)
    index.cp.seed, index.cp.spherical = seed, True
    sample = np.sort(np.random.default_rng(seed).permutation(rows)[: LEARNT_FROM * cells])
    index.train(held[sample].astype(np.float32))
    for start in range(0, rows, BLOCK):
        index.add(held[start : start + BLOCK].astype(np.float32))
    aside = path.with_name(f"{path.name}.aside")
    library.write_index(index, str(aside))
    aside.replace(path)


def faiss() -> Any:
    """The library, with one thread. MissingPackage says how to install it."""
    try:
        import faiss as library
    except ImportError as error:
        what = f"a bank of more than {SMALL} replies is searched by FAISS"
        raise MissingPackage(f"{what}: {install_line('search')}") from error
    library.omp_set_num_threads(1)  # as torch: two threads on a busy machine make a search many times slower
    return library


def _best(scores: Floats, places: Places, count: int) -> tuple[Floats, Places]:
    """(n, k) of the highest scores of each line, highest first; of equal ones the earlier place."""
    kept = min(count, scores.shape[1])
    least = -np.partition(-scores, kept - 1, axis=1)[:, kept - 1]
    top = np.empty((len(scores), kept), np.int64)
    for row, (line, bar) in enumerate(zip(scores, least, strict=True)):
        some = np.flatnonzero(line >= bar)  # more than are wanted where several equal the last
        top[row] = some[np.lexsort((places[row, some], -line[some]))[:kept]]
    rows = np.arange(len(scores))[:, None]
    return scores[rows, top], places[rows, top]

"""Whether a corpus is read as it should be: our counts beside those of its paper and its release."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agents.corpora.catalogue import Corpus, Count
from agents.corpora.reading import PARTS
from bot.errors import CorpusMissing


@dataclass(frozen=True, slots=True)
class Row:
    """One unit of one part: `found` of them here, `expected` as the catalogue has them (None: nothing is known)."""

    corpus: str
    part: str
    unit: str
    found: int
    expected: Count | None

    @property
    def wrong(self) -> bool:
        return self.expected is not None and self.found != self.expected.here


@dataclass(frozen=True, slots=True)
class Checked:
    """What was counted in one corpus, and its parts that are not here."""

    corpus: str
    rows: tuple[Row, ...]
    missing: tuple[str, ...]

    @property
    def wrong(self) -> bool:
        """A count is not as expected, or nothing of the corpus is here."""
        return not self.rows or any(row.wrong for row in self.rows)


def check(corpus: Corpus, datapath: Path) -> Checked:
    """Read every part that is here and count. CorpusError for a file that is damaged."""
    rows: list[Row] = []
    missing: list[str] = []
    for part in PARTS:
        try:
            rows += _rows(corpus, part, datapath)
        except CorpusMissing:
            missing.append(part)
    return Checked(corpus.name, tuple(rows), tuple(missing))


def _rows(corpus: Corpus, part: str, datapath: Path) -> Iterator[Row]:
    expected = corpus.counts.get(part, {})
    for unit, found in corpus.reader.count(datapath, part).items():
        yield Row(corpus.name, part, unit, found, expected.get(unit))

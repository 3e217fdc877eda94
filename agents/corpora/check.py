"""Whether a corpus is read as it should be: our counts beside those of its paper and its release."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agents.corpora.catalogue import Corpus, Count
from agents.corpora.reading import PARTS
from bot.errors import CorpusError, CorpusMissing


@dataclass(frozen=True, slots=True)
class Row:
    """One unit of one part: `found` of them here, beside what the catalogue has (an empty `Count`: nothing)."""

    part: str
    unit: str
    found: int
    count: Count

    @property
    def right(self) -> bool:
        """It is one of the numbers known: a whole copy may have what was published, or what ours was counted to."""
        return self.found in self.count.known

    @property
    def wrong(self) -> bool:
        """It is another number than was counted before; where nothing was, nothing is wrong."""
        return self.count.here is not None and not self.right


@dataclass(frozen=True, slots=True)
class Checked:
    """What was counted in one corpus, its parts that are not here, and what is wrong with those that are damaged."""

    corpus: Corpus
    rows: tuple[Row, ...]
    missing: tuple[str, ...]
    damage: tuple[str, ...]

    @property
    def wrong(self) -> bool:
        """A file is damaged, or a count is not as expected."""
        return bool(self.damage) or any(row.wrong for row in self.rows)

    @property
    def absent(self) -> bool:
        """Nothing of the corpus is here."""
        return len(self.missing) == len(PARTS)


def check(corpus: Corpus, datapath: Path) -> Checked:
    """Read every part that is here and count."""
    rows: list[Row] = []
    missing: list[str] = []
    damage: list[str] = []
    for part in PARTS:
        try:
            rows += _rows(corpus, part, datapath)
        except CorpusMissing:
            missing.append(part)
        except CorpusError as error:
            damage.append(str(error))
    return Checked(corpus, tuple(rows), tuple(missing), tuple(dict.fromkeys(damage)))


def _rows(corpus: Corpus, part: str, datapath: Path) -> Iterator[Row]:
    counts = corpus.counts.get(part, {})
    for unit, found in corpus.reader.count(datapath, part).items():
        yield Row(part, unit, found, counts.get(unit, Count()))

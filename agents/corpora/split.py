"""EmpatheticDialogues divided anew, so that nobody who told a situation in one part tells one in another.

Its publishers divided it "by the speaker who gave the situation" (Rashkin et al. 2019, section 3.3); this does the same
with other shares or another seed. Whole lines of the files are kept as they are, so every reader of the corpus reads
what comes out.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.corpora.empathetic import FOLDER, HEADER, read
from agents.corpora.reading import PARTS, text_of
from bot.errors import CorpusError, CorpusMissing


@dataclass(frozen=True, slots=True)
class Told:
    """A conversation: who told its situation, and its lines in the file."""

    teller: str
    lines: tuple[str, ...]


def by_speaker(datapath: Path, out: Path, shares: Sequence[float], seed: int) -> dict[str, int]:
    """Divide all parts that are below `datapath` and write them below `out`; gives the conversations of each part.

    Tellers are drawn by the seed and dealt out until a part has its share of the conversations. CorpusError when `out`
    holds a corpus already, when there is nothing to divide, or when too few people are told apart.
    """
    folder = out / FOLDER
    if folder.exists():
        raise CorpusError(f"{folder} is there already; name another folder")
    talks = [talk for part in PARTS for talk in _told(datapath / FOLDER / f"{part}.csv")]
    if not talks:
        raise CorpusMissing(f"{datapath / FOLDER}: there is no part of EmpatheticDialogues")
    parts = deal(talks, shares, seed)
    if any(share and not parts[part] for part, share in zip(PARTS, shares, strict=True)):
        raise CorpusError(
            f"{datapath / FOLDER}: {len({talk.teller for talk in talks})} told the situations, which are too few to "
            "divide (speaker_idx numbers the people in the release; in some copies it is only 1 for whoever told it)"
        )
    try:
        _write(parts, folder)
    except OSError as error:
        raise CorpusError(f"{folder}: this folder cannot be made ({error.strerror})") from None
    return {part: len(members) for part, members in parts.items()}


def deal(talks: Sequence[Told], shares: Sequence[float], seed: int) -> Mapping[str, list[Told]]:
    """The talks in `PARTS`, all of one teller in the same; shares are of the talks and need not add up to one."""
    tellers = sorted({talk.teller for talk in talks})
    random.Random(seed).shuffle(tellers)
    own: dict[str, list[Told]] = {teller: [] for teller in tellers}
    for talk in talks:
        own[talk.teller].append(talk)
    bounds = [sum(shares[: place + 1]) / sum(shares) * len(talks) for place in range(len(PARTS))]
    parts: dict[str, list[Told]] = {part: [] for part in PARTS}
    dealt = 0
    for teller in tellers:
        part = next(name for name, bound in zip(PARTS, bounds, strict=True) if dealt < bound)
        parts[part] += own[teller]
        dealt += len(own[teller])
    return parts


def _write(parts: Mapping[str, Sequence[Told]], folder: Path) -> None:
    """All three files or none: they are written aside first."""
    aside = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    for part, members in parts.items():
        lines = [",".join(HEADER), *(line for talk in members for line in talk.lines)]
        (aside / f"{part}.csv").write_text("\n".join(lines) + "\n", encoding="utf8", newline="")
    aside.rename(folder)


def _told(path: Path) -> list[Told]:
    if not path.exists():
        return []
    lines = [line for line in text_of(path).split("\n")[1:] if line]
    found: list[Told] = []
    place = 0
    for dialog in read(path):  # refuses whatever is damaged, so that lines and conversations go together
        end = place + len(dialog.utterances)
        found.append(Told(dialog.utterances[0].worker, tuple(lines[place:end])))
        place = end
    return found

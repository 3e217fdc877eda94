"""Batch scoring: each utterance of a corpus with its likeliest labels, by many workers, resumed where it stopped.

What is written holds no words: ids, labels with their shares, emotionality.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from agents.corpora.catalogue import corpus
from agents.corpora.show import talks
from agents.corpora.shown import Talk
from agents.curation import labelling
from agents.curation.dialogs import Turn
from agents.curation.manifest import claim, code, weights
from agents.curation.pool import each
from agents.curation.run import alone
from bot.errors import ConfigError
from bot.files import put

SHARD = 200
"""Dialogs of one piece of work."""
SHARDS, SCORES = "shards", "scores.jsonl"


@dataclass(frozen=True, slots=True)
class Scored:
    """What decides a run's result. `texts` is a checksum of all that is scored."""

    corpus: str
    part: str
    talks: int
    texts: str
    labeller: str
    weights: str
    code: str


@dataclass(frozen=True, slots=True)
class Scoring:
    """What is to be done: the `part` of a corpus below `datapath`, results into `out`, by workers as in `run.Job`."""

    name: str
    part: str
    datapath: Path
    out: Path
    labeller: str = labelling.DEFAULT
    workers: int = 2
    ray: str = ""

    def talks(self) -> list[Talk]:
        return list(talks(corpus(self.name), self.datapath, self.part))

    def begin(self) -> Callable[[str], None]:
        """What scores one shard."""
        everything, labeller = self.talks(), labelling.maker(self.labeller)()

        def do(shard: str) -> None:
            start = int(shard) * SHARD
            lines = _scored(everything[start : start + SHARD], labeller)
            put(self.out / SHARDS / f"{shard}.jsonl", "".join(lines).encode())

        return do


def score(job: Scoring) -> int:
    """Do the job, or go on with it, and write `scores.jsonl`; returns how many dialogs are in it.

    Raises CorpusError where the part is not there or the folder belongs to another run, ConfigError for names that
    nobody knows.
    """
    if job.labeller == labelling.NONE:
        raise ConfigError("--labeller none scores nothing: name one")
    labelling.maker(job.labeller)
    if job.ray:  # workers have other working directories
        job = replace(job, datapath=job.datapath.resolve(), out=job.out.resolve())
    found = job.talks()
    claim(job.out, Scored(job.name, job.part, len(found), _sum(found), job.labeller, weights(), code()))
    with alone(job.out):
        pieces = [f"{number:06}" for number in range(-(-len(found) // SHARD))]
        paths = [job.out / SHARDS / f"{piece}.jsonl" for piece in pieces]
        each(
            job, [piece for piece, path in zip(pieces, paths, strict=True) if not path.is_file()], job.workers, job.ray
        )
        put(job.out / SCORES, b"".join(path.read_bytes() for path in paths))
    return len(found)


def _scored(found: Sequence[Talk], labeller: labelling.Labeller | None) -> list[str]:
    """A line for each dialog, in their order."""
    dialogs = [tuple(Turn(line.text, None, None) for line in talk.lines) for talk in found]
    labelled = labelling.label(dialogs, labeller)
    return [_json(talk, item) for talk, item in zip(found, labelled, strict=True)]


def _json(talk: Talk, item: labelling.Labelled) -> str:
    turns = [
        {"role": line.role, "labels": [list(share) for share in shares], "emotionality": emotional}
        for line, shares, emotional in zip(talk.lines, item.top, item.turns, strict=True)
    ]
    return json.dumps({"id": talk.id, "emotionality": item.emotionality, "turns": turns}, ensure_ascii=False) + "\n"


def _sum(found: Sequence[Talk]) -> str:
    seen = hashlib.sha256()
    for talk in found:
        for line in talk.lines:
            seen.update(f"{talk.id}\0{line.role}\0{line.text}\n".encode())
    return seen.hexdigest()

"""The whole curation: a pool of workers over the files, resumed where it stopped, then the choice and the report.

Results are the same whether a run was unbroken, stopped or killed, and with any number of workers: a file's result
depends on that file alone, and they are put together in the files' order.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from socket import gethostname

from agents.curation import boundary, choose, files, labelling, shard
from agents.curation.manifest import claim, manifest
from agents.curation.pool import each
from agents.curation.report import Report, report
from agents.curation.srt import known
from bot.errors import CorpusError

SHARDS, ASIDE, DIALOGS, REPORT, LOCK = "shards", "aside", "dialogs.jsonl", "report.json", "lock"
TOP = 1_000_000


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be done: subtitles below `source`, results into `out`, the `top` most emotional dialogs.

    By so many `workers`, of the Ray whose head is at `ray` where that is given: then both folders are everybody's.
    """

    source: Path
    out: Path
    top: int = TOP
    labeller: str = labelling.DEFAULT
    encoding: str = "utf-8"
    workers: int = 2
    ray: str = ""

    def begin(self) -> Callable[[str], None]:
        """What does one file, with all that it takes."""
        tools = shard.Tools(boundary.load(), labelling.maker(self.labeller)(), self.encoding)
        shards, aside = self.out / SHARDS, self.out / ASIDE / _aside()
        return lambda name: shard.write(self.source, name, shards, aside, tools)


def curate(job: Job) -> Report:
    """Do the job, or go on with it, and write `dialogs.jsonl` and `report.json`.

    A damaged file is left out, with its reason in the report. Raises CorpusError where there are no subtitles or the
    folder belongs to another run, ConfigError for an unknown labeller.
    """
    job = replace(job, encoding=known(job.encoding))
    if job.ray:  # workers have other working directories
        job = replace(job, source=job.source.resolve(), out=job.out.resolve())
    labelling.maker(job.labeller)
    names = files.subtitles(job.source)
    ours = manifest(job.source, names, job.labeller, job.top, job.encoding)
    claim(job.out, ours)
    with alone(job.out):
        aside, shards = job.out / ASIDE, job.out / SHARDS
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir(exist_ok=True)
        left = (name for name in names if not (shards / f"{name}{shard.ENDING}").is_file())
        each(job, left, job.workers, job.ray)
        picked = choose.write(shards, names, job.out / DIALOGS, job.top)
        found = report(len(names), *choose.gather(shards, names), picked)
        written = job.out / f"{REPORT}.part"
        written.write_text(json.dumps(found.as_dict(), indent=1, ensure_ascii=False) + "\n", encoding="utf8")
        written.replace(job.out / REPORT)
        shutil.rmtree(aside, ignore_errors=True)
    return found


@contextmanager
def alone(out: Path) -> Iterator[None]:
    """Two runs must not share a folder; the lock goes with the process, however it ends."""
    with (out / LOCK).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CorpusError(f"{out}: another run is at work in this folder") from None
        yield


def _aside() -> str:
    """A name that no other worker has, on any machine."""
    return f"{gethostname()}-{os.getpid()}"

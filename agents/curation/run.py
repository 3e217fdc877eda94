"""The whole curation: a pool of processes over the files, resumed where it stopped, then the choice and the report.

Results are the same whether a run was unbroken, stopped or killed, and with any number of processes: a file's result
depends on that file alone, and they are put together in the files' order.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path

from agents.curation import boundary, choose, files, labelling, shard
from agents.curation.manifest import claim, manifest
from agents.curation.report import Report, report
from agents.curation.srt import known
from bot.errors import BotError, CorpusError

SHARDS, ASIDE, DIALOGS, REPORT, LOCK = "shards", "aside", "dialogs.jsonl", "report.json", "lock"
TOP = 1_000_000
AHEAD = 4
"""Files that wait for each process: few, so that memory does not grow with their number."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be done: subtitles below `source`, results into `out`, the `top` most emotional dialogs."""

    source: Path
    out: Path
    top: int = TOP
    labeller: str = labelling.DEFAULT
    encoding: str = "utf-8"
    workers: int = 2


def curate(job: Job) -> Report:
    """Do the job, or go on with it, and write `dialogs.jsonl` and `report.json`.

    A damaged file is left out, with its reason in the report. Raises CorpusError where there are no subtitles or the
    folder belongs to another run, ConfigError for an unknown labeller.
    """
    job = replace(job, encoding=known(job.encoding))
    labelling.maker(job.labeller)
    names = files.subtitles(job.source)
    ours = manifest(job.source, names, job.labeller, job.top, job.encoding)
    claim(job.out, ours)
    with _alone(job.out):
        aside, shards = job.out / ASIDE, job.out / SHARDS
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir(exist_ok=True)
        _work(job, (name for name in names if not (shards / f"{name}{shard.ENDING}").is_file()))
        picked = choose.write(shards, names, job.out / DIALOGS, job.top)
        found = report(len(names), *choose.gather(shards, names), picked)
        written = job.out / f"{REPORT}.part"
        written.write_text(json.dumps(found.as_dict(), indent=1, ensure_ascii=False) + "\n", encoding="utf8")
        written.replace(job.out / REPORT)
        shutil.rmtree(aside, ignore_errors=True)
    return found


@contextmanager
def _alone(out: Path) -> Iterator[None]:
    """Two runs must not share a folder; the lock goes with the process, however it ends."""
    with (out / LOCK).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CorpusError(f"{out}: another run is at work in this folder") from None
        yield


def _work(job: Job, names: Iterable[str]) -> None:
    """Every file that is not done yet. One process works in this one, so that it can be watched."""
    if job.workers == 1:
        _prepare(job)
        for name in names:
            _do(name)
        return
    todo = iter(names)
    pool = ProcessPoolExecutor(job.workers, get_context("spawn"), _begin, (job,))
    with pool:
        running: set[Future[None]] = {pool.submit(_do, name) for name in islice(todo, AHEAD * job.workers)}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                _raise(done)
                running |= {pool.submit(_do, name) for name in islice(todo, len(done))}
        except BrokenProcessPool as error:
            raise BotError("a process of this run was killed, perhaps for want of memory; start it again") from error
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _raise(done: Iterable[Future[None]]) -> None:
    for future in done:
        future.result()


_tools: list[tuple[Job, shard.Tools]] = []
"""What this process works with; filled once, since loading takes longer than a file."""


def _prepare(job: Job) -> None:
    _tools[:] = [(job, shard.Tools(boundary.load(), labelling.maker(job.labeller)(), job.encoding))]


def _begin(job: Job) -> None:
    """A new process: it ends when the one that started it does, also where that was killed."""
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_outlive, args=(parent,), daemon=True).start()
    _prepare(job)


def _outlive(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _do(name: str) -> None:
    job, tools = _tools[0]
    shard.write(job.source, name, job.out / SHARDS, job.out / ASIDE / str(os.getpid()), tools)

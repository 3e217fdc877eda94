"""Pieces of work by name, for processes of this machine or for workers of Ray on several.

A piece writes its own result, whole or not at all, so that it does no harm to be done twice: what a killed worker had
begun another does again. Nothing comes back, and what the pieces are about is in no log.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import Any, Protocol

from bot.errors import BotError
from bot.logs import trail

AHEAD = 4
"""Pieces that wait for each process: few, so that memory does not grow with their number."""
RETRIES = 3
"""So often a piece is begun again whose worker of Ray has died."""
KILLED = "a process of this run was killed, perhaps for want of memory; start it again"


class Work(Protocol):
    """What is to be done; it travels to the workers."""

    def begin(self) -> Callable[[str], None]:
        """What does a piece: made once by each worker, since loading takes longer than a piece."""


def each(work: Work, pieces: Iterable[str], workers: int, ray: str = "") -> None:
    """Do every piece, in no order, by so many workers: of the Ray whose head is at `ray`, or of this machine.

    Raises BotError where a piece does, or a worker was killed. One worker of this machine works in this process.
    """
    if ray:
        _over_ray(work, pieces, workers, ray)
    elif workers == 1:
        do = work.begin()
        for piece in pieces:
            do(piece)
    else:
        _by_processes(work, pieces, workers)


def _by_processes(work: Work, pieces: Iterable[str], workers: int) -> None:
    todo = iter(pieces)
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin, (work,))
    with pool:
        running: set[Future[None]] = {pool.submit(_do, piece) for piece in islice(todo, AHEAD * workers)}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    future.result()
                running |= {pool.submit(_do, piece) for piece in islice(todo, len(done))}
        except BrokenProcessPool as error:
            raise BotError(KILLED) from error
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


_does: list[Callable[[str], None]] = []
"""What this process does with a piece."""


def _begin(work: Work) -> None:
    """A new process: it ends when the one that started it does, also where that was killed."""
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_outlive, args=(parent,), daemon=True).start()
    _does[:] = [work.begin()]


def _outlive(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _do(piece: str) -> None:
    _does[0](piece)


class Worker:
    """One of Ray's. It tells what went wrong, and raises nothing: Ray would log an exception with its words."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._do: Callable[[str], None] | None = None

    def do(self, piece: str) -> str:
        """Do a piece; "" where all is well."""
        try:
            self._do = self._do or self._work.begin()
            self._do(piece)
        except BotError as error:
            return str(error)
        except Exception as error:
            return trail(error)
        return ""


def _over_ray(work: Work, pieces: Iterable[str], workers: int, address: str) -> None:
    from bot.cluster.serving import connect, leave

    connect(address)
    import ray
    from ray.exceptions import RayActorError

    made = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=RETRIES)(Worker)
    todo, everybody = iter(pieces), [made.remote(work) for _ in range(workers)]
    waiting: list[Any] = everybody * AHEAD
    first = zip(islice(todo, len(waiting)), waiting, strict=False)
    running = {worker.do.remote(piece): worker for piece, worker in first}
    try:
        while running:
            (done,), _ = ray.wait(list(running))
            worker = running.pop(done)
            if wrong := ray.get(done):
                raise BotError(wrong)
            running |= {worker.do.remote(piece): worker for piece in islice(todo, 1)}
    except RayActorError:
        raise BotError(KILLED) from None
    finally:
        for worker in everybody:
            ray.kill(worker)
        leave()

"""`python -m bot.worker.child SOCKET LIFELINE`: makes an engine and answers requests until the other side is gone.

The main thread runs the turns: there a signal can break off Python code and a regular expression that search on. What
cannot be broken off so is ended from outside (`bot.worker.supervisor`).
"""

from __future__ import annotations

import fcntl
import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from bot.build import build, build_writer
from bot.dialog import Conversation
from bot.engine import Engine
from bot.errors import BotError
from bot.logs import logged, trail, wordless
from bot.part_shapes import shapes
from bot.worker import wire
from bot.worker.link import Link
from bot.worker.order import Order

log = logging.getLogger(__name__)
AGAIN = 0.25
"""Seconds after which code that swallowed the interruption is interrupted once more."""


class Interrupted(BaseException):
    """A request took too long. Not an Exception: a skill that catches everything must not catch this."""


def main() -> None:
    link = Link(socket.socket(fileno=int(sys.argv[1])))
    _end_with(int(sys.argv[2]))
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)  # meant for the process with the doors, which lets this one finish
    order = link.receive(Order)
    with logged(order.log), wordless():
        try:
            engine = (build_writer if order.writes else build)(order.config())
        except (Exception, SystemExit) as error:  # a skill file may do anything when it is loaded
            link.send(_failed(error))
            return
        made = wire.Made(tuple(shapes()), engine.recipients)
        link.send(wire.Done(msgspec.Raw(msgspec.msgpack.encode(made))))
        _serve(link, engine, order.turn_limit)


def _end_with(lifeline: int) -> None:
    """Have the kernel end this process when the other end of the pipe is closed, even while it holds Python's lock."""
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC | os.O_NONBLOCK)
    try:
        gone = not os.read(lifeline, 1)  # closed before anybody was told of it
    except BlockingIOError:
        gone = False
    if gone:
        sys.exit()


def _serve(link: Link, engine: Engine, limit: float) -> None:
    clock = Clock()
    while True:
        try:
            request: wire.Request = link.receive(wire.Request)  # type: ignore[arg-type]  # a union
        except EOFError:
            return
        link.send(_in_time(engine, request, clock, limit))


def _in_time(engine: Engine, request: wire.Request, clock: Clock, limit: float) -> wire.Answer:
    try:
        with clock.limiting(limit):
            return answered(engine, request)
    except Interrupted:
        clock.stop()
        return wire.Overran()


def answered(engine: Engine, request: wire.Request) -> wire.Answer:
    """What the engine makes of a request; nothing is raised but what interrupts it."""
    try:
        return wire.Done(msgspec.Raw(msgspec.msgpack.encode(_value(engine, request))))
    except Exception as error:
        return _failed(error)


def _value(engine: Engine, request: wire.Request) -> Any:
    match request:
        case wire.Steps(pairs, now, hurried):
            talks = list(_talks(pairs))
            steps = engine.steps(talks, now, hurried=hurried)
            return [wire.stepped(before, step) for (before, _), step in zip(talks, steps, strict=True)]
        case wire.Understand(pairs, now, hurried):
            talks = list(_talks(pairs))
            found = engine.understand(talks, now, hurried=hurried)
            return [
                wire.understood(pending, wire.added(before, pending.view.conversation))
                for (before, _), pending in zip(talks, found, strict=True)
            ]
        case wire.Heed(pairs, now):
            return engine.heed(list(_talks(pairs)), now)
        case wire.Allows(text):
            return engine.allows(text)
        case wire.Finish(understood, extra):
            pending = wire.pending(understood, _read(understood.talk))
            step = engine.finish(pending, [wire.reply(each) for each in extra])
            return wire.stepped(wire.before(pending), step)
        case wire.Write(waiting):
            turns = [wire.pending(understood, _read(understood.talk)) for understood in waiting]
            return [wire.traced(pending.trace, learnt=True) for pending in engine.write(turns)]


def _talks(pairs: Sequence[tuple[wire.Talk, str]]) -> Iterator[tuple[Conversation, str]]:
    for talk, text in pairs:
        yield _read(talk), text


def _read(talk: wire.Talk) -> Conversation:
    conversation, problems = wire.conversation(talk)
    for problem in problems:
        log.warning("conversation %s: skipped: %s", talk.id, problem)
    return conversation


def _failed(error: BaseException) -> wire.Failed:
    """Our own errors are fit to be read; the words of others may repeat what was said."""
    if isinstance(error, BotError):
        return wire.Failed(type(error).__name__, str(error))
    return wire.Failed("", trail(error))


class Clock:
    """Interrupts the main thread when its time is over."""

    def __init__(self) -> None:
        self._running = False
        signal.signal(signal.SIGALRM, self._ring)

    @contextmanager
    def limiting(self, seconds: float) -> Iterator[None]:
        """Raises Interrupted in the block after so many seconds."""
        self._running = True
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
        try:
            yield
        finally:
            self.stop()

    def stop(self) -> None:
        # Before the timer: a signal that is on its way by now finds that it is too late.
        self._running = False
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _ring(self, number: int, frame: object) -> None:
        if self._running:
            raise Interrupted


if __name__ == "__main__":
    main()

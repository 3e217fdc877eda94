"""One engine's process, as the process that started it sees it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import msgspec

from bot import errors
from bot.errors import BotError, EngineError, SkillError
from bot.worker import wire
from bot.worker.link import Link
from bot.worker.order import Order

START = 300.0
"""Seconds in which an engine must be made."""
ENDS = 2.0
"""Seconds in which a process ends by itself when it is no longer needed."""
OWN = ("ATTUNE_", "RAY_", "NOTIFY_SOCKET", "WATCHDOG_")
"""What is in the environment for the doors alone begins so: tokens, the key, the database, systemd's socket."""


class Spawned:
    """A process that makes an engine as ordered. The kernel ends it when this process is gone."""

    def __init__(self, order: Order) -> None:
        ours, theirs = socket.socketpair()
        lifeline, self._held = os.pipe()
        try:
            given = (theirs.fileno(), lifeline)
            command = [sys.executable, "-P", "-m", "bot.worker.child", *map(str, given)]
            self.process = subprocess.Popen(command, pass_fds=given, stdin=subprocess.DEVNULL, env=environment())
        except OSError:
            ours.close()
            os.close(self._held)
            raise
        finally:
            theirs.close()
            os.close(lifeline)
        self.link = Link(ours)
        self.ready = False
        self._order = order

    def make(self) -> wire.Made:
        """Wait until the engine is made. Raises BotError, in the words that the child has for it."""
        try:
            self.link.send(self._order, START)
            answer = self.link.receive(wire.Done | wire.Failed, START)  # type: ignore[arg-type]  # a union
        except (EOFError, OSError, msgspec.DecodeError) as error:
            raise EngineError(f"the engine's process did not start: {type(error).__name__}") from None
        if isinstance(answer, wire.Failed):
            raise _error(answer)
        return msgspec.msgpack.decode(answer.value, type=wire.Made)

    def kill(self) -> None:
        self.ready = False
        self.process.kill()

    def end(self) -> None:
        """Let it end by itself when it is idle, and end it when it is not; leaves nothing behind."""
        self.ready = False
        self.link.close()
        try:
            self.process.wait(ENDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self._held)


def environment() -> dict[str, str]:
    """Python finds there what it finds here; what is meant for the doors alone stays with them."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OWN)}
    return kept | {"PYTHONPATH": os.pathsep.join(dict.fromkeys(str(Path(place).absolute()) for place in sys.path))}


def _error(failed: wire.Failed) -> BotError:
    kind = getattr(errors, failed.kind, None)
    if isinstance(kind, type) and issubclass(kind, BotError):
        return kind(failed.words)
    return SkillError(f"the engine could not be made: {failed.words}")

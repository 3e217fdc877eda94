"""Keeps one engine's process alive: starts it, ends it when it does not answer, and starts another one."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from time import monotonic

from bot.errors import BotError, EngineError, NoEngine
from bot.worker.order import Order
from bot.worker.spawned import ENDS, Spawned
from bot.worker.wire import Made

log = logging.getLogger(__name__)

PATIENCE = 60.0
"""Seconds after which nobody waits any longer for one that is being started again."""
STEADY = 10.0
"""One that lived for so many seconds is started again at once, another after a pause that grows."""
LONGEST_PAUSE = 60.0


class Supervisor:
    """Holds one process after the other; `again` is called for each that is started after the first."""

    def __init__(self, order: Order, again: Callable[[], object] = lambda: None) -> None:
        self._order, self._again = order, again
        self._changed = threading.Condition()
        self._closed = threading.Event()
        self._child: Spawned | None = None
        self._failed: BotError | None = None
        self._since = monotonic()
        self.made: Made | None = None
        self._thread = threading.Thread(target=self._run, name="engine process", daemon=True)

    @property
    def ready(self) -> bool:
        """Whether an engine is made and can be asked."""
        return self._child is not None and self._child.ready

    def open(self) -> None:
        """Start the first one, and wait for it. Raises BotError when it cannot be made."""
        self._thread.start()
        with self._changed:
            self._changed.wait_for(lambda: self.ready or self._failed)
        if self._failed:
            raise self._failed

    def child(self) -> Spawned:
        """The process to ask, as soon as there is one. Raises NoEngine when that lasts too long."""
        with self._changed:
            left = max(self._since + PATIENCE - monotonic(), 0.0)
            self._changed.wait_for(lambda: self.ready or self._closed.is_set(), left)
            if self._child and self._child.ready:
                return self._child
        raise NoEngine("there is no engine at the moment")

    def lose(self, child: Spawned) -> None:
        """End a process that does not answer, or has died; another one is started."""
        self._since = monotonic()
        child.kill()

    def close(self) -> None:
        """End the process, whatever it is doing, and start no other."""
        with self._changed:
            self._closed.set()
            child = self._child
            self._changed.notify_all()
        if child:
            child.link.hang_up()
            self._thread.join(ENDS)
            child.kill()
        self._thread.join()

    def _run(self) -> None:
        failures = 0
        while not self._closed.is_set():
            begun = monotonic()
            try:
                self._hold()
            except (BotError, OSError) as error:
                if self.made is None:
                    self._fail(error)
                    return
                log.error("the engine could not be started again: %s", error)
            failures = 0 if monotonic() - begun > STEADY else failures + 1
            self._closed.wait(min(2.0 ** min(failures - 1, 16) - 1, LONGEST_PAUSE))

    def _hold(self) -> None:
        """Have one process make the engine, and wait for its end."""
        child = Spawned(self._order)
        try:
            with self._changed:
                self._child = child
            if self._closed.is_set():
                return
            self.made = child.make()
            with self._changed:
                child.ready = True
                self._changed.notify_all()
            code = child.process.wait()
            self._since = monotonic()
        finally:
            child.end()
        if not self._closed.is_set():
            log.error("the engine's process ended (%s); another one is started", code)
            self._again()

    def _fail(self, error: Exception) -> None:
        with self._changed:
            self._failed = error if isinstance(error, BotError) else EngineError(f"no process can be started: {error}")
            self._changed.notify_all()

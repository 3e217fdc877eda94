"""The event loop of processes that hold doors open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from importlib.util import find_spec
from typing import Any, TypeVar

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run until done, on uvloop where it is installed: with many people writing, answers come sooner."""
    with asyncio.Runner(loop_factory=_fastest()) as runner:
        return runner.run(work)


def _fastest() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """None is Python's own; there is no uvloop for Windows."""
    if find_spec("uvloop") is None:
        return None
    import uvloop

    return uvloop.new_event_loop

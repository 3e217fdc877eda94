"""Loggers of libraries that would write down what people say, or the token, are not believed with either.

python-telegram-bot logs whole updates, httpx the address with the token in it, aiosqlite the values it stores,
discord.py everything it receives, uvicorn addresses and paths, asyncio whatever a task was holding. Of their records
only the logger, the level, the place and the kind of the exception are passed on.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

TALKATIVE = (
    "aiohttp", "aiosqlite", "alembic", "asyncio", "asyncpg", "concurrent", "discord", "fastapi", "httpcore",
    "httpcore2", "httpx", "httpx2", "jinja2", "multipart", "openai", "prometheus_client", "py.warnings",
    "python_multipart", "sqlalchemy", "starlette", "telegram", "torch", "transformers", "uvicorn", "watchfiles",
    "websockets",
)  # fmt: skip
log = logging.getLogger(__name__)


class Relay(logging.Handler):
    """Passes on that something was logged, without its words."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno < logging.WARNING:  # a logger below a held one may have a level of its own
            return
        kind = record.exc_info[0] if record.exc_info else None
        what = f" ({kind.__name__})" if kind else ""
        log.log(record.levelno, "%s:%s%s", record.name, record.lineno, what)


@contextmanager
def quiet(names: Sequence[str] = TALKATIVE) -> Iterator[None]:
    """Hold the named loggers and all below them: nothing under WARNING, no words above it."""
    relay = Relay()
    before = {name: (logging.getLogger(name).level, logging.getLogger(name).propagate) for name in names}
    for name in names:
        logger = logging.getLogger(name)
        logger.setLevel(logging.WARNING)
        logger.propagate = False
        logger.addHandler(relay)
    try:
        yield
    finally:
        for name, (level, propagate) in before.items():
            logger = logging.getLogger(name)
            logger.removeHandler(relay)
            logger.setLevel(level)
            logger.propagate = propagate

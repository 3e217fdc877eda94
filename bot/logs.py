"""What an operator may read of a running bot: when, where, what happened. No words of a person, no token.

Our own modules log conversation ids and kinds of errors. Of everything else only the place is believed: a library's
record may hold an address with the token in it, a whole update, the values of an SQL statement. An exception is shown
by its kind and the lines it came through, since its message may repeat what was sent.
"""

from __future__ import annotations

import errno
import json
import logging
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TextIO

from bot.errors import BotError
from bot.frontends.quiet import quiet

Style = Literal["plain", "json"]
STYLES: tuple[Style, ...] = ("plain", "json")
OURS = ("bot", "skills", "agents", "worlds", "attune")
FRAMES = 4
BROKEN = 70
"""The exit code of a program that broke, as in sysexits.h."""
log = logging.getLogger(__name__)


def believed(record: logging.LogRecord) -> bool:
    """Lets pass what we log ourselves, and of others what is at least a warning."""
    return _is_ours(record) or record.levelno >= logging.WARNING


def said(record: logging.LogRecord) -> str:
    """What a record says; only its place where it is a library's."""
    return record.getMessage() if _is_ours(record) else f"{record.name}:{record.lineno}"


class Plain(logging.Formatter):
    """One line a record."""

    def format(self, record: logging.LogRecord) -> str:
        error = f" ({trail(record.exc_info[1])})" if record.exc_info and record.exc_info[1] else ""
        return f"{_when(record)} {record.levelname} {said(record)}{error}".replace("\n", " ")


class Json(logging.Formatter):
    """One JSON object a record: at, level, from, said, and error where there was one."""

    def format(self, record: logging.LogRecord) -> str:
        found = {
            "at": _when(record),
            "level": record.levelname,
            "from": f"{record.name}:{record.lineno}",
            "said": said(record),
        }
        if record.exc_info and record.exc_info[1]:
            found["error"] = trail(record.exc_info[1])
        return json.dumps(found, ensure_ascii=False)


@contextmanager
def logged(style: Style = "plain", stream: TextIO | None = None) -> Iterator[None]:
    """Log to `stream` (stderr) until the block ends, and keep libraries from logging elsewhere."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Json() if style == "json" else Plain())
    handler.addFilter(believed)
    root = logging.getLogger()
    level, hook = root.level, threading.excepthook
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    threading.excepthook = _thread_broke
    logging.captureWarnings(True)
    try:
        with quiet():
            yield
    finally:
        logging.captureWarnings(False)
        threading.excepthook = hook
        root.setLevel(level)
        root.removeHandler(handler)


def style() -> Style:
    """How this process logs now, for one that it starts."""
    return "json" if any(isinstance(handler.formatter, Json) for handler in logging.getLogger().handlers) else "plain"


@contextmanager
def wordless() -> Iterator[None]:
    """An error that nobody expected ends the program here: Python's own report of it would repeat its words."""
    try:
        yield
    except BotError:
        raise
    except Exception as error:
        log.critical("the program broke: %s", trail(error))
        raise SystemExit(BROKEN) from None


def trail(error: BaseException) -> str:
    """The kind of an error and the last lines it came through: `ValueError at engine.py:140 < sessions.py:180`."""
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    places = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(error).__name__} at {places}" if places else type(error).__name__


def reason(error: BaseException) -> str:
    """The kind of an error and its number, an errno or an HTTP status: `ConnectError ECONNREFUSED`, `HTTPError 503`.

    Never its words: those of HTTP libraries may hold what was sent, and what came back.
    """
    number = _status(error) or _errno(error)
    return f"{type(error).__name__} {number}" if number else type(error).__name__


def _errno(error: BaseException | None) -> str:
    """That of the error, or of the first behind it that has one."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, OSError) and isinstance(error.errno, int):
            return errno.errorcode.get(error.errno, str(error.errno))
        error = error.__cause__ or error.__context__
    return ""


def _status(error: BaseException) -> str:
    """As libraries keep it, on the error itself or on its response."""
    with suppress(Exception):  # some raise when they are asked for what they don't have
        for holder in (error, getattr(error, "response", None)):
            for name in ("status_code", "status", "code"):
                if isinstance(number := getattr(holder, name, None), int) and 100 <= number < 600:
                    return str(number)
    return ""


def _when(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _is_ours(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] in OURS


def _thread_broke(what: threading.ExceptHookArgs) -> None:
    if what.exc_value:
        log.error("a thread broke: %s", trail(what.exc_value))

from __future__ import annotations

import io
import json
import logging
import threading
import warnings
from collections.abc import Iterator
from datetime import datetime

import pytest

from bot.errors import ConfigError
from bot.logs import Style, logged, reason, trail, wordless

SECRET = "123456:token-and-words"
ours, theirs = logging.getLogger("bot.somewhere"), logging.getLogger("a_library.deep")


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    stream = io.StringIO()
    yield stream
    assert SECRET not in stream.getvalue()


class Answered(Exception):
    """As HTTP libraries have it: its words are what came back."""

    def __init__(self, words: str, **fields: object) -> None:
        super().__init__(words)
        self.__dict__ |= fields

    @property
    def code(self) -> int:
        raise RuntimeError("no request was made")


def behind(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError(SECRET), "ValueError"),
        (ConnectionRefusedError(111, SECRET), "ConnectionRefusedError ECONNREFUSED"),
        (OSError(98765, SECRET), "OSError 98765"),
        (behind(RuntimeError(SECRET), behind(ValueError(SECRET), OSError(110, SECRET))), "RuntimeError ETIMEDOUT"),
        (Answered(SECRET, status=503), "Answered 503"),
        (Answered(SECRET, status_code=SECRET), "Answered"),
        (Answered(SECRET), "Answered"),
    ],
)
def test_the_reason_of_an_error_has_none_of_its_words(error: Exception, told: str) -> None:
    assert reason(error) == told


def broken() -> None:
    raise ValueError(SECRET)


def test_our_own_records_are_one_line_each(written: io.StringIO) -> None:
    with logged("plain", written):
        ours.info("conversation %s: \n%s", "web:1:0:2", "ValueError")
        ours.debug("not at this level")
    (line,) = written.getvalue().splitlines()
    at, level, text = line.split(" ", 2)
    assert (level, text) == ("INFO", "conversation web:1:0:2:  ValueError")
    assert datetime.fromisoformat(at).tzinfo is not None


def test_as_json_each_line_is_an_object(written: io.StringIO) -> None:
    with logged("json", written):
        ours.warning("one %s", "line\nbreak")
        try:
            broken()
        except ValueError:
            ours.exception("it broke")
    first, second = map(json.loads, written.getvalue().splitlines())
    assert (first["level"], first["said"]) == ("WARNING", "one line\nbreak")
    assert first["from"].startswith("bot.somewhere:")
    assert second["error"].startswith("ValueError at test_logs.py:")


@pytest.mark.filterwarnings("always")
@pytest.mark.parametrize("style", ["plain", "json"])
def test_of_a_library_only_the_place_is_shown(written: io.StringIO, style: Style) -> None:
    with logged(style, written):
        theirs.info("GET /bot%s/getMe", SECRET)
        theirs.error("update %s", SECRET)
        logging.getLogger("httpx").warning("GET %s", SECRET)
        logging.getLogger("uvicorn.error").error("request %s", SECRET)
        logging.getLogger("asyncio").error("task %s", SECRET)
        logging.getLogger().error("root %s", SECRET)
        warnings.warn(f"deprecated {SECRET}", stacklevel=1)
        try:
            broken()
        except ValueError:
            theirs.exception("failed at %s", SECRET)
    lines = written.getvalue().splitlines()
    shown = ["a_library.deep:", "httpx:", "uvicorn.error:", "asyncio:", "root:", "py.warnings:", "ValueError at"]
    assert len(lines) == len(shown)
    for line, place in zip(lines, shown, strict=True):
        assert place in line


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_what_nobody_caught_is_shown_by_its_kind(written: io.StringIO) -> None:
    def break_twice() -> None:
        thread = threading.Thread(target=broken)
        thread.start()
        thread.join()
        broken()

    with pytest.raises(SystemExit) as ended, logged("plain", written), wordless():
        break_twice()
    assert ended.value.code == 70
    assert ended.value.__suppress_context__
    assert "ERROR a thread broke: ValueError at test_logs.py:" in written.getvalue()
    assert "CRITICAL the program broke: ValueError at test_logs.py:" in written.getvalue()


def test_our_own_errors_are_for_whoever_called(written: io.StringIO) -> None:
    with pytest.raises(ConfigError, match="a file: no"), logged("plain", written), wordless():
        raise ConfigError("a file: no")
    assert written.getvalue() == ""


def test_afterwards_everything_is_as_before() -> None:
    root = logging.getLogger()
    before = (root.level, list(root.handlers), threading.excepthook)
    with logged("json", io.StringIO()):
        assert root.level == logging.INFO
    assert (root.level, list(root.handlers), threading.excepthook) == before


def test_a_trail_leads_from_the_place_outwards() -> None:
    try:
        broken()
    except ValueError as error:
        places = trail(error).removeprefix("ValueError at ").split(" < ")
    assert len(places) == 2
    assert all(place.startswith("test_logs.py:") for place in places)
    assert trail(ValueError(SECRET)) == "ValueError"

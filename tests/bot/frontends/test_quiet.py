from __future__ import annotations

import logging

import pytest

from bot.frontends.quiet import quiet


def test_libraries_are_heard_without_their_words(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with quiet():
        logging.getLogger("httpx").info("GET https://example.org/botTOKEN/getMe")
        logging.getLogger("aiosqlite").debug("insert %s", "words")
        try:
            raise ValueError("words")
        except ValueError:
            logging.getLogger("telegram.ext.Application").exception("no handler for %s", "words")
    assert [(record.name, record.levelno) for record in caplog.records] == [("bot.frontends.quiet", logging.ERROR)]
    assert caplog.records[0].getMessage().startswith("telegram.ext.Application:")
    assert caplog.records[0].getMessage().endswith(" (ValueError)")
    assert caplog.records[0].exc_info is None


def test_our_own_loggers_are_left_alone(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    with quiet():
        logging.getLogger("bot.sessions").info("conversation %s", 1)
    assert caplog.messages == ["conversation 1"]


def test_loggers_are_given_back_as_they_were() -> None:
    logger = logging.getLogger("httpx")
    before = (logger.level, logger.propagate, list(logger.handlers))
    with quiet():
        assert not logger.propagate
    assert (logger.level, logger.propagate, logger.handlers) == before

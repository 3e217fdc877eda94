from __future__ import annotations

import logging

import pytest

from bot.errors import ConfigError
from bot.frontends.attachments import LARGEST, Attachment, find, heard


async def read() -> bytes:
    return b"hello"


async def words(attachment: Attachment) -> str | None:
    if attachment.mime == "broken":
        raise ValueError("the private words themselves")
    return f"{attachment.kind}: {(await attachment.read()).decode()}" if attachment.mime else None


async def test_what_it_says_is_heard_and_what_fails_is_not_repeated(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    assert await heard(words, Attachment("voice", "audio/ogg", 5, read)) == "voice: hello"
    assert await heard(words, Attachment("voice", "", 5, read)) == ""
    assert await heard(words, Attachment("voice", "broken", 5, read)) == ""
    assert await heard(words, Attachment("voice", "audio/ogg", LARGEST + 1, read)) == ""
    assert await heard(None, Attachment("voice", "audio/ogg", 5, read)) == ""
    assert await heard(words, None) == ""
    assert caplog.messages == ["an attachment (voice) was not read: ValueError"]


def test_it_is_found_by_its_name() -> None:
    found: object = find("bot.frontends.attachments:heard")
    assert found is heard
    assert find(None) is None
    assert find("") is None


@pytest.mark.parametrize("name", ["nowhere.at.all:words", "bot.errors:nothing", "bot errors", "bot.errors:__name__"])
def test_what_cannot_be_found_is_named(name: str) -> None:
    with pytest.raises(ConfigError, match="attachments"):
        find(name)

"""Pictures, voice and files: a function that an operator names may turn them into words.

    async def words(attachment: Attachment) -> str | None: ...      # attachments = "package.module:words"

What it returns is heard as if the person had written it; None, and they get a kind word instead. What is sent is
health data: a function that hands it to a service of others needs the person's consent.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pkgutil import resolve_name

from bot.errors import ConfigError

log = logging.getLogger(__name__)

LARGEST = 10 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Attachment:
    """`kind` is the channel's word for it (photo, voice, sticker, ...); `read` fetches the bytes."""

    kind: str
    mime: str
    size: int
    read: Callable[[], Awaitable[bytes]]


Words = Callable[[Attachment], Awaitable[str | None]]


def find(name: str | None) -> Words | None:
    """The function of that name; ConfigError when there is none."""
    if not name:
        return None
    try:
        found: Words = resolve_name(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ConfigError(f"attachments = {name!r} cannot be found: {type(error).__name__}") from None
    if not callable(found):
        raise ConfigError(f"attachments = {name!r} is no function")
    return found


async def heard(words: Words | None, attachment: Attachment | None) -> str:
    """What is said in an attachment, or nothing. That the function fails is logged, and costs no more than that."""
    if words is None or attachment is None or attachment.size > LARGEST:
        return ""
    try:
        return await words(attachment) or ""
    except Exception as error:
        log.error("an attachment (%s) was not read: %s", attachment.kind, type(error).__name__)
        return ""

"""Secrets have no place in a bot file, which is shown, mailed and checked in. What looks like one is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from bot.errors import ConfigError

NAMES = re.compile(r"(^|[_-])(api)?(token|secret|password|passwd|passphrase|pwd|key|credential|dsn)s?$", re.IGNORECASE)
VALUES = (
    re.compile(r"//[^/?#\s]*:[^/?#\s]*@"),  # scheme://name:password@host
    re.compile(r"[?&](password|passwd|pwd|token|secret|key)=", re.IGNORECASE),
    re.compile(r"(?<!\d)\d{6,12}:[\w-]{30,}"),  # Telegram's tokens
    re.compile(r"\b[\w-]{23,30}\.[\w-]{6,7}\.[\w-]{27,}"),  # Discord's
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    re.compile(r"\b(sk|pk|ghp|xox[abp])[-_][\w-]{16,}"),
)
DATABASE = re.compile(r"^[\w+]+://[^/?#\s:@]*:[^@]*@|[?&](password|passwd|pwd)=", re.IGNORECASE)
"""The address of a database with a password, as SQLAlchemy reads it: all up to the @."""


def holds_password(url: str) -> bool:
    """Whether the address of a database has one."""
    return bool(DATABASE.search(url))


def refuse_secrets(place: Path, raw: object) -> None:
    """Raises ConfigError that names where something like a secret stands, never what it is."""
    for where, name, value in _texts(raw):
        if NAMES.search(name) or any(pattern.search(value) for pattern in VALUES):
            raise ConfigError(
                f"{place}: {where} looks like a secret, and a bot file is no place for one: put it into a file of its "
                "own and name that (token_file, secret_file), or into the environment; docs/deploy.md lists both"
            )


def _texts(raw: object, where: str = "", name: str = "") -> Iterator[tuple[str, str, str]]:
    """Every text of a parsed file: where it stands, the key over it, and the text."""
    if isinstance(raw, dict):
        for key, value in raw.items():
            # A key may be a secret itself, where somebody forgot the name before it.
            yield (where or "the top", "", key)
            yield from _texts(value, f"{where}.{key}" if where else key, key)
    elif isinstance(raw, list):
        for index, value in enumerate(raw):
            yield from _texts(value, f"{where}[{index}]", name)
    elif isinstance(raw, str):
        yield where, name, raw

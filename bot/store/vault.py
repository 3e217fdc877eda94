"""What people said, sealed: each person has a data key of their own, itself wrapped by the operator's.

With `ATTUNE_KEY` in the environment (or a file named by `ATTUNE_KEY_FILE`), words and what was learnt from them are
written as Fernet tokens (AES-128-CBC with HMAC-SHA256). Forgetting somebody destroys their data key, so that dead rows
and backups made without the table `data_key` can't be read. Several keys with commas between them: the first wraps, all
unwrap; `Store.rotate` wraps everything anew with the first.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from bot.errors import ConfigError, StateError, StoreError

VARIABLE = "ATTUNE_KEY"
MARK = "\x01"
"""Begins what is sealed, and nothing else that is written."""


class Box:
    """Seals and opens the texts of one person; without a key it leaves them as they are."""

    def __init__(self, key: bytes | None = None) -> None:
        self._fernet = Fernet(key) if key else None

    def seal(self, text: str) -> str:
        """The text as it is written down, without what no database takes (NUL, lone surrogates) or a mark before it."""
        data = text.replace("\0", "").encode("utf8", "ignore")
        if self._fernet is None or not data:
            return data.decode("utf8").lstrip(MARK)
        return MARK + self._fernet.encrypt(data).decode("ascii")

    def open(self, text: str) -> str:
        """The text as it was; one from before there was a key comes back as it is. StoreError when it can't be read."""
        if not isinstance(text, str):
            raise StateError(f"a text in the store is no text but {type(text).__name__}")
        if not text.startswith(MARK):
            return text
        try:
            if self._fernet is not None:
                return self._fernet.decrypt(text[1:].encode("ascii")).decode("utf8")
        except (InvalidToken, UnicodeEncodeError):
            pass
        raise StoreError("a text in the store is sealed with a key that is gone") from None


class Vault:
    """Makes data keys and unwraps them with the operator's keys, newest first; with none it seals nothing."""

    def __init__(self, *keys: str) -> None:
        try:
            self._wrapping = MultiFernet([Fernet(key) for key in keys]) if keys else None
        except ValueError:
            # Not repeated: it may be the right key with one letter lost.
            raise ConfigError(
                f"{VARIABLE} must hold 32 bytes in URL-safe base64, or several with commas between them; "
                "`attune new-key` makes one"
            ) from None

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Vault:
        """From ATTUNE_KEY, or the file that ATTUNE_KEY_FILE names. ConfigError says what is wrong, but not the key."""
        text = environment.get(VARIABLE, "")
        if path := environment.get(f"{VARIABLE}_FILE"):
            try:
                text = Path(path).read_text(encoding="ascii")
            except (OSError, UnicodeDecodeError) as error:
                raise ConfigError(
                    f"{VARIABLE}_FILE = {path}: the file cannot be read: {type(error).__name__}"
                ) from None
        return cls(*(key.strip() for key in text.split(",") if key.strip()))

    @property
    def seals(self) -> bool:
        return self._wrapping is not None

    def new_key(self) -> str:
        """A fresh data key, wrapped."""
        if self._wrapping is None:
            raise ConfigError(f"without {VARIABLE} no data key can be made")
        return self._wrapping.encrypt(Fernet.generate_key()).decode("ascii")

    def box(self, wrapped: str | None) -> Box:
        """The box of a person whose data key is `wrapped`; None: this person has none."""
        if wrapped is None or self._wrapping is None:
            return Box()
        try:
            return Box(self._wrapping.decrypt(wrapped.encode("ascii")))
        except InvalidToken:
            raise StoreError(f"{VARIABLE} is not the key that this store was sealed with") from None

    def rewrap(self, wrapped: str) -> str:
        """The same data key, wrapped by the newest of the operator's keys."""
        if self._wrapping is None:
            raise ConfigError(f"without {VARIABLE} no data key can be wrapped")
        try:
            return self._wrapping.rotate(wrapped.encode("ascii")).decode("ascii")
        except InvalidToken:
            raise StoreError(
                f"{VARIABLE} holds no key that opens what is stored: name the old one after the new"
            ) from None


def new_key() -> str:
    """A key for ATTUNE_KEY."""
    return Fernet.generate_key().decode("ascii")

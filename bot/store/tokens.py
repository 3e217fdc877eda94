"""Who may use the web API: tokens, of which only the hash is kept."""

from __future__ import annotations

import secrets
from datetime import datetime
from hashlib import sha256

from sqlalchemy import delete, select

from bot.errors import StoreError
from bot.store.database import Database
from bot.store.tables import api_token
from bot.store.transaction import Transaction

PREFIX = "attune_"


class Tokens:
    """A token is 32 random bytes: a plain hash of it can't be guessed back."""

    def __init__(self, database: Database) -> None:
        self._run = database.run
        self._checked: dict[str, str] = {}

    async def add(self, name: str, at: datetime) -> str:
        """A new token, shown this once. StoreError when the name is taken."""
        return await self._run(_add, name, at)

    async def check(self, token: str) -> str | None:
        """The name of a token, None when it is none of ours. While the store fails one that was good before is."""
        digest = _digest(token)
        try:
            name = await self._run(_check, digest)
        except StoreError:
            if digest in self._checked:
                return self._checked[digest]
            raise
        if name is None:
            self._checked.pop(digest, None)
        else:
            self._checked[digest] = name
        return name

    async def names(self) -> list[tuple[str, datetime]]:
        """The names of all tokens and when they were made."""
        return await self._run(_names)

    async def remove(self, name: str) -> bool:
        """Withdraw a token; False when there is none of that name."""
        return await self._run(_remove, name)


def _add(tx: Transaction, name: str, at: datetime) -> str:
    token = PREFIX + secrets.token_urlsafe(32)
    if not tx.insert_new(api_token, {"name": name, "digest": _digest(token), "at": at}):
        raise StoreError(f"there is a token called {name!r} already: remove it first, or choose another name")
    return token


def _check(tx: Transaction, digest: str) -> str | None:
    return tx.execute(select(api_token.c.name).where(api_token.c.digest == digest)).scalar_one_or_none()


def _names(tx: Transaction) -> list[tuple[str, datetime]]:
    return [(row.name, row.at) for row in tx.rows(select(api_token).order_by(api_token.c.at, api_token.c.name))]


def _remove(tx: Transaction, name: str) -> bool:
    return tx.execute(delete(api_token).where(api_token.c.name == name)).rowcount == 1


def _digest(token: str) -> str:
    return sha256(token.encode("utf8", "surrogatepass")).hexdigest()

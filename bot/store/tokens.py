"""Who may use the web API: tokens, of which only the hash is kept."""

from __future__ import annotations

import secrets
from datetime import datetime
from hashlib import sha256

from sqlalchemy import delete, select

from bot.errors import StoreError
from bot.store import tables
from bot.store.database import Database

PREFIX = "attune_"


class Tokens:
    """A token is 32 random bytes: a plain hash of it can't be guessed back."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, name: str, at: datetime) -> str:
        """A new token, shown this once. StoreError when the name is taken."""
        token = PREFIX + secrets.token_urlsafe(32)
        async with self._database.begin() as connection:
            row = {"name": name, "digest": _digest(token), "at": at}
            if not await self._database.insert_new(connection, tables.api_token, row):
                raise StoreError(f"there is a token called {name!r} already: remove it first, or choose another name")
        return token

    async def check(self, token: str) -> str | None:
        """The name of a token, None when it is none of ours."""
        query = select(tables.api_token.c.name).where(tables.api_token.c.digest == _digest(token))
        async with self._database.begin() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def names(self) -> list[tuple[str, datetime]]:
        """The names of all tokens and when they were made."""
        query = select(tables.api_token.c.name, tables.api_token.c.at).order_by(tables.api_token.c.at)
        async with self._database.begin() as connection:
            return [(row.name, row.at) for row in await connection.execute(query)]

    async def remove(self, name: str) -> bool:
        """Withdraw a token; False when there is none of that name."""
        query = delete(tables.api_token).where(tables.api_token.c.name == name)
        async with self._database.begin() as connection:
            return (await connection.execute(query)).rowcount == 1


def _digest(token: str) -> str:
    return sha256(token.encode("utf8", "surrogatepass")).hexdigest()

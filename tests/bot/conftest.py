"""The databases that the store is tested over: SQLite, and a real PostgreSQL where its binaries are."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.testing.postgres import binaries, server

_numbers = count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a server, to which the name of a database is added."""
    home = binaries()
    if home is None:
        missing = "PostgreSQL's binaries are not installed"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    with server(home) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 't.db'}"
    return new_database(request.getfixturevalue("postgres"))


@pytest.fixture
def on_postgres(postgres: str) -> str:
    """The URL of an empty PostgreSQL database."""
    return new_database(postgres)


def new_database(server: str) -> str:
    name = f"test{next(_numbers)}"

    async def create() -> None:
        engine = create_async_engine(f"{server}postgres", isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.execute(text(f"CREATE DATABASE {name}"))
        await engine.dispose()

    asyncio.run(create())
    return f"{server}{name}"

"""What one transaction can do, whichever database it is of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, CursorResult, Executable, Row, Table, bindparam, func, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.errors import Conflict
from bot.store.tables import data_key, person
from bot.store.vault import Box, Vault

TRIES = 4
LAST = "\U0010ffff"
# Held until the transaction ends, or PostgreSQL would let another process forget a person between this and a row that
# is to hang on them.
HELD = (
    select(person.c.id, data_key.c.wrapped)
    .outerjoin(data_key, data_key.c.person == person.c.id)
    .where(person.c.id == bindparam("who"))
    .with_for_update(read=True, key_share=True, of=person)
)
KEY = select(data_key.c.wrapped).where(data_key.c.person == bindparam("who"))
Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Transaction:
    """Handed to the work that `Database.run` does; an error in it takes everything back."""

    connection: Connection
    vault: Vault

    @property
    def is_sqlite(self) -> bool:
        return self.connection.dialect.name == "sqlite"

    def execute(self, statement: Executable, values: Values | Sequence[Values] | None = None) -> CursorResult[Any]:
        return self.connection.execute(statement, values)

    def rows(self, query: Executable, values: Values | None = None) -> Sequence[Row[Any]]:
        """All that is found, at once: what fails over a row leaves no query open, which would hold the log."""
        return self.execute(query, values).all()

    def insert_new(self, table: Table, row: Values) -> bool:
        """Insert a row unless one with its key is there, also when two processes try at once. True when it is new."""
        return self.execute(_insert_new(table, self.is_sqlite), row).rowcount == 1

    def put(self, table: Table, rows: Sequence[Values]) -> None:
        """Insert rows, in the place of those with their keys."""
        if rows:
            self.execute(_put(table, self.is_sqlite), rows)

    def meet(self, who: str, at: datetime) -> Box:
        """The box of a person, who is noted when they are new, and stays until the transaction has ended."""
        for _ in range(TRIES):
            found = self.execute(HELD, {"who": who}).one_or_none()
            if found is None:
                self.insert_new(person, {"id": who, "created_at": at})
            elif found.wrapped or not self.vault.seals:
                return self.vault.box(found.wrapped)
            else:
                self.insert_new(data_key, {"person": who, "wrapped": self.vault.new_key()})
        raise Conflict(f"{who} is being forgotten")

    def box(self, who: str) -> Box:
        """The box of a person. Of one who has no key nothing is sealed."""
        if not self.vault.seals:
            return Box()
        return self.vault.box(self.execute(KEY, {"who": who}).scalar_one_or_none())

    def begins(self, column: ColumnElement[str], prefix: str) -> ColumnElement[bool]:
        """Rows whose `column` begins with `prefix`, letter for letter."""
        # Not LIKE, which takes `Me` for `me` in SQLite, where an index serves a range; PostgreSQL sorts by locale.
        if self.is_sqlite:
            return (column >= prefix) & (column < prefix + LAST)
        return func.starts_with(column, prefix)


@cache
def _insert_new(table: Table, is_sqlite: bool) -> Executable:
    insert = sqlite.insert if is_sqlite else postgresql.insert
    return insert(table).on_conflict_do_nothing()


@cache
def _put(table: Table, is_sqlite: bool) -> Executable:
    made = (sqlite.insert if is_sqlite else postgresql.insert)(table)
    keys = list(table.primary_key)
    others = {column.name: made.excluded[column.name] for column in table.c if column not in set(keys)}
    return made.on_conflict_do_update(index_elements=keys, set_=others)

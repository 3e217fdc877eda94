"""How often danger was found, counted by day, without saying in whom."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import select, update

from bot.dialog import Verdict
from bot.store.tables import safety
from bot.store.transaction import Transaction


def count(tx: Transaction, verdict: Verdict, at: datetime) -> None:
    """Count a verdict of this day."""
    row = {"day": at.date(), "level": int(verdict.level), "kind": verdict.kind}
    if not tx.insert_new(safety, row | {"count": 1}):
        same = [safety.c[name] == value for name, value in row.items()]
        tx.execute(update(safety).where(*same).values(count=safety.c.count + 1))


def counts(tx: Transaction) -> list[tuple[date, int, str, int]]:
    """(day, level, kind, count), oldest first."""
    query = select(safety.c.day, safety.c.level, safety.c.kind, safety.c.count.label("number"))
    found = tx.rows(query.order_by(safety.c.day, safety.c.level, safety.c.kind))
    return [(row.day, row.level, row.kind, row.number) for row in found]

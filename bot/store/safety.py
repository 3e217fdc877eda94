"""How often danger was found and answered with a crisis line, counted by day, without saying in whom."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime

from sqlalchemy import select, update

from bot.dialog import Verdict
from bot.store.tables import safety
from bot.store.transaction import Transaction


def count(tx: Transaction, verdict: Verdict, at: datetime) -> None:
    """Count a verdict of this day."""
    row = {"day": at.date(), "level": int(verdict.level), "kind": verdict.kind}
    referred = int(verdict.referred)
    if not tx.insert_new(safety, row | {"count": 1, "referred": referred}):
        same = [safety.c[name] == value for name, value in row.items()]
        more = {"count": safety.c.count + 1, "referred": safety.c.referred + referred}
        tx.execute(update(safety).where(*same).values(more))


def counts(tx: Transaction) -> list[tuple[date, int, str, int]]:
    """(day, level, kind, count), oldest first."""
    query = select(safety.c.day, safety.c.level, safety.c.kind, safety.c.count.label("number"))
    found = tx.rows(query.order_by(safety.c.day, safety.c.level, safety.c.kind))
    return [(row.day, row.level, row.kind, row.number) for row in found]


def referrals(tx: Transaction) -> list[tuple[str, str, int]]:
    """(month, kind, how often an answer named a crisis line), oldest first."""
    query = select(safety.c.day, safety.c.kind, safety.c.referred).where(safety.c.referred > 0)
    found: Counter[tuple[str, str]] = Counter()
    for row in tx.rows(query):
        found[f"{row.day:%Y-%m}", row.kind] += row.referred
    return [(month, kind, found[month, kind]) for month, kind in sorted(found)]

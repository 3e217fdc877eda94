"""What a database keeps of one study, and how often each of its items was laid before somebody."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, Self

from sqlalchemy import bindparam, select, update

from bot.store.database import Database
from bot.store.tables import study_item, study_judgement, study_mark, study_progress
from bot.store.transaction import Transaction
from bot.store.vault import Vault
from worlds.studies.study import Loaded

# Built once: building one anew takes longer than SQLite needs for it.
ONE = (study_progress.c.study == bindparam("of")) & (study_progress.c.participant == bindparam("who"))
THEIRS = (study_judgement.c.study == bindparam("of")) & (study_judgement.c.participant == bindparam("who"))
MARKED = (study_mark.c.study == bindparam("of")) & (study_mark.c.mark == bindparam("who"))
KNOWN, JUDGED = select(study_progress).where(ONE), select(study_judgement).where(THEIRS)
HELD = select(study_progress.c.state).where(ONE).with_for_update()
CHANGED = update(study_progress).where(ONE)
IN_ORDER, MARK = JUDGED.order_by(study_judgement.c.number), select(study_mark).where(MARKED)
LAID = (
    update(study_item)
    .where(study_item.c.study == bindparam("of"), study_item.c.item == bindparam("name"))
    .values(assigned=study_item.c.assigned + bindparam("more"))
)


class StudyStore:
    """What a database keeps of one study. Made by `open`."""

    def __init__(self, database: Database, loaded: Loaded) -> None:
        self._database, self._loaded = database, loaded

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str, loaded: Loaded) -> AsyncIterator[Self]:
        async with Database.open(url, Vault.from_environment()) as database:
            yield cls(database, loaded)

    def _assigned(self, tx: Transaction) -> Counter[str]:
        """How often each item was laid before somebody. Held until the transaction ends: one is seated at a time.

        Always in the same order, so that no two wait for each other.
        """
        there = [item.id for item in self._loaded.drawn]
        query = select(study_item.c.item, study_item.c.assigned).where(study_item.c.study == self._loaded.name)
        held = {row.item: row.assigned for row in tx.rows(query.order_by(study_item.c.item).with_for_update())}
        if lacking := [name for name in sorted(there) if name not in held]:
            for name in lacking:
                tx.insert_new(study_item, {"study": self._loaded.name, "item": name, "assigned": 0})
            return self._assigned(tx)
        return Counter({name: held[name] for name in there})

    def _count(self, tx: Transaction, names: Iterable[str], by: int) -> None:
        """Items, or what else is counted by a name, were laid out so many times more; or fewer."""
        laid = sorted(Counter(names).items())
        if laid:
            tx.execute(LAID, [{"of": self._loaded.name, "name": name, "more": by * times} for name, times in laid])

    def _key(self, participant: str) -> dict[str, str]:
        return {"study": self._loaded.name, "participant": participant}

    def _whose(self, who: str) -> dict[str, Any]:
        """Whose row it is, a participant's or a mark's, in what is built once."""
        return {"of": self._loaded.name, "who": who}

"""What is kept of a study: who stands where, which items were laid before whom, and every judgement.

Each step of a participant is one transaction: what is shown as done is on the disk, and nothing is done twice.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Row, delete, func, select

from bot.store.tables import study_judgement, study_mark, study_progress
from bot.store.transaction import Transaction
from worlds.studies.judging import Judgement, talks_of
from worlds.studies.progress import Agreed, Event, Judged, Progress, Stopped, advance
from worlds.studies.store import CHANGED, HELD, IN_ORDER, JUDGED, KNOWN, MARK, MARKED, ONE, THEIRS, StudyStore
from worlds.studies.study import AGAIN
from worlds.studies.wizard_of_oz import WIZARD

HERE, COMPLETED, FREED = '"outcome":null', '"outcome":"completed"', '"freed":true'
NOTHING, ROLE = '"items":[]', '"{}"],"place"'
"""As they stand in the JSON of a `Progress`: it has not ended, or well; its items are others' again; it has none, or a

role as the last.
"""


@dataclass(frozen=True, slots=True)
class Participation:
    """All that is kept of a participant, judgements in order; `began` and `at` are the first and the last step."""

    progress: Progress
    judgements: tuple[Judgement, ...]
    simulated: bool
    began: datetime
    at: datetime
    remark: str = ""

    @property
    def latest(self) -> dict[str, Judgement]:
        """By item, the judgement that counts; of items that were skipped in the end there is none."""
        return {one.item: one for one in self.judgements if one.item not in self.progress.skipped}


class Ledger(StudyStore):
    """The judgements of one study in a database."""

    async def meet(self, participant: str, at: datetime, *, simulated: bool = False) -> Progress:
        """Where a participant stands, who is noted when they are new."""
        return await self._database.run(self._meet, participant, at, simulated)

    async def arrive(self, participant: str, mark: str, at: datetime) -> Participation | None:
        """All that is kept of a participant, who is noted when they are new; None where they were `marked`."""
        return await self._database.run(self._arrive, participant, mark, at)

    async def known(self, participant: str) -> Participation | None:
        """All that is kept of a participant."""
        return await self._database.run(self._known, participant)

    async def everybody(self) -> list[Participation]:
        """All participants in the order in which they began."""
        return await self._database.run(self._everybody)

    async def step(self, participant: str, event: Event, at: datetime, judgement: Judgement | None = None) -> Progress:
        """Take an event, with the judgement where it is one. Raises StudyError where it is not waited for."""
        return await self._database.run(self._step, participant, event, at, judgement)

    async def remark(self, participant: str, text: str, at: datetime) -> None:
        """Keep what a participant wrote at the end."""
        await self._database.run(self._remark, participant, text, at)

    async def forget(self, participant: str, mark: str = "") -> bool:
        """Erase everything of a participant. False where nothing is kept. Only `mark` stays, if it is said and they had

        got a completion code, so that they take part no second time (`worlds.web.tokens.Tokens.mark`).
        """
        return await self._database.erase(self._forget, participant, mark)

    async def marked(self, mark: str) -> bool:
        """Whether who is known by a mark had got a code before they were erased."""
        return await self._database.run(self._marked, mark)

    async def unmark(self, mark: str) -> bool:
        """Erase a mark too. False where there is none."""
        return await self._database.erase(self._unmark, mark)

    def _meet(self, tx: Transaction, participant: str, at: datetime, simulated: bool) -> Progress:
        state = msgspec.json.encode(Progress(participant=participant)).decode()
        row = self._key(participant) | {"state": state, "simulated": simulated, "began": at, "at": at, "remark": ""}
        tx.insert_new(study_progress, row)
        return self._held(tx, participant)

    def _arrive(self, tx: Transaction, participant: str, mark: str, at: datetime) -> Participation | None:
        if self._marked(tx, mark):
            return None
        if self._known(tx, participant) is None:
            self._meet(tx, participant, at, simulated=False)
        return self._known(tx, participant)

    def _held(self, tx: Transaction, participant: str) -> Progress:
        return msgspec.json.decode(tx.execute(HELD, self._whose(participant)).scalar_one(), type=Progress)

    def _step(
        self, tx: Transaction, participant: str, event: Event, at: datetime, judgement: Judgement | None
    ) -> Progress:
        before = self._held(tx, participant)
        if before.freed and before.phase != "done":  # they were taken to have gone, and come again
            self._lay(tx, self._unseen(tx, before), 1)
            before = msgspec.structs.replace(before, freed=False)
        if isinstance(event, Agreed) and before.phase == "consent" and event.agrees and event.adult:
            items, loaded = tuple(self._assign(tx, participant, at)), self._loaded
            event = msgspec.structs.replace(event, items=items, study=loaded.fingerprint, form=loaded.form)
        if isinstance(event, Stopped) and before.phase != "done":
            self._lay(tx, self._unseen(tx, before), -1)
        after = advance(before, event)
        if isinstance(event, Judged) and judgement and before.phase != "done":
            told = msgspec.json.encode(judgement).decode()
            tx.insert_new(study_judgement, self._key(participant) | {"id": judgement.id, "judgement": told, "at": at})
        if after != before:
            state = msgspec.json.encode(after).decode()
            tx.execute(CHANGED, self._whose(participant) | {"state": state, "at": at})
        return after

    def _lay(self, tx: Transaction, names: Iterable[str], by: int) -> None:
        """Count items as laid before so many more. Roles are counted otherwise: `_lacks`."""
        if self._loaded.study.kind != "seeker_supporter":
            self._count(tx, names, by)

    def _unseen(self, tx: Transaction, progress: Progress) -> set[str]:
        """Items that were laid before a participant, and of which nothing has come."""
        if progress.outcome in ("completed", "failed_attention"):
            return set()
        told = tx.rows(JUDGED, self._whose(progress.participant))
        judged = {msgspec.json.decode(row.judgement, type=Judgement).item for row in told}
        return {*progress.items} - judged - {*progress.skipped, *progress.items[: progress.place]}

    def _free(self, tx: Transaction, at: datetime) -> list[str]:
        """Take those who have done nothing for long to have gone; returns what they have not seen, for others.

        Whoever is just now doing something is not waited for, and comes again.
        """
        old = study_progress.c.at < at - timedelta(minutes=self._loaded.study.hold)
        state, freed = study_progress.c.state, list[str]()
        left = (study_progress.c.study == self._loaded.name, old, state.contains(HERE), ~state.contains(FREED))
        for row in tx.rows(select(study_progress).where(*left).with_for_update(skip_locked=True)):
            known = msgspec.json.decode(row.state, type=Progress)
            freed += self._unseen(tx, known)
            gone = msgspec.json.encode(msgspec.structs.replace(known, freed=True)).decode()
            tx.execute(CHANGED, self._whose(row.participant) | {"state": gone})
        self._lay(tx, freed, -1)
        return freed

    def _assign(self, tx: Transaction, participant: str, at: datetime) -> Sequence[str]:
        """The items that were laid before the fewest, among equals by seed, in an order drawn for the participant.

        Of a chat both talks, the one with either bot first as often, and then the comparison, by turns all of these;
        where two people have roles the one that is lacking, a supporter's or a wizard's with what they have to learn; a
        user's is a situation.
        """
        study, name = self._loaded.study, self._loaded.name
        if study.kind in ("chat", "ab_turns"):
            return talks_of(self._loaded, participant)
        held, learnt = self._assigned(tx), [one.name for one in self._loaded.lessons]
        held.subtract(self._free(tx, at))
        match study.kind:
            case "seeker_supporter":
                return [*learnt, "supporter"] if self._lacks(tx, "supporter") else ["seeker"]
            case "wizard_of_oz" if self._lacks(tx, WIZARD):
                return [*learnt, WIZARD]
        rng = random.Random(f"{name} {study.seed} {participant}")
        rare = sorted(rng.sample(sorted(held), len(held)), key=held.__getitem__)
        chosen = self._loaded.block(rare)
        self._lay(tx, chosen, 1)
        rng.shuffle(chosen)
        return [*chosen, *self._repeated(chosen, rng)]

    def _repeated(self, chosen: Sequence[str], rng: random.Random) -> list[str]:
        """Of an annotation some of the items once more, at the end, so that it is seen how far somebody agrees with

        themself; never of the last ones, which are still in mind.
        """
        if self._loaded.study.kind != "annotation":
            return []
        early = chosen[: (len(chosen) + 1) // 2]
        return [item + AGAIN for item in rng.sample(early, round(self._loaded.study.annotation.repeats * len(chosen)))]

    def _lacks(self, tx: Transaction, role: str) -> bool:
        """Whether, of those who are still there or done, no more have this role than the other."""
        state = study_progress.c.state
        there = (state.contains(HERE) | state.contains(COMPLETED), ~state.contains(FREED), ~state.contains(NOTHING))
        counts = func.count().label("all"), func.count().filter(state.contains(ROLE.format(role))).label("held")
        found = tx.execute(select(*counts).where(study_progress.c.study == self._loaded.name, *there)).one()
        return bool(2 * found.held <= found.all)

    def _known(self, tx: Transaction, participant: str) -> Participation | None:
        of = self._whose(participant)
        for row in tx.rows(KNOWN, of):
            return _participation(row, map(_judged, tx.rows(IN_ORDER, of)))
        return None

    def _everybody(self, tx: Transaction) -> list[Participation]:
        judged = select(study_judgement).where(study_judgement.c.study == self._loaded.name)
        told: dict[str, list[Judgement]] = {}
        for row in tx.rows(judged.order_by(study_judgement.c.number)):
            told.setdefault(row.participant, []).append(_judged(row))
        there = select(study_progress).where(study_progress.c.study == self._loaded.name)
        rows = tx.rows(there.order_by(study_progress.c.began))
        return [_participation(row, told.get(row.participant, ())) for row in rows]

    def _remark(self, tx: Transaction, participant: str, text: str, at: datetime) -> None:
        tx.execute(CHANGED, self._whose(participant) | {"remark": text, "at": at})

    def _forget(self, tx: Transaction, participant: str, mark: str) -> bool:
        if mark and self._has_code(tx, participant):
            tx.insert_new(study_mark, {"study": self._loaded.name, "mark": mark})
        for row in tx.rows(KNOWN, self._whose(participant)):
            known = msgspec.json.decode(row.state, type=Progress)
            others = self._unseen(tx, known) if known.freed or known.outcome == "stopped" else set()
            self._lay(tx, {*known.items} - others, -1)
        tx.execute(delete(study_judgement).where(THEIRS), self._whose(participant))
        return tx.execute(delete(study_progress).where(ONE), self._whose(participant)).rowcount > 0

    def _has_code(self, tx: Transaction, participant: str) -> bool:
        """Whether a participant was shown a completion code."""
        for row in tx.rows(KNOWN, self._whose(participant)):
            outcome = msgspec.json.decode(row.state, type=Progress).outcome
            return outcome is not None and bool(self._loaded.study.codes.get(outcome))
        return False

    def _marked(self, tx: Transaction, mark: str) -> bool:
        return bool(tx.rows(MARK, self._whose(mark)))

    def _unmark(self, tx: Transaction, mark: str) -> bool:
        return tx.execute(delete(study_mark).where(MARKED), self._whose(mark)).rowcount > 0


def _participation(row: Row[Any], judgements: Iterable[Judgement]) -> Participation:
    progress = msgspec.json.decode(row.state, type=Progress)
    return Participation(progress, tuple(judgements), row.simulated, row.began, row.at, row.remark)


def _judged(row: Row[Any]) -> Judgement:
    return msgspec.json.decode(row.judgement, type=Judgement)

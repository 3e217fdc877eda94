"""Both bots of a study in which people write with two at once, each behind its own guard.

What is written lies in the study's rooms; answers are made beside the pages, which look for them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from datetime import UTC, datetime

from bot.config import read
from bot.errors import StudyError
from bot.step import NOT_KEPT
from bot.stepper import Stepper
from worlds import judgement, pairing
from worlds.studies import ab_turns, progress
from worlds.studies.ab_turns import Duet
from worlds.studies.ledger import Ledger
from worlds.studies.progress import Progress, Stopped
from worlds.studies.rooms import DuetRooms
from worlds.studies.study import Loaded
from worlds.studies.talks import UNKEPT, Line, built, file_of

log = logging.getLogger(__name__)
PATIENCE = 1.0
"""Seconds for which a page waits for both answers before it says that they are being written."""


class TwoBots:
    """`bots` are the left one and the right one. Made by `open`."""

    def __init__(self, loaded: Loaded, rooms: DuetRooms, ledger: Ledger, bots: Sequence[Stepper]) -> None:
        self._loaded, self._rooms, self._ledger, self._bots = loaded, rooms, ledger, bots
        self._writing: dict[str, asyncio.Task[None]] = {}

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str, loaded: Loaded, ledger: Ledger) -> AsyncIterator[TwoBots]:
        """Build both bots, and answer what came before the server went.

        Raises as `worlds.studies.talks.built` does, and StudyError where both are the same.
        """
        left, right = (read(file_of(loaded, bot)) for bot in loaded.study.bots)
        pairing.pair(left, right, loaded.study.seed)
        bots = [Stepper(engine, (), wait=0.0, gather=0.0, clock=_now) for engine in built(loaded)]
        async with DuetRooms.open(url, loaded) as rooms:
            two = cls(loaded, rooms, ledger, bots)
            try:
                for duet in [one.room for one in await rooms.everything()]:
                    if duet.writing:
                        two._answer(duet.seats[0])
                yield two
            finally:
                await two._close()

    async def at(self, participant: str) -> Duet:
        """The talk as it stands; who comes first begins one. What could not be answered is tried again."""
        duet = await self._rooms.join(participant, ab_turns.Joined(), _now())
        if duet.writing:
            self._answer(participant)
        else:
            await self._settle(participant, duet)
        return duet

    async def say(self, participant: str, text: str, event: str, patience: float | None = None) -> None:
        """A message to both, whose answers are waited for so many seconds. StudyError where none is waited for."""
        await self._rooms.join(participant, ab_turns.Joined(), _now())
        duet = await self._rooms.step(participant, ab_turns.Said(event, text), _now())
        if duet.writing:
            await asyncio.wait([self._answer(participant)], timeout=PATIENCE if patience is None else patience)

    async def choose(self, participant: str, turn: int, choice: judgement.Choice, seconds: float) -> None:
        """The talk goes on with what was chosen."""
        await self._settle(
            participant, await self._rooms.step(participant, ab_turns.Judged(turn, choice, seconds), _now())
        )

    async def forget(self, participant: str) -> bool:
        """Erase the talk of a participant, also one that is still to be answered."""
        if writing := self._writing.get(participant):
            writing.cancel()
            await asyncio.wait([writing])
        return await self._rooms.forget(participant)

    def _answer(self, participant: str) -> asyncio.Task[None]:
        """Both answers to the last message, made once."""
        if participant not in self._writing:
            task = asyncio.create_task(self._answered(participant))
            self._writing[participant] = task
            task.add_done_callback(lambda _: self._writing.pop(participant, None))
        return self._writing[participant]

    async def _answered(self, participant: str) -> None:
        try:
            kept = await self._rooms.of(participant)
            if kept is None or not kept.room.writing:
                return
            duet = kept.room
            told = ab_turns.waiting(duet, ab_turns.plan(self._loaded, participant, duet))
            left, right = await asyncio.gather(*(bot.step(*told) for bot in self._bots))
            event = ab_turns.Answered(duet.turn, left, right)
            await self._settle(participant, await self._rooms.step(participant, event, _now()))
        except Exception as error:  # the page looks again, and both are asked again
            log.error("study %s: no two answers: %s", self._loaded.name, type(error).__name__)

    async def _settle(self, participant: str, duet: Duet) -> None:
        """Bring what was judged, or that danger was told, into the study's ledger, where it is not there yet."""
        state = await self._ledger.meet(participant, _now())
        for one in duet.judged[state.place :] if state.phase == "task" else ():
            await self._ledger.step(participant, progress.Judged(one.item), _now(), one)
        if duet.lead and state.phase != "done":
            log.warning("study %s: danger was told in a talk, which goes on without the study", self._loaded.name)
            await self._ledger.step(participant, Stopped(danger=True), _now())

    async def _close(self) -> None:
        for task in list(self._writing.values()):
            task.cancel()
        for bot in self._bots:
            await bot.close()


def lines(duet: Duet, participant: str) -> list[Line]:
    """What was said so far."""
    return [Line(own, UNKEPT if text == NOT_KEPT else text) for own, text in duet.said_by(participant)]


def may_write(state: Progress) -> None:
    """Raises StudyError where the talk is over; after danger it goes on."""
    if state.phase != "task" and not state.interrupted:
        raise StudyError("this talk is over")


def open_two(url: str, loaded: Loaded, ledger: Ledger) -> AbstractAsyncContextManager[TwoBots | None]:
    """Both bots of a study by turns; None for a study of another kind."""
    return TwoBots.open(url, loaded, ledger) if loaded.study.kind == "ab_turns" else nullcontext()


def _now() -> datetime:
    return datetime.now(UTC)

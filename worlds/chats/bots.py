"""The bots of a study inside a chat: where words go to, and what is shown of a talk."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

from bot.frontends.menu import Page
from worlds.chats import pages
from worlds.chats.turns import AtOnce
from worlds.studies import steps
from worlds.studies.ledger import Ledger, Participation
from worlds.studies.progress import Progress
from worlds.studies.study import Loaded
from worlds.studies.talks import Talks, open_talks
from worlds.studies.two_bots import open_two
from worlds.web.tokens import Tokens

TAPPED = re.compile(rf"{pages.MET}:([0-9]{{1,4}}):([0-9]{{1,4}}):(1|-1)")


class Bots(Protocol):
    """Those of one study, behind their own guards."""

    async def listens(self, progress: Progress) -> bool:
        """Whether words go to a bot now, in the study or after danger ended it."""

    async def say(self, progress: Progress, text: str, event: str) -> None:
        """Words that are listened to, until they are answered. Danger ends the study."""

    async def press(self, progress: Progress, action: str) -> None:
        """What a button below a bot's words says; what is none of these changes nothing."""

    async def page(self, known: Participation) -> Page | None:
        """The talk as it stands; None where something else is asked now."""

    async def left_open(self, progress: Progress) -> str:
        """What was said last in a talk that goes on after the study; "" where none does."""

    async def forget(self, participant: str) -> None:
        """Erase the talks of a participant."""


class OneByOne:
    """A talk with each bot, one after the other."""

    def __init__(self, loaded: Loaded, ledger: Ledger, tokens: Tokens, talks: Talks) -> None:
        self._loaded, self._ledger, self._tokens, self._talks = loaded, ledger, tokens, talks

    async def listens(self, progress: Progress) -> bool:
        return steps.talks_now(progress)

    async def say(self, progress: Progress, text: str, event: str) -> None:
        await steps.say(self._ledger, self._talks, progress, text, event)

    async def press(self, progress: Progress, action: str) -> None:
        if (tapped := TAPPED.fullmatch(action)) and progress.phase == "task" and int(tapped[1]) == progress.place:
            await steps.meet(self._talks, progress, progress.item, tapped[2], tapped[3])

    async def page(self, known: Participation) -> Page | None:
        progress = known.progress
        if not steps.talks_now(progress):
            return None
        stamp = self._tokens.stamp(progress.participant, progress.item)
        lines = await self._talks.lines(progress.item, progress.participant)
        asks = bool(self._loaded.study.each_turn)
        met = await self._talks.met(progress.item, progress.participant) if asks else None
        return pages.talk(self._loaded, known, lines, stamp, met)

    async def left_open(self, progress: Progress) -> str:
        if not steps.talks_now(progress):
            return ""
        return pages.last(await self._talks.lines(progress.item, progress.participant))

    async def forget(self, participant: str) -> None:
        await self._talks.forget(participant)


@asynccontextmanager
async def open_bots(url: str, loaded: Loaded, ledger: Ledger, tokens: Tokens) -> AsyncIterator[Bots | None]:
    """Build the bots of a study; None of one without. Raises as `Talks.open` and `TwoBots.open` do."""
    async with open_talks(url, loaded) as talks, open_two(url, loaded, ledger) as two:
        if talks:
            yield OneByOne(loaded, ledger, tokens, talks)
        else:
            yield AtOnce(loaded, tokens, two) if two else None

"""A study inside a chat: what a participant presses and writes becomes events, and the next page is their answer."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from weakref import WeakValueDictionary

from bot.errors import StudyError
from bot.frontends.menu import IN_PRIVATE, Command, Page
from bot.people import person_of
from bot.phrases import say
from worlds.chats import pages, words
from worlds.chats.bots import Bots
from worlds.chats.fields import fields, form
from worlds.studies import judging, steps
from worlds.studies.judging import Judgement
from worlds.studies.ledger import Ledger, Participation
from worlds.studies.progress import Agreed, Back, Began, Event, Judged, Skipped, Stopped, Surveyed
from worlds.studies.quality import attentive
from worlds.studies.study import Loaded
from worlds.web.tokens import Tokens

log = logging.getLogger(__name__)

COMMANDS = (
    Command("start", "The study, or where you were in it"),
    Command("stop", "Stop the study"),
    Command("forget", "Erase everything that the study has kept of you"),
)
COMMAND = re.compile(r"/(start|stop|forget)(\s.*)?", re.DOTALL)
ANSWERED = re.compile(rf"({'|'.join((pages.ANSWER, *pages.TALKS))}):([0-9]{{1,4}}):([0-9a-f]{{11,40}}):([0-9]*)")
BUTTONS = "(Please use the buttons.)"
NOTED = "Thank you, that is noted."
ERASED = "Everything that this study had kept of you is erased."
ID = 64

Heed = Callable[[str, str], Awaitable[str | None]]
"""What a guard says to words of danger of a participant; None to all others."""


class Desk:
    """A host of pages (`bot.frontends.pages.Host`). `limit` is the longest message of the channel."""

    commands = COMMANDS

    def __init__(
        self,
        loaded: Loaded,
        ledger: Ledger,
        tokens: Tokens,
        heed: Heed,
        bots: Bots | None = None,
        *,
        limit: int,
    ) -> None:
        self._loaded, self._ledger, self._tokens, self._heed = loaded, ledger, tokens, heed
        self._bots, self._limit = bots, limit
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(self, conversation_id: str, action: str, *, private: bool = True) -> Page:
        """Take what a button or a command says, and show what comes next."""
        if not private:
            return Page(say(IN_PRIVATE))
        async with self._turn(conversation_id) as participant:
            if await self._marked(participant):
                return Page(words.once(self._loaded.study))
            return await self._opened(await self._met(participant), action)

    async def hear(self, conversation_id: str, text: str, event: str, *, edited: bool = False) -> Page | None:
        """Take words: those of a talk go to its bot, and a guard reads all others. Changed ones are read for danger."""
        async with self._turn(conversation_id) as participant:
            if await self._marked(participant):
                if answer := await self._heed(participant, text):
                    return Page(words.held_back(answer))
                return None if edited else Page(words.once(self._loaded.study))
            return await self._heard(await self._met(participant), text, event[:ID], edited=edited)

    async def _heard(self, known: Participation, text: str, event: str, *, edited: bool) -> Page | None:
        command, progress = COMMAND.fullmatch(text), known.progress
        if command and not command[2]:
            return await self._opened(known, command[1])
        listening = self._bots if self._bots and await self._bots.listens(progress) else None
        answer = None if listening and not edited else await self._heed(progress.participant, text)
        if listening and (answer or not edited):
            await listening.say(progress, text, event)
            return await self._page(progress.participant)
        if answer:
            return await self._endangered(known, answer)
        if command:
            return await self._opened(known, command[1])
        return await self._written(known, text, edited=edited)

    async def _endangered(self, known: Participation, answer: str) -> Page:
        """The study ends for who tells of danger, with full pay, and the guard's answer is shown; the words are not

        kept.
        """
        log.warning("study %s: danger was told beside a talk; it was not kept", self._loaded.name)
        await self._ledger.step(known.progress.participant, Stopped(danger=True), datetime.now(UTC))
        return await self._page(known.progress.participant, answer=answer)

    async def _written(self, known: Participation, text: str, *, edited: bool) -> Page | None:
        """Words beside a talk: at the end they are kept."""
        progress = known.progress
        page = await self._page(progress.participant)
        made = not edited or text not in known.remark  # Telegram also tells of changes that nobody made
        if progress.phase == "survey" and made:
            remark = f"{known.remark}\n{text}".strip()[: steps.REMARK]
            await self._ledger.remark(progress.participant, remark, datetime.now(UTC))
            return pages.led(NOTED, page)
        if edited:
            return None
        return pages.led(BUTTONS, page) if progress.phase in ("instructions", "task") else page

    async def _opened(self, known: Participation, action: str) -> Page:
        """The page that an action leads to. What an older page offers changes nothing."""
        progress = known.progress
        match action:
            case "stop" if progress.phase != "done":
                return pages.stop(self._loaded.study)
            case "forget":
                return pages.forget(self._loaded.study)
            case "forget:yes":
                return await self._forgotten(progress.participant)
        if found := ANSWERED.fullmatch(action):
            return await self._answered(known, *found.groups())
        if self._bots:
            await self._bots.press(progress, action)
        if event := offered(self._loaded, known).get(action):
            await self._ledger.step(progress.participant, event, datetime.now(UTC))
        return await self._page(progress.participant)

    async def _forgotten(self, participant: str) -> Page:
        """Everything of a participant is erased; where they had got a code, a mark stays."""
        try:
            if self._bots:
                await self._bots.forget(participant)
        finally:
            await self._ledger.forget(participant, self._tokens.mark(participant))
        return Page(words.once(self._loaded.study) if await self._marked(participant) else ERASED)

    async def _answered(self, known: Participation, what: str, place: str, stamp: str, answers: str) -> Page:
        """The next question of the item, or, where it was the last, its judgement and what comes next."""
        loaded, progress = self._loaded, known.progress
        if progress.phase != "task" or int(place) != progress.place:
            return await self._page(progress.participant)
        item = loaded.item(progress.item)
        asked = fields(loaded, item)
        seconds, told = self._tokens.since(progress.participant, item.id, stamp), form(asked, answers)
        if seconds is None or told is None:
            return await self._page(progress.participant)
        if what in pages.TALKS and pages.has_talks(item):
            return pages.read_again(loaded, known, stamp, answers, what)
        if len(answers) < len(asked):
            return pages.item(loaded, known, stamp, answers, limit=self._limit)
        given = judging.read(loaded, item, judging.order(loaded, progress.participant, item), told)
        # Named by what was shown when, and what was pressed: the same button says the same once.
        judgement = Judgement(f"{place}-{stamp}-{answers}", progress.item, given, round(seconds, 1))
        if any(one.id == judgement.id for one in known.judgements):
            return await self._page(progress.participant)
        await self._ledger.step(progress.participant, Judged(progress.item), datetime.now(UTC), judgement)
        return await self._page(progress.participant)

    async def _page(self, participant: str, *, answer: str = "") -> Page:
        """Where the participant stands."""
        known, study = await self._known(participant), self._loaded.study
        match known.progress.phase:
            case "consent":
                return pages.consent(study)
            case "instructions":
                return pages.instructions(study)
            case "task":
                return await self._at_task(known)
            case "survey":
                return pages.survey(study)
            case "done":
                left = await self._bots.left_open(known.progress) if self._bots else ""
                return Page(words.end(study, known, left, answer))

    async def _at_task(self, known: Participation) -> Page:
        progress = known.progress
        if self._bots:
            if page := await self._bots.page(known):
                return page
            if (await self._known(progress.participant)).progress != progress:  # the last choice is counted only now
                return await self._page(progress.participant)
        stamp = self._tokens.stamp(progress.participant, progress.item)
        return pages.item(self._loaded, known, stamp, limit=self._limit)

    @asynccontextmanager
    async def _turn(self, conversation_id: str) -> AsyncIterator[str]:
        """Held while something of a participant is handled: all of it in the order in which it came."""
        site, _, person = person_of(conversation_id).partition(":")
        participant = self._tokens.participant(site, person)
        async with self._turns.setdefault(participant, asyncio.Lock()):
            yield participant

    async def _met(self, participant: str) -> Participation:
        await self._ledger.meet(participant, datetime.now(UTC))
        return await self._known(participant)

    async def _marked(self, participant: str) -> bool:
        """Whether who comes was erased after they had got a code."""
        return await self._ledger.marked(self._tokens.mark(participant))

    async def _known(self, participant: str) -> Participation:
        known = await self._ledger.known(participant)
        if known is None:
            raise StudyError("the participant was erased meanwhile")
        return known


def offered(loaded: Loaded, known: Participation) -> dict[str, Event]:
    """What is chosen by the buttons of a participant's page, beside answers and questions back, by their data."""
    progress, version = known.progress, loaded.study.consent.version
    found: dict[str, Event] = {"stop:yes": Stopped()}
    match progress.phase:
        case "consent":
            adult, younger = (Agreed(True, age, version, ()) for age in (True, False))
            return found | {"agree": adult, "younger": younger, "decline": Agreed(False, False, version, ())}
        case "instructions":
            return found | {"begin": Began()}
        case "task" if not loaded.study.with_bots:
            return found | {f"back:{progress.place}": Back(), f"skip:{progress.place}": Skipped(progress.item)}
        case "survey":
            back: dict[str, Event] = {"back:end": Back()} if loaded.study.goes_back else {}
            return found | {"finish": Surveyed(attentive(loaded, known))} | back
    return found

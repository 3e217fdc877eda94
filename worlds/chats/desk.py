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
from worlds.chats.fields import fields, form
from worlds.studies import judging, steps
from worlds.studies.judging import Judgement
from worlds.studies.ledger import Ledger, Participation
from worlds.studies.progress import Agreed, Back, Began, Event, Judged, Progress, Skipped, Stopped, Surveyed
from worlds.studies.quality import attentive
from worlds.studies.study import Loaded
from worlds.studies.talks import Line, Talks
from worlds.web.tokens import Tokens

log = logging.getLogger(__name__)

COMMANDS = (
    Command("start", "The study, or where you were in it"),
    Command("stop", "Stop the study"),
    Command("forget", "Erase everything that the study has kept of you"),
)
COMMAND = re.compile(r"/(start|stop|forget)(\s.*)?", re.DOTALL)
ANSWERED = re.compile(rf"{pages.ANSWER}:([0-9]{{1,4}}):([0-9a-f]{{11,40}}):([0-9]*)")
TAPPED = re.compile(rf"{pages.MET}:([0-9]{{1,4}}):([0-9]{{1,4}}):(1|-1)")
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
        self, loaded: Loaded, ledger: Ledger, tokens: Tokens, heed: Heed, talks: Talks | None = None, *, limit: int
    ) -> None:
        self._loaded, self._ledger, self._tokens, self._heed = loaded, ledger, tokens, heed
        self._talks, self._limit = talks, limit
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(self, conversation_id: str, action: str, *, private: bool = True) -> Page:
        """Take what a button or a command says, and show what comes next."""
        if not private:
            return Page(say(IN_PRIVATE))
        async with self._turn(conversation_id) as known:
            return await self._opened(known, action)

    async def hear(self, conversation_id: str, text: str, event: str, *, edited: bool = False) -> Page | None:
        """Take words: those of a talk go to its bot, and a guard reads all others. Changed ones are read for danger."""
        command = COMMAND.fullmatch(text)
        async with self._turn(conversation_id) as known:
            if command and not command[2]:
                return await self._opened(known, command[1])
            in_talk = self._talks is not None and steps.talks_now(known.progress)
            answer = None if in_talk and not edited else await self._heed(known.progress.participant, text)
            if in_talk and (answer or not edited):
                await steps.say(self._ledger, self._talks, known.progress, text, event[:ID])
                return await self._page(known.progress.participant)
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
                return pages.forget()
            case "forget:yes":
                await self._ledger.forget(progress.participant)
                if self._talks:
                    await self._talks.forget(progress.participant)
                return Page(ERASED)
        if found := ANSWERED.fullmatch(action):
            return await self._answered(known, int(found[1]), found[2], found[3])
        if (tapped := TAPPED.fullmatch(action)) and progress.phase == "task" and int(tapped[1]) == progress.place:
            await steps.meet(self._talks, progress, progress.item, tapped[2], tapped[3])
        if event := offered(self._loaded, known).get(action):
            await self._ledger.step(progress.participant, event, datetime.now(UTC))
        return await self._page(progress.participant)

    async def _answered(self, known: Participation, place: int, stamp: str, answers: str) -> Page:
        """The next question of the item, or, where it was the last, its judgement and what comes next."""
        loaded, progress = self._loaded, known.progress
        if progress.phase != "task" or place != progress.place:
            return await self._page(progress.participant)
        item = loaded.item(progress.item)
        asked = fields(loaded, item)
        seconds, told = self._tokens.since(progress.participant, item.id, stamp), form(asked, answers)
        if seconds is None or told is None:
            return await self._page(progress.participant)
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
                return pages.survey()
            case "done":
                lines = await self._lines(known.progress)
                return Page(words.end(study, known, pages.last(lines), answer))

    async def _at_task(self, known: Participation) -> Page:
        progress = known.progress
        stamp = self._tokens.stamp(progress.participant, progress.item)
        if self._talks and steps.talks_now(progress):
            asks = bool(self._loaded.study.each_turn)
            met = await self._talks.met(progress.item, progress.participant) if asks else None
            return pages.talk(self._loaded, known, await self._lines(progress), stamp, met)
        return pages.item(self._loaded, known, stamp, limit=self._limit)

    @asynccontextmanager
    async def _turn(self, conversation_id: str) -> AsyncIterator[Participation]:
        """Held while something of a participant is handled: all of it in the order in which it came."""
        site, _, person = person_of(conversation_id).partition(":")
        participant = self._tokens.participant(site, person)
        async with self._turns.setdefault(participant, asyncio.Lock()):
            await self._ledger.meet(participant, datetime.now(UTC))
            yield await self._known(participant)

    async def _lines(self, progress: Progress) -> list[Line]:
        """The talk that goes on."""
        if self._talks is None or not steps.talks_now(progress):
            return []
        return await self._talks.lines(progress.item, progress.participant)

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
        case "task" if loaded.study.kind != "chat":
            return found | {f"back:{progress.place}": Back(), f"skip:{progress.place}": Skipped(progress.item)}
        case "survey":
            return found | {"finish": Surveyed(attentive(loaded, known)), "back:end": Back()}
    return found

"""The menu: what a person can ask for beside the talk itself, the same behind every door.

It erases and remembers through Sessions and the store, and it answers with pages; a door draws them. Where danger
stands it answers what is asked for and asks nothing itself.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import uuid4

from bot.course import corrected, course_of
from bot.dialog import Conversation, EmotionState
from bot.errors import Postponed
from bot.feelings import EMOTIONS, own_word
from bot.frontends.console import hello
from bot.frontends.menu import choices, data, mood
from bot.frontends.menu.asking import Asking, stars_due
from bot.frontends.menu.budget import Budget
from bot.frontends.menu.care import in_country, with_help
from bot.frontends.menu.page import COMMANDS, Button, Command, Page, Row
from bot.people import person_of
from bot.phrases import mark, say
from bot.sessions import Sessions, utc_now
from bot.store import PURPOSES, Rating
from bot.terms import Terms

if TYPE_CHECKING:
    from bot.frontends.door import Admission  # which knows the menu's commands

__all__ = ["COMMANDS", "THUMBS", "Button", "Command", "Menu", "Page", "Row", "Terms"]

IN_DANGER = 2
IN_PRIVATE = mark("That isn't for everybody here to see: please ask me in a private chat.")
ONLY_PRIVATE = mark("All but the first two work in a private chat only.")
PUBLIC_HELLO = mark(
    "Everybody here can read what you write. For anything that is only for you, write to me in a private chat."
)
LATER = mark("Let's leave that for later. It can wait.")
UNKNOWN = mark("I don't know that one. /help shows what there is.")
AS_IT_WAS = mark("All right, everything stays as it was.")
NOT_UNDONE = mark(
    "There is nothing that I can take back now: only your last message and my answer can be, once, and not after "
    "something else was noted. /reset erases the whole talk."
)
THUMBS = {"up": 1, "down": -1, "none": 0}

Answers = Callable[[str, str], Awaitable[Page]]


class Menu:
    """`open` answers a command or a pressed button; `limits` say how often."""

    def __init__(
        self,
        sessions: Sessions,
        *,
        settings: Terms | None = None,
        clock: Callable[[], datetime] = utc_now,
        limits: Admission | None = None,
    ) -> None:
        self._sessions, self._settings, self._clock = sessions, settings, clock
        self._budget = Budget(sessions, limits)
        self._drawing = asyncio.Lock()
        self._answers: Mapping[str, Answers] = {
            "start": self._start,
            "help": self._help,
            "mood": self._mood,
            "felt": self._felt,
            "strong": self._strong,
            "feedback": self._feedback,
            "stars": self._stars,
            "thumb": self._thumb,
            "country": self._country,
            "reset": self._reset,
            "undo": self._undo,
            "export": self._export,
            "forget": self._forget,
            "privacy": self._privacy,
            "consent": self._consent,
            "stop": self._stop,
        }

    async def open(
        self,
        conversation_id: str,
        action: str,
        *,
        private: bool = True,
        address: str | None = None,
        token: str | None = None,
    ) -> Page:
        """The page of an action: a command with or without its slash and words after it, or that of a button.

        `address` and `token` are counted beside the person, where a door knows them.
        """
        name, argument = _parted(action)
        if not private:
            return _in_public(name, self._terms)
        if (answer := self._answers.get(name)) is None:
            return Page(say(UNKNOWN))
        if refusal := await self._budget.refusal(conversation_id, name, address, token):
            return Page(refusal, refused=True)
        return await answer(conversation_id, argument)

    async def asks(self, conversation_id: str) -> Page | None:
        """The question for stars, for a study, where it is due after the newest answer; never where danger stands."""
        conversation = await self._sessions.known(conversation_id)
        due = stars_due(conversation) and self._sessions.level(conversation) < 1
        return _star_page() if due else None

    @property
    def _terms(self) -> Terms:
        return self._settings or self._sessions.terms

    async def _start(self, conversation_id: str, _: str) -> Page:
        conversation = await self._sessions.known(conversation_id)
        if (level := self._sessions.level(conversation)) >= IN_DANGER:
            return Page(with_help(hello(self._terms), conversation, level))
        return choices.start(hello(self._terms), await self._given(conversation_id), conversation, self._terms)

    async def _help(self, _: str, __: str) -> Page:
        return choices.help_page()

    async def _privacy(self, conversation_id: str, _: str) -> Page:
        conversation = await self._sessions.known(conversation_id)
        return data.privacy(await self._given(conversation_id), conversation, self._terms)

    async def _consent(self, conversation_id: str, argument: str) -> Page:
        purpose, _, answer = argument.replace(" ", ":", 1).partition(":")
        if purpose not in PURPOSES or answer not in ("yes", "no"):
            return await self._privacy(conversation_id, "")
        conversation = await self._sessions.known(conversation_id)
        given = await self._given(conversation_id)
        if answer == "yes" and purpose not in choices.offered(given, conversation, self._terms, asked=PURPOSES):
            return choices.consents(await self._given(conversation_id), conversation, self._terms)
        person, version = person_of(conversation_id), self._terms.version(purpose)
        await self._sessions.store.people.consent(person, purpose, answer == "yes", self._clock(), version)
        first = choices.noted(purpose, answer == "yes")
        return choices.consents(await self._given(conversation_id), conversation, self._terms, first)

    async def _mood(self, conversation_id: str, argument: str, first: str = "") -> Page:
        theme: mood.Theme = "dark" if argument.lower() == "dark" else "light"
        conversation = await self._sessions.known(conversation_id)
        if (level := self._sessions.level(conversation)) >= IN_DANGER:
            return Page(with_help(say(LATER), conversation, level))
        page = mood.mood_page(conversation, first)
        async with self._drawing:  # one at a time, beside the talk: the library is slow and shares its fonts
            return await asyncio.to_thread(mood.pictured, page, conversation, theme)

    async def _felt(self, conversation_id: str, word: str) -> Page:
        conversation = await self._sessions.known(conversation_id)
        in_danger = self._sessions.level(conversation) >= IN_DANGER
        if in_danger or not course_of(conversation) or word not in (*EMOTIONS, "other", "none"):
            return await self._mood(conversation_id, "")
        if word == "other":
            return mood.others_page(conversation)
        state = conversation.state.get(EmotionState)
        own = (own_word(state, word),) if state and word != "none" else ()
        await self._sessions.note(
            conversation_id, corrected(conversation, emotion=word if word != "none" else ""), *own
        )
        noted = say("Noted: {feeling}.", feeling=say(word)) if word != "none" else say("Noted: none of these words.")
        return await self._mood(conversation_id, "", noted)

    async def _strong(self, conversation_id: str, number: str) -> Page:
        conversation = await self._sessions.known(conversation_id)
        in_danger = self._sessions.level(conversation) >= IN_DANGER
        if in_danger or not course_of(conversation) or number not in ("1", "2", "3", "4", "5"):
            return await self._mood(conversation_id, "")
        await self._sessions.note(conversation_id, corrected(conversation, intensity=int(number)))
        await self._sessions.report_intensity(conversation_id, int(number))
        return await self._mood(conversation_id, "", say("Noted: {strength} of 5.", strength=number))

    async def _feedback(self, conversation_id: str, _: str) -> Page:
        conversation = await self._sessions.known(conversation_id)
        if (level := self._sessions.level(conversation)) >= IN_DANGER:
            return Page(with_help(say(LATER), conversation, level))
        if not conversation.said("bot"):
            return Page(say("There is no answer of mine to rate yet."))
        return _star_page()

    async def _stars(self, conversation_id: str, number: str) -> Page:
        conversation = await self._sessions.known(conversation_id)
        if number not in ("1", "2", "3", "4", "5") or not conversation.said("bot"):
            return await self._feedback(conversation_id, "")
        await self._sessions.rate(conversation_id, Rating(int(number)))
        return Page(say("Thank you, {stars} of 5 is noted. It is the answer that is rated, not you.", stars=number))

    async def _thumb(self, conversation_id: str, argument: str) -> Page:
        """`3:up` rates the reply that is turn 3, `3:none` takes that back; no answer of the guard's, nor in danger."""
        number, _, way = argument.partition(":")
        if way not in THUMBS or not re.fullmatch("[0-9]{1,9}", number):
            return Page(say(UNKNOWN), failed=True)
        reply, standing = int(number), await self._sessions.store.standing(conversation_id)
        if (level := self._sessions.level(standing.loaded.conversation)) >= IN_DANGER or reply - 1 in standing.dangers:
            return Page(with_help(say(LATER), standing.loaded.conversation, level), failed=True)
        if not (value := THUMBS[way]):
            await self._sessions.take_back_rating(conversation_id, "thumbs", reply)
            return Page(say("Taken back: what you said of that answer."))
        if not await self._sessions.rate(conversation_id, Rating(value, "thumbs"), reply):
            return Page(say("That answer isn't there any more."), failed=True)
        return Page(say("Thank you, that is noted. It is the answer that is rated, not you."))

    async def _country(self, conversation_id: str, written: str) -> Page:
        conversation = await self._sessions.known(conversation_id)
        code = choices.country_code(written)
        if in_country(conversation, code) is None:
            return Page(say("This bot shows no crisis lines. In danger, please call your local emergency number."))
        if code is None:
            return choices.country_page(conversation, say(choices.UNKNOWN_NAME) if written else "")
        if code != "other" and self._sessions.level(conversation) > 0:
            return Page(await self._said(conversation_id, choices.country_name(code)))
        part = in_country(conversation, None if code == "other" else code)
        await self._sessions.note(conversation_id, part)
        return Page(choices.no_country() if code == "other" else choices.country_set(code))

    async def _said(self, conversation_id: str, text: str) -> str:
        """In danger a country is said like a message: the guard then shows its lines at once."""
        answer = await self._sessions.say(conversation_id, text, f"menu {uuid4().hex}")
        await self._sessions.sending(answer)
        await self._sessions.sent(answer)
        return answer.text

    async def _reset(self, conversation_id: str, answer: str) -> Page:
        if answer == "no":
            return Page(say(AS_IT_WAS))
        if answer != "yes":
            return data.reset_page()
        await self._sessions.reset(conversation_id)
        return Page(say("Erased from what I keep. You can write again whenever you like."))

    async def _undo(self, conversation_id: str, _: str) -> Page:
        if await self._sessions.undo(conversation_id):
            return Page(say("Taken back: your last message and my answer are erased from what I keep."))
        return Page(say(NOT_UNDONE))

    async def _export(self, conversation_id: str, _: str) -> Page:
        everything = await self._sessions.store.people.export(person_of(conversation_id))
        return data.export_page(everything, self._clock().date())

    async def _forget(self, conversation_id: str, answer: str) -> Page:
        """Asked and done also while the store fails: then the wish is kept, and it is done later."""
        conversation, person = await self._sessions.known_now(conversation_id), person_of(conversation_id)
        talk = conversation or Conversation(conversation_id)
        if answer == "no":
            return Page(say(AS_IT_WAS))
        if answer != "yes":
            asked = await self._sessions.store.people.consents(person) if conversation else ("research",)
            return data.forget_page(talk, researched="research" in asked)
        try:
            await self._sessions.forget_person(person)
        except Postponed as wish:
            return data.postponed(talk, lasting=wish.lasting)
        return data.forgotten(talk, self._sessions.level(talk))

    async def _stop(self, conversation_id: str, _: str) -> Page:
        people, person, now = self._sessions.store.people, person_of(conversation_id), self._clock()
        for purpose, consent in (await people.consents(person)).items():
            if consent.given:  # also to a question that is asked in another way by now
                await people.consent(person, purpose, False, now, self._terms.version(purpose))
        await self._sessions.note(conversation_id, Asking(False))
        return data.stopped(self._terms)

    async def _given(self, conversation_id: str) -> frozenset[str]:
        consents = await self._sessions.store.people.consents(person_of(conversation_id))
        return frozenset(purpose for purpose, consent in consents.items() if self._terms.holds(consent))


def _parted(action: str) -> tuple[str, str]:
    """The name of an action and what follows it, parted by a colon or white space."""
    name, *rest = re.split(r"[:\s]", action.strip().removeprefix("/"), maxsplit=1)
    return name.lower(), rest[0].strip() if rest else ""


def _in_public(name: str, terms: Terms) -> Page:
    if name == "start":
        return Page(f"{hello(terms)} {say(PUBLIC_HELLO)}")
    return choices.help_page(say(ONLY_PRIVATE)) if name == "help" else Page(say(IN_PRIVATE))


def _star_page() -> Page:
    stars = tuple(Button(f"{number} ★", f"stars:{number}") for number in range(1, 6))
    return Page(say("How was my last answer for you, from one star (not good) to five (very good)?"), (stars,))

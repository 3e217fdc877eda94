"""What the bot says, and where: never in a group what belongs to danger, and at first what it is."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

from bot.dialog import Conversation
from bot.frontends.console import hello
from bot.frontends.delivery import Refused
from bot.frontends.menu.care import with_help
from bot.frontends.split import size
from bot.frontends.telegram import lines
from bot.frontends.telegram.inbox import Newest
from bot.frontends.telegram.notices import Notices
from bot.frontends.telegram.outlet import UNMET, Outlet
from bot.frontends.telegram.reading import Place, place_of
from bot.frontends.telegram.render import LIMIT
from bot.frontends.telegram.streaming import Streams
from bot.phrases import say
from bot.sessions import Sessions
from bot.step import STOPS

answered: ContextVar[int | None] = ContextVar("answered", default=None)
"""The message in a group that is being answered."""


class Replies(Notices):
    """Notices, and what belongs to a talk. `met` holds who knows what the bot is."""

    def __init__(self, outlet: Outlet, sessions: Sessions, link: Callable[[], str]) -> None:
        super().__init__(outlet, link)
        self._sessions = sessions
        self._streams = Streams(outlet)
        self.met: Newest[str, None] = Newest()
        self._kept: Newest[str, str] = Newest()

    async def send(self, conversation_id: str, text: str, _: str) -> None:
        """An answer, as a door sends it."""
        place = place_of(conversation_id)
        if not place.is_private and await self.is_endangered(place, 1):
            await self._outlet.text(place, say(lines.IN_PRIVATE, link=self._link()), reply_to=answered.get())
            place = place.alone
        greeting = await self._greeting(place, text)
        text = f"{greeting}{text}"
        try:
            if not await self._streams.finish(place, text):
                await self._outlet.text(place, text, reply_to=None if place.is_private else answered.get())
        except Refused as refused:
            if str(refused) == UNMET:
                self._kept[place.id] = text
            raise
        if greeting:
            self.met[place.id] = None

    async def catch_up(self, place: Place) -> None:
        """What was meant for somebody who had not written in private before, now that they do."""
        if text := self._kept.pop(place.id, None):
            await self.tell(place, text)

    async def draft(self, conversation_id: str, text: str) -> None:
        """An answer so far."""
        place = place_of(conversation_id)
        if place.is_private or not await self.is_endangered(place, 1):
            await self._streams.show(place, text, answered.get())

    async def unread(self, place: Place, line: str, reply_to: int | None = None) -> None:
        """A line on what has no words; in danger with whom to call, unless somebody may read along."""
        if place.is_private:
            conversation = await self._sessions.known_now(place.id)
            level = self._sessions.level(conversation) if conversation else STOPS
            line = with_help(line, conversation or Conversation(place.id), level)
        await self.tell(place, line, reply_to)

    async def is_endangered(self, place: Place, level: int = STOPS) -> bool:
        """Whether danger stands there; while the store fails, it may."""
        conversation = await self._sessions.known_now(place.id)
        return conversation is None or self._sessions.level(conversation) >= level

    async def _greeting(self, place: Place, text: str) -> str:
        """What stands before the first answer to somebody who has not pressed Start; one of danger says it itself."""
        if place.id in self.met:
            return ""
        conversation = await self._sessions.known_now(place.id) or Conversation(place.id)
        greeting, said = f"{hello(self._sessions.terms)}\n\n", len(conversation.said("user"))
        if said == 1 and self._sessions.level(conversation) < STOPS and size(greeting + text) <= LIMIT:
            return greeting
        if said:
            self.met[place.id] = None
        return ""

"""What is said on Telegram that is no turn of a talk: lines, pages, and where the private chat is."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from bot.frontends.delivery import Refused
from bot.frontends.menu import Page
from bot.frontends.telegram.outlet import Outlet
from bot.frontends.telegram.reading import Place, Pressed
from bot.frontends.telegram.render import show
from bot.phrases import say

log = logging.getLogger(__name__)


class Notices:
    """`link()` is the address of the bot's private chat. One that can't be sent is only logged."""

    def __init__(self, outlet: Outlet, link: Callable[[], str]) -> None:
        self._outlet, self._link = outlet, link

    async def tell(self, place: Place, text: str, reply_to: int | None = None) -> None:
        """Something that is no turn; in a group, as an answer to a message."""
        reply_to = None if place.is_private else reply_to
        await self._try(place, lambda: self._outlet.text(place, text, reply_to=reply_to))

    async def show(self, place: Place, page: Page, pressed: Pressed | None = None) -> None:
        """A page of the menu."""
        await self._try(place, lambda: show(self._outlet, place, page, pressed))

    async def point(self, place: Place, line: str, reply_to: int | None = None) -> None:
        """A line that leads to the private chat."""
        await self.tell(place, say(line, link=self._link()), reply_to)

    async def _try(self, place: Place, call: Callable[[], Awaitable[object]]) -> None:
        try:
            await call()
        except Refused as refused:
            log.info("conversation %s takes no messages: %s", place.id, refused)
        except Exception as error:
            log.error("conversation %s: a notice was not sent: %s", place.id, type(error).__name__)

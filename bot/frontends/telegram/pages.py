"""Pages alone on Telegram, such as those of a study: commands, buttons and words of a private chat."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any

from telegram import Bot, BotCommandScopeAllGroupChats
from telegram.ext import TypeHandler

from bot.frontends.door import APOLOGY, AT_ONCE
from bot.frontends.menu import Page
from bot.frontends.pages import Host
from bot.frontends.telegram import lines
from bot.frontends.telegram.client import hold
from bot.frontends.telegram.handlers import App, log_error
from bot.frontends.telegram.inbox import Events
from bot.frontends.telegram.notices import Notices
from bot.frontends.telegram.outlet import Outlet
from bot.frontends.telegram.pace import Pause
from bot.frontends.telegram.reading import Asked, Invited, Masked, Place, Pressed, Said, Shown
from bot.frontends.telegram.render import LIMIT
from bot.frontends.telegram.settings import Settings
from bot.phrases import say

__all__ = ["LIMIT", "serve"]

log = logging.getLogger(__name__)


async def serve(settings: Settings, host: Host, stop: asyncio.Event, *, pause: Pause | None = None) -> None:
    """Show pages to people until `stop` is set. Raises ConfigError when Telegram refuses the token."""
    await hold(settings, stop, Events, lambda app, outlet: PageHandlers(app, outlet, host), pause)


class PageHandlers:
    """What is done with updates, as handlers of the library's application. In groups only the way is shown."""

    def __init__(self, app: App, outlet: Outlet, host: Host) -> None:
        self._bot: Bot = app.bot
        self._outlet, self._host = outlet, host
        self._notices = Notices(outlet, lambda: f"https://t.me/{self._bot.username}")
        handlers: dict[type[Any], Callable[[Any, object], Coroutine[Any, Any, None]]] = {
            Said: self._on_said,
            Asked: self._on_asked,
            Pressed: self._on_pressed,
            Shown: self._on_shown,
            Masked: self._on_elsewhere,
            Invited: self._on_elsewhere,
        }
        for kind, handler in handlers.items():
            app.add_handler(TypeHandler(kind, handler))
        app.add_error_handler(log_error)

    async def introduce(self) -> None:
        """Tell Telegram which commands there are; in groups none is answered."""
        await self._bot.set_my_commands([(command.name, command.summary) for command in self._host.commands])
        await self._bot.set_my_commands([], scope=BotCommandScopeAllGroupChats())

    async def take_up(self, stale: timedelta = AT_ONCE) -> None:
        """Nothing is left by a process before: a page is shown again to who asks for it."""

    async def sweep(self) -> None:
        """Nor by others."""

    async def _on_said(self, said: Said, _: object) -> None:
        text, event = said.text, said.event
        await self._answer(said.place, lambda: self._host.hear(said.place.id, text, event, edited=said.edited))

    async def _on_asked(self, asked: Asked, _: object) -> None:
        if asked.words:
            event = str(asked.message)
            await self._answer(asked.place, lambda: self._host.hear(asked.place.id, asked.text, event))
        else:
            await self._answer(asked.place, lambda: self._host.open(asked.place.id, asked.name))

    async def _on_pressed(self, pressed: Pressed, _: object) -> None:
        await self._outlet.acknowledge(pressed.query)
        await self._answer(pressed.place, lambda: self._host.open(pressed.place.id, pressed.action), pressed)

    async def _on_shown(self, shown: Shown, _: object) -> None:
        if shown.place.is_private:
            await self._notices.tell(shown.place, lines.unreadable(shown.kind, None))

    async def _on_elsewhere(self, event: Masked | Invited, _: object) -> None:
        await self._notices.point(event.place, lines.IN_PRIVATE)

    async def _answer(
        self, place: Place, page_of: Callable[[], Awaitable[Page | None]], pressed: Pressed | None = None
    ) -> None:
        if not place.is_private:
            await self._notices.point(place, lines.IN_PRIVATE)
            return
        try:
            page = await page_of()
        except Exception as error:  # its text may repeat what was said
            log.error("a page came to nothing: %s", type(error).__name__)
            page, pressed = Page(say(APOLOGY)), None
        if page:
            await self._notices.show(place, page, pressed)

"""The Telegram door: opened as its settings say, and closed when it is told to.

An update is confirmed to Telegram only when its words are in the inbox, so a crash loses none; a send that was accepted
just before a crash happens again, which this channel cannot prevent.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Protocol

os.environ.setdefault("PTB_TIMEDELTA", "true")  # else every RetryAfter comes with a deprecation warning

from telegram.error import InvalidToken, TelegramError
from telegram.ext import ApplicationBuilder, ExtBot

from bot.errors import BotError, ConfigError
from bot.frontends.attachments import find
from bot.frontends.door import AT_ONCE, Admission
from bot.frontends.options import read_token, require
from bot.frontends.telegram.handlers import App, Handlers
from bot.frontends.telegram.inbox import Events, Inbox
from bot.frontends.telegram.outlet import Outlet
from bot.frontends.telegram.pace import Leaving, Pace, Patience, Pause
from bot.frontends.telegram.polling import KINDS, OneByOne, insist, poll
from bot.frontends.telegram.reading import Reader
from bot.frontends.telegram.request import Request
from bot.frontends.telegram.settings import VARIABLE, Settings
from bot.sessions import Sessions
from bot.store import Store
from bot.store.talks import STALE

log = logging.getLogger(__name__)

BESIDE = 10_000
"""Updates that are handled side by side; those of one conversation wait for each other."""
CONNECTIONS = 128
SECONDS = 20.0
"""For an answer of Telegram: a call given up too early may have been carried out."""
GRACE = 10.0
"""Seconds for what is under way when the door closes."""
PATIENCE = 45.0
"""Seconds a message may wait to be sent where other processes would take it over after STALE."""


class Work(Protocol):
    """What is done with updates, by handlers that it has given the application."""

    async def introduce(self) -> None:
        """Tell Telegram which commands there are."""

    async def take_up(self, stale: timedelta = AT_ONCE) -> None:
        """Send what was left by a process before, and is so old."""

    async def sweep(self) -> None:
        """Take over what other processes leave."""


async def serve(
    settings: Settings,
    sessions: Sessions,
    store: Store,
    stop: asyncio.Event,
    *,
    limits: Admission | None = None,
    pause: Pause | None = None,
) -> None:
    """Answer people until `stop` is set. Raises ConfigError when Telegram refuses the token."""
    words = find(settings.attachments)

    def work(app: App, outlet: Outlet) -> Handlers:
        return Handlers(app, outlet, sessions, limits=limits, ask_stars=settings.ask_stars, words=words)

    await hold(settings, stop, lambda reader: Inbox(reader, sessions, store), work, pause)


async def hold(
    settings: Settings,
    stop: asyncio.Event,
    queue_of: Callable[[Reader], Events],
    work_of: Callable[[App, Outlet], Work],
    pause: Pause | None = None,
) -> None:
    """Take updates in by a queue, and have work done with them, until `stop` is set."""
    token, waits = read_token(settings.token_file, VARIABLE), Patience()
    bot = _bot(token, settings.api_base)
    queue = queue_of(Reader(lambda: bot.bot))
    app: App = ApplicationBuilder().bot(bot).update_queue(queue).updater(None).concurrent_updates(BESIDE).build()
    pace = Pace(settings.per_second, settings.per_chat, pause or waits)
    outlet = Outlet(bot, pace, pause or waits, patience=PATIENCE if settings.webhook_url else None)
    work = work_of(app, outlet)
    ending = asyncio.create_task(_end(waits, stop))
    try:
        await insist(bot.initialize, pause or waits)
        async with app:
            await insist(work.introduce, pause or waits)
            await app.start()
            try:
                async with _receiving(settings, token, app, work, pause or waits) as receiving:
                    await _until(stop, receiving, asyncio.create_task(work.sweep()))
            finally:
                await _close(app, waits)
    except Leaving:
        log.info("closed before Telegram could be reached")
    except InvalidToken:
        # The library's error repeats the token: it goes no further.
        raise ConfigError("Telegram refuses this token: get the current one from @BotFather") from None
    except TelegramError as error:
        raise BotError(f"Telegram cannot be reached: {type(error).__name__}") from None
    finally:
        ending.cancel()
        await bot.shutdown()  # an application that could not begin leaves its connections open


def _bot(token: str, api_base: str | None) -> ExtBot[None]:
    """The library's bot; where it asks for updates, one that can't be read stands alone."""
    talking, asking = Request(CONNECTIONS, SECONDS), OneByOne(2, SECONDS)
    if api_base is None:
        return ExtBot(token, request=talking, get_updates_request=asking)
    files = f"{api_base.removesuffix('bot')}file/bot"
    return ExtBot(token, api_base, files, request=talking, get_updates_request=asking)


@asynccontextmanager
async def _receiving(
    settings: Settings, token: str, app: App, work: Work, pause: Pause
) -> AsyncIterator[asyncio.Task[None]]:
    """Updates come in until the block ends. Meanwhile what was left by the process before is sent."""
    bot = app.bot
    if (url := settings.webhook_url) is None:
        await insist(bot.delete_webhook, pause)
        app.create_task(work.take_up())
        log.info("listening on Telegram as @%s", bot.username)
        polling = asyncio.create_task(poll(bot, app.update_queue, pause))
        try:
            yield polling
        finally:
            polling.cancel()
            await asyncio.wait([polling])
        return
    require("uvicorn", "uvicorn", "telegram")
    require("starlette", "starlette", "telegram")
    from bot.frontends.telegram import webhook

    path, secret = webhook.path_of(url), webhook.secret_of(token)
    route = webhook.application(path, bot, app.update_queue, secret)
    async with webhook.listening(settings.webhook_host, settings.webhook_port, route) as serving:
        app.create_task(work.take_up(STALE))  # what is younger may be another process's
        await insist(lambda: bot.set_webhook(url, allowed_updates=KINDS, secret_token=secret), pause)
        log.info("listening on Telegram as @%s, by webhook", bot.username)
        yield serving


async def _until(stop: asyncio.Event, receiving: asyncio.Task[None], sweeping: asyncio.Task[None]) -> None:
    """Until `stop` is set, or nothing can be received any more, which is raised."""
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait([receiving, stopped], return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopped.cancel()
        sweeping.cancel()
    if receiving.done():
        receiving.result()


async def _end(waits: Patience, stop: asyncio.Event) -> None:
    """Nobody waits for Telegram for long once the door is to close, not even while it opens."""
    await stop.wait()
    await asyncio.sleep(GRACE)
    waits.end()


async def _close(app: App, waits: Patience) -> None:
    """Finish what is under way; after a while, whatever would still have to wait stays in the outbox."""
    closing = asyncio.create_task(app.stop())
    await asyncio.wait([closing], timeout=GRACE)
    waits.end()
    await closing

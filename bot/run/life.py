"""The life of a process that holds doors open: what they share is made once, and closed after them."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial

from sqlalchemy.engine import make_url

from bot.config import Config, read
from bot.errors import BotError
from bot.frontends.console import database_url
from bot.limits import Limits
from bot.metrics import Metrics, served
from bot.ports import check
from bot.run.doors import hold_all
from bot.run.loop import run
from bot.run.reload import Made, Reload, Start, made_of
from bot.run.retention import expire_for_ever
from bot.run.watchdog import notify, watch
from bot.sessions import Sessions, utc_now
from bot.step import AnyEngine
from bot.store import Store, Vault
from bot.store.vault import VARIABLE
from bot.terms import terms_of
from bot.worker.engine import Engines

log = logging.getLogger(__name__)

SWITCH = 0.0005
"""Seconds for which a thread may keep the interpreter from others; by default ten times as many.

Messages pass between the doors' thread, the store's and the one that asks the engine some ten times.
"""

Serve = Callable[[Sessions, Store, asyncio.Event, Limits], Awaitable[None]]
"""Holds a door open until the event is set, and finishes the turns in flight."""
Choose = Callable[[Config], Mapping[str, Serve]]


def live(file: str, database: str | None, choose: Choose) -> None:
    """Make the bot of `file`, open the doors that `choose` names, and hold them open until SIGINT or SIGTERM."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # until there is a bot that can be made anew, this must not end it
    config = read(file)
    doors = choose(config)
    if config.metrics:
        check("metrics.port", config.metrics.host, config.metrics.port)
    metrics = Metrics() if config.metrics else None
    engines = Engines(metrics.engine_restarted if metrics else str)
    bot = Bot(file, made_of(config, starter(engines)), engines, metrics)
    sys.setswitchinterval(SWITCH)
    run(_live(bot, database_url(database or config.store.url), doors))


def starter(engines: Engines) -> Start:
    """What makes a bot file's engine: a process beside this one, or the replicas of its cluster."""

    def start(config: Config) -> AnyEngine:
        if config.cluster is None:
            return engines.start(config)
        from bot.cluster.joined import joined

        return joined(config)

    return start


@dataclass(frozen=True, slots=True)
class Bot:
    """What is made before a door is opened."""

    file: str
    made: Made
    engines: Engines
    metrics: Metrics | None


async def _live(bot: Bot, url: str, doors: Mapping[str, Serve]) -> None:
    stop, asked, unwell, loop = asyncio.Event(), asyncio.Event(), asyncio.Event(), asyncio.get_running_loop()
    made, engines, metrics, config = bot.made, bot.engines, bot.metrics, bot.made.config
    async with AsyncExitStack() as stack:
        if metrics and config.metrics:
            stack.enter_context(served(metrics, config.metrics))
        store = await stack.enter_async_context(Store.open(url))
        terms = terms_of(config, made.recipients)
        sessions = await stack.enter_async_context(
            Sessions(made.engine, store, made.responders, wait=config.wait, observer=metrics, terms=terms)
        )
        stack.push_async_callback(asyncio.to_thread, engines.close)  # before Sessions, which waits for its answer
        limits = Limits(config.limits, turned_away=metrics.turned_away if metrics else str)
        shared = Shared(sessions, limits, config)
        reload = Reload(bot.file, config, shared.take, metrics.reloaded if metrics else str, starter(engines))
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, partial(_stop, loop, stop))
        loop.add_signal_handler(signal.SIGHUP, asked.set)
        beside = [
            asyncio.create_task(expire_for_ever(store, lambda: shared.config.store, utc_now)),
            asyncio.create_task(reload.when(asked, stop)),
            asyncio.create_task(watch(lambda: sessions.ready, partial(_set, unwell, stop))),
        ]
        stack.push_async_callback(_end, beside)
        place = make_url(url).render_as_string(hide_password=True)
        if not Vault.from_environment().seals:
            log.warning("what people say is stored as it is: %s is not set (docs/deploy.md)", VARIABLE)
        log.info("the bot %s opens %s; talks are kept in %s", config.name, ", ".join(doors), place)
        opened = {name: partial(door, sessions, store, stop, limits) for name, door in doors.items()}
        await hold_all(opened, stop, again=metrics.restarted if metrics else str)
        notify("STOPPING=1")
    if unwell.is_set():
        raise BotError("there was no engine to answer")
    log.info("closed")


class Shared:
    """What the doors share and a changed bot file changes."""

    def __init__(self, sessions: Sessions, limits: Limits, config: Config) -> None:
        self._sessions, self._limits, self.config = sessions, limits, config
        warn_unguarded(config)

    def take(self, made: Made) -> None:
        """Go on with another bot and its rules."""
        self._sessions.use(made.engine, made.responders, terms_of(made.config, made.recipients))
        self._limits.use(made.config.limits)
        self.config = made.config
        warn_unguarded(made.config)


def warn_unguarded(config: Config) -> None:
    if config.guard is None:
        log.warning("the safety guard is off: %s", config.guard_off)


def _stop(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """Stop gently; whoever asks a second time is obeyed at once."""
    stop.set()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.remove_signal_handler(name)


def _set(*events: asyncio.Event) -> None:
    for event in events:
        event.set()


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)

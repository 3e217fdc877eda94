"""A changed bot file taken up while talks go on: on SIGHUP, and when it or a skill file beside it is written.

The new bot is made whole before the old one is let go. Where that fails nothing changes, and the log says why.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from bot.build import build, responders
from bot.config import Config, read
from bot.consent import recipients_of
from bot.errors import BotError
from bot.logs import trail
from bot.modules import afresh
from bot.registry import Named
from bot.sends import Recipient
from bot.step import AnyEngine

log = logging.getLogger(__name__)

ENDINGS = (".py", ".toml")
NOW_AND_THEN = 10.0
"""Seconds after which files are looked at although nothing was told: what is mounted from afar tells nothing."""
AT_START = ("doors", "metrics", "cluster")
"""Sections that are read at the start only."""


@dataclass(frozen=True, slots=True)
class Made:
    """A bot that is ready to take over. `adopt` lets what is stored be read as its skills' parts from then on."""

    config: Config
    engine: AnyEngine
    responders: tuple[Named, ...]
    adopt: Callable[[], None]

    @property
    def recipients(self) -> tuple[Recipient, ...]:
        """Everybody that something of a talk would be sent to."""
        return (*self.engine.recipients, *recipients_of(responder for _, responder in self.responders))


Start = Callable[[Config], AnyEngine]
"""Makes the engine of a bot file, here or in a process of its own."""


def make(file: str, start: Start = build) -> Made:
    """Read the bot file and make everything in it, changed skill files loaded anew."""
    with afresh() as adopt:
        return made_of(read(file), start, adopt)


def made_of(config: Config, start: Start, adopt: Callable[[], None] = lambda: None) -> Made:
    """Everything in a bot file. Responders first: what they load of the skills' parts is better than a stand-in."""
    slow = responders(config)
    return Made(config, start(config), slow, adopt)


class Reload:
    """Makes the bot of `file` anew and hands it to `take`; `told` hears whether that went well."""

    def __init__(
        self,
        file: str,
        config: Config,
        take: Callable[[Made], object],
        told: Callable[[str], object] = str,
        start: Start = build,
    ) -> None:
        self._file, self._config, self._take, self._told, self._start = file, config, take, told, start

    async def again(self) -> bool:
        """Take up what the file says now. False when it cannot be; then the bot goes on as it was."""
        try:
            made = await asyncio.to_thread(make, self._file, self._start)
            made.adopt()
            self._take(made)
        except (Exception, SystemExit) as error:  # a skill file may do anything when it is loaded
            why = str(error) if isinstance(error, BotError) else trail(error)
            log.error("the bot goes on as it was, since it could not be made anew: %s", why)
            self._told("failed")
            return False
        for name in AT_START:
            if getattr(made.config, name) != getattr(self._config, name):
                log.warning("what changed in [%s] counts from the next start", name)
        self._config = made.config
        log.info("the bot %s was made anew from %s", made.config.name, made.config.path)
        self._told("taken")
        return True

    async def when(self, asked: asyncio.Event, stop: asyncio.Event) -> None:
        """Until `stop`: make it anew whenever `asked` is set, which is cleared, or something has been written."""
        before = self._print()
        while True:
            ways = [asyncio.create_task(way) for way in (asked.wait(), stop.wait(), self._written(before, stop))]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
            if stop.is_set():
                return
            asked.clear()
            before = self._print()  # what is written while it is being made is taken up next
            await self.again()

    async def _written(self, before: str, stop: asyncio.Event) -> None:
        """Returns when something differs from `before`; never where nobody can tell."""
        try:
            async for _ in _looks(self._folders()):
                if self._print() != before:
                    return
        except Exception as error:
            log.warning("changes are no longer noticed, only SIGHUP is: %s", trail(error))
        await stop.wait()

    def _folders(self) -> list[Path]:
        """Where the bot file is, under the name it was given, and where skill files are."""
        config = self._config
        file = Path(self._file).absolute() if self._file.endswith(".toml") else config.path
        uses = [*config.skills, *config.responders, *(use for use in (config.encoder, config.guard) if use)]
        skills = [file.parent / use.use.partition(":")[0] for use in uses if ".py:" in use.use]
        return sorted({path.parent for path in (file, *skills)})

    def _print(self) -> str:
        """Changes whenever a bot file or a skill file there does, also one that the bot does not use yet."""
        found = sha256()
        for path in sorted(path for folder in self._folders() for path in folder.iterdir() if path.suffix in ENDINGS):
            with suppress(OSError):
                found.update(f"{path}\0{sha256(path.read_bytes()).hexdigest()}\n".encode())
        return found.hexdigest()


async def _looks(folders: Sequence[Path]) -> AsyncIterator[object]:
    """Yields whenever something in the folders may have been written: at once, when told so, and now and then."""
    yield None
    if find_spec("watchfiles") is None:
        while True:
            await asyncio.sleep(NOW_AND_THEN)
            yield None
    from watchfiles import awatch

    def interesting(_: object, path: str) -> bool:
        return path.endswith(ENDINGS) or Path(path).name.startswith("..")  # as mounted ConfigMaps change

    every = int(NOW_AND_THEN * 1000)
    changes = awatch(*folders, watch_filter=interesting, recursive=False, rust_timeout=every, yield_on_timeout=True)
    async for _ in changes:
        yield None

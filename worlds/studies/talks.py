"""Talks of a study: participants write with its bots, each behind its own guard, kept in the store like any talk."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bot.build import build
from bot.config import read
from bot.dialog import PastStrategies
from bot.engine import Engine
from bot.errors import StudyError
from bot.people import person_of
from bot.sessions import Sessions
from bot.step import NOT_KEPT, STOPS
from bot.store import Rating, Store
from worlds.pairing import check_inside
from worlds.studies.study import Loaded, conversation

UNKEPT = "(These words were read and answered, but not kept.)"


@dataclass(frozen=True, slots=True)
class Line:
    """One message; `own` is the participant's."""

    own: bool
    text: str


class Talks:
    """`bots` are the Sessions of each bot by its name, `study` that of the study. Made by `open`."""

    def __init__(self, study: str, bots: Mapping[str, Sessions], store: Store) -> None:
        self.study, self._bots, self._store = study, bots, store

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str, loaded: Loaded) -> AsyncIterator[Talks]:
        """Build every bot of a chat. Raises as `built` does."""
        engines = built(loaded)
        async with AsyncExitStack() as stack:
            store = await stack.enter_async_context(Store.open(url))
            bots = {
                Path(bot).stem: await stack.enter_async_context(Sessions(engine, store, gather=0))
                for bot, engine in zip(loaded.study.bots, engines, strict=True)
            }
            yield cls(loaded.name, bots, store)

    def key(self, bot: str, participant: str) -> str:
        return conversation(self.study, bot, participant)

    async def say(self, bot: str, participant: str, text: str, event: str) -> bool:
        """Answer a message. True where it, or the talk, is at danger that ends the study."""
        sessions, key = self._bots[bot], self.key(bot, participant)
        answer = await sessions.say(key, text, event)
        await sessions.sent(answer)
        return sessions.level(await sessions.known(key)) >= STOPS

    async def rate(self, bot: str, participant: str, reply: int, met: Literal[1, -1]) -> None:
        """Keep whether the reply that is turn number `reply` met the participant; it may be changed."""
        await self._bots[bot].rate(self.key(bot, participant), Rating(met, "thumbs"), reply)

    async def met(self, bot: str, participant: str) -> tuple[int, int] | None:
        """The number of the newest reply, and what was said of it: 1, -1, or 0 for nothing. None without a reply."""
        standing = await self._store.standing(self.key(bot, participant))
        numbers = [at for at, turn in enumerate(standing.loaded.conversation.turns) if turn.speaker == "bot"]
        if not numbers:
            return None
        return numbers[-1], next((one.value for one in standing.ratings.get(numbers[-1], ())), 0)

    async def heard(self, bot: str, participant: str) -> tuple[str, str | None]:
        """The newest reply, and its strategy, if it has one. Raises StudyError before the first."""
        known = await self._bots[bot].known(self.key(bot, participant))
        replies, past = known.said("bot"), (known.state.get(PastStrategies) or PastStrategies()).past
        if not replies:
            raise StudyError(f"{bot} has answered nothing yet")
        return replies[-1], past[-1] if past else None

    async def lines(self, bot: str, participant: str) -> list[Line]:
        """What was said so far."""
        known = await self._bots[bot].known(self.key(bot, participant))
        return [Line(turn.speaker == "user", UNKEPT if turn.text == NOT_KEPT else turn.text) for turn in known.turns]

    async def forget(self, participant: str) -> bool:
        """Erase both talks of a participant."""
        return await self._store.people.forget(person_of(self.key(next(iter(self._bots)), participant)))


def open_talks(url: str, loaded: Loaded) -> AbstractAsyncContextManager[Talks | None]:
    """The talks of a chat; None for a study of another kind."""
    return Talks.open(url, loaded) if loaded.study.kind == "chat" else nullcontext()


def built(loaded: Loaded) -> list[Engine]:
    """Every bot of a study; ConfigError or StudyError where one can't be built, or would send words elsewhere."""
    configs = [read(file_of(loaded, bot)) for bot in loaded.study.bots]
    if off := [config.path for config in configs if config.guard is None]:
        raise StudyError(f"{off[0]}: the safety guard is off: nobody in a study talks with such a bot")
    if slow := [config.path for config in configs if config.responders]:
        raise StudyError(f"{slow[0]}: a study can't wait for slow responders: take them out of the bot file")
    engines = [build(config) for config in configs]
    check_inside(configs, engines)
    return engines


def file_of(loaded: Loaded, bot: str) -> str | Path:
    """A bot file beside the study, or the name of one in configs/."""
    return loaded.path.parent / bot if bot.endswith(".toml") else bot

"""What was said in known places while the bot could not hear: read back from Discord, each place once.

A new process, or a session that could not be resumed, is told nothing of what came before it. So every place is
behind until its history after the last seen message has been read; whoever wants to hear or say something there waits
for that.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable

import aiohttp

from bot.frontends.discord.library import discord
from bot.frontends.discord.places import Place, place_of
from bot.frontends.discord.settings import CHANNEL
from bot.store import Store

log = logging.getLogger(__name__)

MOST = 500
"""Messages that are read back in a place at most."""
UNANSWERED = 100
"""How many messages back an unknown place is looked at for such that were never answered."""
AT_ONCE = 8
AGAIN = 30.0
"""Seconds until places that could not be read are tried again."""
GONE = (403, 404)
REMEMBERED = 20_000

Channel = Callable[[Place], discord.PartialMessageable]
Hear = Callable[[discord.Message], object]


class History:
    """`hear` is given every missed message, oldest first. `me` is the bot's own id."""

    def __init__(self, store: Store, channel: Channel, hear: Hear, me: Callable[[], int]) -> None:
        self._store, self._channel, self._hear, self._me = store, channel, hear, me
        self._behind: dict[int, Place] = {}
        self._reading: dict[int, asyncio.Task[None]] = {}
        self._newest: dict[int, int] = {}
        self._own: dict[int, list[discord.Message]] = {}
        self._alone: dict[int, int] = {}
        self._met: OrderedDict[str, None] = OrderedDict()
        self._gate = asyncio.Semaphore(AT_ONCE)

    def is_new(self, event: str) -> bool:
        """True the first time: Discord may tell of the same thing twice."""
        if event in self._met:
            return False
        self._met[event] = None
        if len(self._met) > REMEMBERED:
            self._met.popitem(last=False)
        return True

    async def fall_behind(self, concerns: Callable[[Place], bool] = lambda place: True) -> None:
        """From here on something may be missing in the places that are known."""
        places = [place_of(conversation_id) for conversation_id in await self._store.conversations(f"{CHANNEL}:")]
        self._behind |= {place.channel: place for place in places if concerns(place)}
        self._alone |= {place.person: place.channel for place in places if not place.guild}

    async def catch_up(self) -> None:
        """Read all places that are behind, direct messages first; what can't be read now is tried again for ever."""
        while self._behind:
            places = sorted(self._behind.values(), key=lambda place: place.guild > 0)
            await asyncio.gather(*(self.caught_up(place) for place in places))
            if self._behind:
                await asyncio.sleep(AGAIN)

    async def caught_up(self, place: Place, message: discord.Message | None = None) -> None:
        """Wait until the place is read, if it is behind; an unknown direct channel is read back from `message`."""
        if not place.guild:
            self._alone[place.person] = place.channel
        if reading := self._reading.get(place.channel):
            await asyncio.shield(reading)
        is_unknown = message is not None and not place.guild and place.channel not in self._newest
        if place.channel in self._behind or (is_unknown and place.channel not in self._reading):
            self._reading[place.channel] = asyncio.create_task(self._read(place, message))
        if reading := self._reading.get(place.channel):
            await asyncio.shield(reading)

    async def saw(self, place: Place, message_id: int) -> None:
        """Note that a message is dealt with: what came before it is not read again, unless something may be missing."""
        if message_id > self._newest.get(place.channel, 0) and place.channel not in self._behind:
            self._newest[place.channel] = message_id
            await self._store.see(CHANNEL, str(place.channel), str(message_id))

    def alone_with(self, person: int) -> Place | None:
        """The direct channel of a person who has written there; None for anybody else."""
        return Place(0, self._alone[person], person) if person in self._alone else None

    def own(self, place: Place) -> list[discord.Message]:
        """What the bot itself said there after the last message that is known to be dealt with."""
        return self._own.get(place.channel, [])

    async def settle(self) -> None:
        """Let what is being read come to its end."""
        await asyncio.gather(*self._reading.values(), return_exceptions=True)

    async def _read(self, place: Place, message: discord.Message | None) -> None:
        was_behind = self._behind.pop(place.channel, None)
        try:
            found = await self._missed(place, message)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            status = getattr(error, "status", 0)
            log.warning("channel %s could not be read: %s %s", place.channel, type(error).__name__, status or "")
            found = []
            if was_behind and status not in GONE:
                self._behind[place.channel] = place
        finally:
            del self._reading[place.channel]
        if own := [one for one in found if one.author.id == self._me()]:
            self._own[place.channel] = own
        for one in found:
            if one.author.id != self._me():
                self._hear(one)

    async def _missed(self, place: Place, message: discord.Message | None) -> list[discord.Message]:
        """All messages after the last seen one, oldest first; before that, those after the bot's own last word."""
        seen = await self._store.last_seen(CHANNEL, str(place.channel))
        self._newest.setdefault(place.channel, int(seen or 0))
        channel = self._channel(place)
        async with self._gate:
            if seen:
                after = discord.Object(int(seen))
                return [one async for one in channel.history(limit=MOST, after=after, oldest_first=True)]
            found: list[discord.Message] = []
            if message and not place.guild:
                async for one in channel.history(limit=UNANSWERED, before=message):
                    if one.author.id == self._me():
                        break
                    found.insert(0, one)
            return found

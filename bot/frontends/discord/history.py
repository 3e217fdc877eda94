"""What was said in known places while the bot could not hear: read back from Discord, each place once.

A new process, or a session that could not be resumed, is told nothing of what came before it. So every place is
behind until its history after the last seen message has been read; whoever wants to hear or say something there waits
for that. A message is seen when it and all that were met before it are dealt with: what a process leaves undone when it
dies, the next one reads again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from bot.errors import StoreError
from bot.frontends.discord.library import discord
from bot.frontends.discord.places import Place, is_from_a_person, place_of
from bot.frontends.discord.seen import Line, Met
from bot.frontends.discord.settings import CHANNEL
from bot.store import Store

log = logging.getLogger(__name__)

MOST = 500
"""Messages that are read back in a channel of a server at most; in private nothing is left out."""
UNANSWERED = 100
"""How many messages back a direct channel in which none was seen is looked at for such that were never answered."""
AT_ONCE = 8
AGAIN = 30.0
"""Seconds until places that could not be read are tried again."""
GONE = (403, 404)

Channel = Callable[[Place], discord.PartialMessageable]
Hear = Callable[[discord.Message], object]


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """A place is behind. Each time it falls behind again it has another mark."""

    place: Place
    before: discord.Message | None = None


class History:
    """`hear` is given every missed message, oldest first. `me` is the bot's own id."""

    def __init__(self, store: Store, channel: Channel, hear: Hear, me: Callable[[], int]) -> None:
        self._store, self._channel, self._hear, self._me = store, channel, hear, me
        self._falling = 0
        self._behind: dict[int, Mark] = {}
        self._reading: dict[int, asyncio.Task[None]] = {}
        self._lines: defaultdict[int, Line] = defaultdict(Line)
        self._own: dict[int, list[discord.Message]] = {}
        self._alone: dict[int, int] = {}
        self._met = Met()
        self._gate = asyncio.Semaphore(AT_ONCE)

    def is_new(self, event: str) -> bool:
        """True the first time: Discord may tell of the same thing twice."""
        return self._met.is_new(event)

    def meet(self, message: discord.Message) -> bool:
        """Put a message in its place's line as soon as it is known of. False when it has been there before."""
        is_new = self.is_new(str(message.id))
        if is_new:
            self._lines[message.channel.id].join(message.id)
        return is_new

    async def saw(self, message: discord.Message) -> None:
        """Note that a message is dealt with; it is not read again once all before it are dealt with, too."""
        channel = message.channel.id
        self._lines[channel].leave(message.id)
        await self._advance(channel)

    async def fall_behind(self, concerns: Callable[[Place], bool] = lambda place: True) -> None:
        """From here on something may be missing in the places that are known."""
        self._falling += 1
        try:
            places = [place_of(conversation_id) for conversation_id in await self._store.conversations(f"{CHANNEL}:")]
            self._behind |= {place.channel: Mark(place) for place in places if concerns(place)}
            self._alone |= {place.person: place.channel for place in places if not place.guild}
        finally:
            self._falling -= 1

    async def catch_up(self) -> None:
        """Read all places that are behind, direct messages first; what can't be read now is tried again for ever."""
        while self._behind:
            places = sorted((mark.place for mark in self._behind.values()), key=lambda place: place.guild > 0)
            await asyncio.gather(*(self.caught_up(place) for place in places))
            if self._behind:
                await asyncio.sleep(AGAIN)

    async def caught_up(self, place: Place, message: discord.Message | None = None) -> None:
        """Wait until the place is read, if it is behind; an unknown direct channel is read back from `message`."""
        channel = place.channel
        if not place.guild:
            self._alone[place.person] = channel
            if message and channel not in self._behind and not self._lines[channel].is_read:
                self._behind[channel] = Mark(place, message)
        if channel in self._behind:
            if channel not in self._reading:
                self._reading[channel] = asyncio.create_task(self._read(channel))
            await asyncio.shield(self._reading[channel])

    def alone_with(self, person: int) -> Place | None:
        """The direct channel of a person who has written there; None for anybody else."""
        return Place(0, self._alone[person], person) if person in self._alone else None

    def own(self, place: Place) -> list[discord.Message]:
        """What the bot itself said there after the last message that is known to be dealt with."""
        return self._own.get(place.channel, [])

    async def settle(self) -> None:
        """Let what is being read come to its end."""
        await asyncio.gather(*self._reading.values(), return_exceptions=True)

    async def _advance(self, channel: int) -> None:
        """Never while something may be missing: that is read from the last seen message on."""
        if not self._falling and channel not in self._behind and (line := self._lines[channel]).advance():
            try:
                await self._store.see(CHANNEL, str(channel), str(line.seen))
            except StoreError as error:  # then some of it is read back once more after the next start
                log.error("channel %s: what was seen is not noted: %s", channel, error)

    async def _read(self, channel: int) -> None:
        """Until nothing is missing; who falls behind meanwhile is read once more. A failure leaves the place behind."""
        try:
            while mark := self._behind.get(channel):
                try:
                    found = await self._missed(mark)
                except Exception as error:  # whatever it is, new messages of the place are answered
                    status = getattr(error, "status", 0)
                    log.warning("channel %s could not be read: %s %s", channel, type(error).__name__, status or "")
                    if status not in GONE:
                        return
                    found = []
                self._take(channel, found)
                if self._behind[channel] is mark:
                    del self._behind[channel]
            await self._advance(channel)
        finally:
            del self._reading[channel]

    def _take(self, channel: int, found: list[discord.Message]) -> None:
        self._lines[channel].is_read = True
        if own := [one for one in found if one.author.id == self._me()]:
            self._own[channel] = own
        # All are in the line before the first of them is heard.
        for one in [one for one in found if is_from_a_person(one) and self.meet(one)]:
            self._hear(one)

    async def _missed(self, mark: Mark) -> list[discord.Message]:
        """All messages after the last seen one, oldest first; in private, where none was seen, after the bot's last."""
        place, message = mark.place, mark.before
        seen = await self._store.last_seen(CHANNEL, str(place.channel))
        self._lines[place.channel].seen = int(seen or 0)
        channel = self._channel(place)
        async with self._gate:
            if seen:
                most, after = MOST if place.guild else None, discord.Object(int(seen))
                return [one async for one in channel.history(limit=most, after=after, oldest_first=True)]
            found: list[discord.Message] = []
            if not place.guild:
                async for one in channel.history(limit=UNANSWERED, before=message):
                    if one.author.id == self._me():
                        break
                    found.insert(0, one)
            return found

"""The library's queue of updates, with one thing more: what somebody said is in the inbox before `put` returns.

Telegram is told that an update has arrived only after that, so a crash loses nothing. When the store fails it tells
them again; while that lasts, and at once in danger, they are passed on all the same, and answered without the store.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import replace
from typing import Generic, TypeVar

from telegram import Update

from bot.errors import Conflict, StoreError
from bot.frontends.telegram.reading import Asked, Changed, Event, Reader, Said
from bot.sessions import Sessions, utc_now
from bot.store import Store

log = logging.getLogger(__name__)

REMEMBERED = 10_000
PATIENCE = 2
"""How often a message that the store cannot keep is left to be told again, before it is answered without the store."""
Key = TypeVar("Key")
Value = TypeVar("Value")


class Newest(OrderedDict[Key, Value], Generic[Key, Value]):
    """A dictionary of the entries set last."""

    def __setitem__(self, key: Key, value: Value) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > REMEMBERED:
            self.popitem(last=False)


class Events(asyncio.Queue[object]):
    """Updates come in, what they mean comes out; what needs no answer does not come out at all.

    An update that comes again while this process remembers it is dropped: it is being handled.
    """

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self._reader = reader
        self._taken: Newest[int, None] = Newest()

    async def put(self, item: object) -> None:
        if not isinstance(item, Update):
            await super().put(item)
        elif item.update_id not in self._taken:
            event = await self._keep(self._read(item))
            self._taken[item.update_id] = None
            if event:
                await super().put(event)

    def _read(self, update: Update) -> Event | None:
        try:
            return self._reader.read(update)
        except Exception as error:
            log.warning("an update could not be read: %s", type(error).__name__)
            return None

    async def _keep(self, event: Event | None) -> Event | None:
        """What is to be answered."""
        return event


class Inbox(Events):
    """Events, of which words are in the store's inbox before `put` returns."""

    def __init__(self, reader: Reader, sessions: Sessions, store: Store) -> None:
        super().__init__(reader)
        self._sessions, self._store = sessions, store
        self._newest: Newest[str, tuple[int, int]] = Newest()
        self._refused: Newest[str, int] = Newest()
        self._failing = False

    async def _keep(self, event: Event | None) -> Event | None:
        """What is to be answered, committed if it is words and the store does not fail."""
        if isinstance(event, Asked) and event.words and await self._is_danger(event.place.id, event.words):
            event = Said(event.place, event.text, event.message, str(event.message))
        if not isinstance(event, Said):
            return event
        if event.edited and (settled := await self._settled(event)) is not event:
            return settled
        if not event.place.is_private and await self._is_danger(event.place.id, event.text):
            # Never in public: it becomes a message of the private chat, under a name that no message there has.
            event = replace(event, place=event.place.alone, event=f"{event.place.id} {event.event}", public=event.place)
        try:
            await self._store.receive(event.place.id, event.text, event.event, utc_now())
        except Conflict:
            raise
        except StoreError as error:
            if await self._comes_again(event):
                raise
            log.error("conversation %s: a message is not kept: %s", event.place.id, error)
        else:
            self._failing = False
        self._newest[(event.public or event.place).id] = (event.message, hash(event.text))
        return event

    async def _comes_again(self, said: Said) -> bool:
        """Whether Telegram is to tell again what the store could not keep: a failure may pass in a moment.

        Danger does not wait, and nobody does once a failure has lasted.
        """
        key = f"{said.place.id} {said.event}"
        self._refused[key] = self._refused.get(key, 0) + 1
        if not self._failing and self._refused[key] <= PATIENCE and not await self._is_danger(said.place.id, said.text):
            return True
        self._failing = True
        return False

    async def _settled(self, said: Said) -> Event | None:
        """Changed words: those of the newest message are heard as they read now, and danger wherever it stands.

        Telegram also reports changes that nobody made, such as the preview of a link; they are nothing.
        """
        number, text = self._newest.get(said.place.id, (said.message, None))
        if said.message == number and hash(said.text) == text:
            return None
        if said.message >= number or await self._is_danger(said.place.id, said.text):
            return said
        return Changed(said.place, said.message)

    async def _is_danger(self, conversation_id: str, text: str) -> bool:
        try:
            return await self._sessions.endangered(conversation_id, text, level=1)
        except Exception as error:
            log.error("conversation %s: danger could not be looked for: %s", conversation_id, type(error).__name__)
            return True

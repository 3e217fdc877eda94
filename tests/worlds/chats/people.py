"""Participants on the small Telegram and Discord: what they see, press and write."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from bot.testing.discord import FakeDiscord
from bot.testing.telegram import FakeTelegram

USER = 7_654_321


@dataclass(frozen=True, slots=True)
class Seen:
    """A message of the bot as it stands now, with its buttons' data by their labels."""

    id: int
    text: str
    buttons: dict[str, str]


class Person(ABC):
    """Somebody in a private chat with a study."""

    site: str

    @abstractmethod
    def seen(self) -> list[Seen]:
        """The bot's messages, oldest first."""

    @abstractmethod
    def coming(self) -> Coroutine[Any, Any, None]:
        """To wait until a server that is started now is there."""

    @abstractmethod
    async def write(self, text: str) -> None: ...

    @abstractmethod
    async def push(self, data: str, message: int) -> None:
        """Press the button of that data under a message."""

    @abstractmethod
    async def until(self, met: Callable[[], bool]) -> None: ...

    @property
    def page(self) -> Seen:
        return self.seen()[-1]

    async def say(self, text: str) -> Seen:
        """Write, and see what comes."""
        there = len(self.seen())
        await self.write(text)
        await self.until(lambda: len(self.seen()) > there)
        return self.page

    async def press(self, label: str) -> Seen:
        """Press a button of the newest page, and see what comes in its place."""
        before = self.page
        await self.push(before.buttons[label], before.id)
        await self.until(lambda: self.page != before)
        return self.page

    async def begin(self) -> Seen:
        """Consent, and read the instructions."""
        await self.say("hello")
        await self.press("I am 18 or older and agree to take part")
        return await self.press("Begin")


class OnTelegram(Person):
    site = "telegram"

    def __init__(self, server: FakeTelegram) -> None:
        self.server = server

    def seen(self) -> list[Seen]:
        messages = sorted(self.server.chat(USER).messages.values(), key=lambda message: int(message["message_id"]))
        return [_on_telegram(message) for message in messages if message["from"]["is_bot"]]

    def coming(self) -> Coroutine[Any, Any, None]:
        return self.server.until(self.server.is_polled)

    async def write(self, text: str) -> None:
        await self.server.says(text, user=USER)

    async def push(self, data: str, message: int) -> None:
        found = self.server.message(USER, message)
        query = {"id": str(len(self.server.queries) + 1), "from": found["chat"] | {"is_bot": False}, "message": found}
        self.server.queries[query["id"]] = query | {"data": data, "chat_instance": "1"}
        await self.server.updates.add("callback_query", self.server.queries[query["id"]])

    async def until(self, met: Callable[[], bool]) -> None:
        await self.server.until(met)


class OnDiscord(Person):
    site = "discord"

    def __init__(self, server: FakeDiscord) -> None:
        self.server = server

    def seen(self) -> list[Seen]:
        messages = sorted(self.server.world.dm(USER).messages.items())
        return [_on_discord(number, message) for number, message in messages if message["author"]["bot"]]

    def coming(self) -> Coroutine[Any, Any, None]:
        return self.server.online(len(self.server.gateway.identified) + 1)

    async def write(self, text: str) -> None:
        await self.server.says(text, user=USER)

    async def push(self, data: str, message: int) -> None:
        found = self.server.world.dm(USER).messages[message]
        channel, user = self.server.world.dm(USER), self.server.world.person(USER)
        pressed = {"custom_id": data, "component_type": 2}
        await self.server.interactions._dispatch(3, channel, user, pressed, found)

    async def until(self, met: Callable[[], bool]) -> None:
        await self.server.until(met)


def _on_telegram(message: dict[str, Any]) -> Seen:
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    buttons = {button["text"]: button["callback_data"] for row in rows for button in row}
    return Seen(message["message_id"], message["text"], buttons)


def _on_discord(number: int, message: dict[str, Any]) -> Seen:
    buttons = {item["label"]: item["custom_id"] for row in message["components"] for item in row["components"]}
    return Seen(number, message["content"], buttons)

"""What an update means to the bot: words, a command, a pressed button, something without words, or nothing.

Telegram's entities are not asked where a mention is: their offsets count UTF-16 and may point anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from telegram import CallbackQuery, ChatMemberUpdated, Message, Update, User
from telegram.constants import ChatMemberStatus, ChatType
from telegram.ext import filters
from telegram.helpers import effective_message_type

from bot.frontends.menu import COMMANDS
from bot.frontends.telegram.settings import CHANNEL
from bot.text import clean

COMMAND = re.compile(r"/(\w+)(?:@(\w+))?(?:\s+(.*))?", re.DOTALL)
NAMES = frozenset(command.name for command in COMMANDS)
AWAY = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)


class Place(NamedTuple):
    """A person in a chat. `thread` is 0 outside of topics."""

    chat: int
    thread: int
    person: int

    @property
    def id(self) -> str:
        """The conversation's id."""
        return f"{CHANNEL}:{self.chat}:{self.thread}:{self.person}"

    @property
    def is_private(self) -> bool:
        return self.chat > 0

    @property
    def alone(self) -> Place:
        """The person's private chat with the bot, which has the person's own number."""
        return Place(self.person, 0, self.person)


def place_of(conversation_id: str) -> Place:
    _, chat, thread, person = conversation_id.split(":")
    return Place(int(chat), int(thread), int(person))


@dataclass(frozen=True, slots=True)
class Said:
    """Words, cleaned. `event` is what the inbox knows them by; `edited`, when they replace others.

    `beside` is the kind of thing that they came with and that can't be read; `public`, where they were said when they
    are answered elsewhere.
    """

    place: Place
    text: str
    message: int
    event: str
    beside: str = ""
    edited: bool = False
    public: Place | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A command; `words` are what was written after it, `text` is all of it."""

    place: Place
    name: str
    words: str
    text: str
    message: int


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button. `page` is the text of the message that it stands under, where that can be changed."""

    place: Place
    action: str
    query: str
    message: int
    page: str | None


@dataclass(frozen=True, slots=True)
class Shown:
    """Something without words: a picture, a voice, a sticker, ..."""

    place: Place
    kind: str
    source: Message


@dataclass(frozen=True, slots=True)
class Changed:
    """An earlier message now reads otherwise."""

    place: Place
    message: int


@dataclass(frozen=True, slots=True)
class Masked:
    """Words to the bot from nobody in particular: in a group's own name, or a channel's."""

    place: Place
    message: int


@dataclass(frozen=True, slots=True)
class Invited:
    """The bot has become a member of a group."""

    place: Place


Event = Said | Asked | Pressed | Shown | Changed | Masked | Invited


class Reader:
    """Reads updates for the bot whose account `me()` is."""

    def __init__(self, me: Callable[[], User]) -> None:
        self._me = me

    def read(self, update: Update) -> Event | None:
        """None for what needs no answer."""
        if update.callback_query:
            return _pressed(update.callback_query)
        if update.my_chat_member:
            return _invited(update.my_chat_member)
        message = update.message or update.edited_message
        if not message or filters.StatusUpdate.ALL.check_update(update):
            return None
        return self._message(message, update.message is None)

    def _message(self, message: Message, edited: bool) -> Event | None:
        if not message.from_user:
            return None
        place = _place(message, message.from_user)
        if not place.is_private and not self._is_addressed(message):
            return None
        if message.sender_chat:
            return Masked(place, message.message_id)
        if message.from_user.is_bot:
            return None  # two bots would never come to an end
        return self._words(message, place, edited)

    def _words(self, message: Message, place: Place, edited: bool) -> Event | None:
        text = clean(message.text or message.caption or "")
        if not place.is_private:
            text = self._mention.sub("", text).strip()
        if command := self._command(place, text, message.message_id):
            return command
        beside = "" if message.text else (effective_message_type(message) or "")
        if text or message.text:
            event = f"{self._me().id}/{message.message_id}"  # each bot's messages are numbered from 1
            if edited and message.edit_date:
                event += f" {int(message.edit_date.timestamp())}"
            return Said(place, text, message.message_id, event, beside, edited)
        return None if edited else Shown(place, beside, message)

    def _command(self, place: Place, text: str, number: int) -> Asked | None:
        found = COMMAND.fullmatch(text)
        if not found or found[1].lower() not in NAMES:
            return None
        if found[2] and found[2].lower() != self._name:
            return None
        return Asked(place, found[1].lower(), (found[3] or "").strip(), text, number)

    def _is_addressed(self, message: Message) -> bool:
        """Whether a message in a group mentions the bot, is a command for it, or replies to it."""
        me = self._me()
        if message.reply_to_message and message.reply_to_message.from_user == me:
            return True
        text = message.text or message.caption or ""
        linked = any(entity.user == me for entity in (*message.entities, *message.caption_entities))
        return linked or bool(self._mention.search(text) or self._ordered.match(text))

    @property
    def _name(self) -> str:
        return (self._me().username or "").lower()

    @property
    def _mention(self) -> re.Pattern[str]:
        return re.compile(rf"(?<![\w/])@{re.escape(self._name)}\b", re.IGNORECASE)

    @property
    def _ordered(self) -> re.Pattern[str]:
        return re.compile(rf"/\w+@{re.escape(self._name)}\b", re.IGNORECASE)


def _place(message: Message, person: User) -> Place:
    if message.chat.type == ChatType.PRIVATE:
        return Place(message.chat.id, _thread(message), message.chat.id)
    return Place(message.chat.id, _thread(message), person.id)


def _thread(message: Message) -> int:
    return message.message_thread_id or 0 if message.is_topic_message else 0


def _pressed(query: CallbackQuery) -> Pressed | None:
    message = query.message
    if not message or not query.data:
        return None
    if isinstance(message, Message):
        place = _place(message, query.from_user)
        return Pressed(place, query.data, query.id, message.message_id, message.text)
    return Pressed(Place(message.chat.id, 0, query.from_user.id), query.data, query.id, message.message_id, None)


def _invited(change: ChatMemberUpdated) -> Invited | None:
    came = change.old_chat_member.status in AWAY and change.new_chat_member.status not in AWAY
    if not came or change.chat.type not in (ChatType.GROUP, ChatType.SUPERGROUP):
        return None
    return Invited(Place(change.chat.id, 0, change.from_user.id))

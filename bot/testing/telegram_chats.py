"""People on Telegram, their chats and what they do there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from time import time
from typing import Any

from bot.testing.loopback import Loopback
from bot.testing.telegram_rules import Json, entities, numbers
from bot.testing.telegram_updates import Updates

PLAIN: dict[str, Json] = {  # what each kind of message holds besides its file
    "photo": {"width": 8, "height": 8},
    "voice": {"duration": 3},
    "audio": {"duration": 3},
    "video": {"width": 8, "height": 8, "duration": 3},
    "video_note": {"length": 8, "duration": 3},
    "animation": {"width": 8, "height": 8, "duration": 3},
    "document": {"file_name": "notes.txt", "mime_type": "text/plain"},
    "sticker": {"type": "regular", "width": 8, "height": 8, "is_animated": False, "is_video": False, "emoji": "👍"},
}
FILELESS: dict[str, Any] = {
    "location": {"latitude": 1.0, "longitude": 2.0},
    "contact": {"phone_number": "+10000000000", "first_name": "Somebody"},
    "dice": {"emoji": "🎲", "value": 3},
}
MEMBER, GONE, BLOCKED = "member", "left", "kicked"


@dataclass(slots=True)
class Chat:
    """A chat with its messages as they stand now; `moved_to` is the supergroup that it became."""

    about: Json
    messages: dict[int, Json] = field(default_factory=dict)
    ids: Iterator[int] = field(default_factory=numbers)
    moved_to: int | None = None


class Chats(Loopback):
    """What people do returns the update that the bot is given; `blocked` people take no messages."""

    me: Json
    updates: Updates

    def __init__(self, port: int = 0) -> None:
        super().__init__(port)
        self.blocked: set[int] = set()
        self.queries: dict[str, Json] = {}
        self.files: dict[str, bytes] = {}
        self._chats: dict[int, Chat] = {}
        self._private_ids = numbers()  # one count for all private chats, as the real ids of a bot's messages
        self._query_ids = count(4_382_000_001)

    # -- talking

    async def says(
        self,
        text: str,
        *,
        user: int,
        group: int | None = None,
        thread: int | None = None,
        reply_to: Json | None = None,
    ) -> Json:
        """A text from a person, in private or in a group (whose id is negative)."""
        content: Json = {"text": text, "entities": entities(text)}
        if reply_to:
            content["reply_to_message"] = {key: value for key, value in reply_to.items() if key != "reply_to_message"}
        if thread is not None:
            content |= {"message_thread_id": thread, "is_topic_message": True}
        return await self.sends(content, user=user, group=group)

    async def sends(self, content: Json, *, user: int, group: int | None = None) -> Json:
        """A message of any kind: `content` are the fields of it that are not addresses."""
        chat = self.chat(user if group is None else group)
        message = self.post(chat, person(user), content)
        return await self.updates.add("message", message)

    async def shows(
        self, kind: str, *, user: int, group: int | None = None, caption: str = "", data: bytes = b"x"
    ) -> Json:
        """A photo, sticker, voice and so on; the bot can fetch `data`."""
        if kind in FILELESS:
            return await self.sends({kind: FILELESS[kind]}, user=user, group=group)
        file = self.upload(data) | PLAIN[kind]
        content: Json = {kind: [file] if kind == "photo" else file}
        if caption:
            content |= {"caption": caption, "caption_entities": entities(caption)}
        return await self.sends(content, user=user, group=group)

    async def amends(self, update: Json, text: str) -> Json:
        """The person changes what they wrote."""
        old = next(value for key, value in update.items() if key != "update_id")
        message: Json = old | {"text": text, "entities": entities(text), "edit_date": int(time())}
        self.chat(message["chat"]["id"]).messages[message["message_id"]] = message
        return await self.updates.add("edited_message", message)

    async def removes(self, update: Json) -> None:
        """The person deletes what they wrote. Telegram tells a bot nothing of it."""
        message = update["message"]
        del self.chat(message["chat"]["id"]).messages[message["message_id"]]
        await self.changed()

    async def presses(self, chat: int, label: str = "", *, user: int, data: str | None = None) -> str:
        """Press the button with this label or data, on the newest message that has one; returns the query's id."""
        message, pressed = self._button(chat, label, data)
        query: Json = {"id": str(next(self._query_ids)), "from": person(user), "message": message, "data": pressed}
        query["chat_instance"] = str(chat)
        self.queries[query["id"]] = query
        await self.updates.add("callback_query", query)
        return str(query["id"])

    async def again(self, update: Json) -> None:
        """The bot is given an update once more, whether or not it has confirmed it."""
        await self.updates.again(update)

    def _button(self, chat: int, label: str, data: str | None) -> tuple[Json, str]:
        messages = self.chat(chat).messages
        for message in sorted(messages.values(), key=lambda message: -message["message_id"]):
            for row in message.get("reply_markup", {}).get("inline_keyboard", []):
                for button in row:
                    found = button.get("callback_data")
                    if found and (found == data if data is not None else button["text"] == label):
                        return message, found
        raise LookupError(f"no button {label or data!r} in chat {chat}")

    # -- coming and going

    def meet(self, user: int) -> Json:
        """The private chat with a person who has pressed Start; before that a bot can't write to them."""
        return self.chat(user).about

    async def blocks(self, user: int) -> Json:
        self.blocked.add(user)
        return await self._member(user, user, MEMBER, BLOCKED)

    async def returns(self, user: int) -> Json:
        """The person takes messages again."""
        self.blocked.discard(user)
        return await self._member(user, user, BLOCKED, MEMBER)

    async def invites(self, group: int, *, user: int) -> Json:
        """The bot is made a member of a group."""
        self.chat(group)
        return await self._member(group, user, GONE, MEMBER)

    def migrates(self, group: int, to: int) -> None:
        """The group becomes a supergroup with another id; the old one is refused from now on."""
        self.chat(group).moved_to = self.chat(to).about["id"]

    async def _member(self, chat: int, user: int, before: str, after: str) -> Json:
        change = {"chat": self.chat(chat).about, "from": person(user), "date": int(time())}
        change["old_chat_member"] = {"user": self.me, "status": before, "until_date": 0}
        change["new_chat_member"] = {"user": self.me, "status": after, "until_date": 0}
        return await self.updates.add("my_chat_member", change)

    # -- the chats themselves

    def chat(self, chat: int) -> Chat:
        """The chat with this id: a person's when it is positive, else a supergroup."""
        if chat not in self._chats:
            about: Json = {"id": chat, "type": "private", "first_name": f"Person {chat}"}
            if chat < 0:
                about = {"id": chat, "type": "supergroup", "title": f"Group {-chat}"}
            self._chats[chat] = Chat(about) if chat < 0 else Chat(about, ids=self._private_ids)
        return self._chats[chat]

    def known(self, chat: int) -> Chat | None:
        return self._chats.get(chat)

    def forget_chat(self, chat: int) -> None:
        """The bot is no longer there."""
        del self._chats[chat]

    def post(self, chat: Chat, author: Json, content: Json) -> Json:
        """A new message in a chat."""
        message: Json = {
            "message_id": next(chat.ids),
            "date": int(time()),
            "from": author,
            "chat": chat.about,
            **content,
        }
        chat.messages[message["message_id"]] = message
        return message

    def message(self, chat: int, number: int) -> Json:
        """A message as it stands now; KeyError when it is gone."""
        return self.chat(chat).messages[number]

    def bot_message(self, text: str, group: int) -> Json:
        """A message of the bot's own in a group, to be replied to."""
        return self.post(self.chat(group), self.me, {"text": text})

    def upload(self, data: bytes) -> Json:
        """A file on the server, which `getFile` finds."""
        name = f"file{len(self.files):08}"
        self.files[name] = data
        return {"file_id": name, "file_unique_id": f"u{name}", "file_size": len(data)}


def person(user: int) -> Json:
    return {"id": user, "is_bot": False, "first_name": f"Person {user}"}

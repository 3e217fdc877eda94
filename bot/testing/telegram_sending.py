"""What a bot sends on Telegram, and what it changes of that afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic, time

from bot.testing.telegram_chats import Chat, Chats
from bot.testing.telegram_rules import (
    CAPTION_LIMIT,
    FloodControl,
    Json,
    Refusal,
    bad,
    buttons_of,
    entities,
    text_of,
)

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a current content "
    "and reply markup of the message"
)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that the bot sent; `kind` is photo, document, voice or sticker."""

    name: str
    data: bytes
    kind: str


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that the bot sent and the server took. `text` is a file's caption; `at` is by the monotonic clock."""

    chat: int
    text: str
    reply_to: int | None = None
    id: int = field(default=0, compare=False)
    buttons: tuple[tuple[tuple[str, str], ...], ...] = field(default=(), compare=False)
    file: Upload | None = field(default=None, compare=False)
    thread: int | None = field(default=None, compare=False)
    at: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Draft:
    """What a person saw of an answer before it was there."""

    chat: int
    id: int
    text: str


class Sending(Chats):
    """What the bot sent is in `sent`, `edits`, `drafts` and `deleted`; the groups it left are in `left`."""

    def __init__(self, limits: FloodControl | None = None, port: int = 0) -> None:
        super().__init__(port)
        self.limits, self._draft_limits = limits, FloodControl(overall=30) if limits else None
        self.sent: list[Sent] = []
        self.edits: list[Sent] = []
        self.drafts: list[Draft] = []
        self.deleted: list[tuple[int, int]] = []
        self.left: list[int] = []
        self.on_sent: Callable[[Sent], None] = self.sent.append

    # -- sending

    def _send_message(self, params: Json) -> Json:
        chat = self._chat(params)
        content: Json = {"text": text_of(params)}
        content["entities"] = entities(content["text"])
        return self._take(chat, params, content)

    def _send_file(self, kind: str, params: Json) -> Json:
        chat = self._chat(params)
        file = params.get(kind)
        if not isinstance(file, Upload):
            raise bad(f"there is no {kind} in the request" if not file else "wrong file identifier/HTTP URL specified")
        if not file.data:
            raise bad("file must be non-empty")
        if kind == "photo" and not re.match(rb"\x89PNG|\xff\xd8\xff|GIF8|RIFF", file.data):
            raise bad("IMAGE_PROCESS_FAILED")
        about = self.upload(file.data) | ({"width": 8, "height": 8} if kind == "photo" else {"file_name": file.name})
        content: Json = {kind: [about] if kind == "photo" else about}
        if caption := text_of(params, "caption", CAPTION_LIMIT, may_be_empty=True):
            content["caption"] = caption
        return self._take(chat, params, content, Upload(file.name, file.data, kind))

    def _take(self, chat: Chat, params: Json, content: Json, file: Upload | None = None) -> Json:
        """Everything about it is in order: it is sent, if the limits let it through."""
        buttons, reply_to = buttons_of(params), self._replied(chat, params)
        if self.limits:
            self.limits.take(chat.about["id"])
        if buttons:
            content["reply_markup"] = params["reply_markup"]
        thread = int(params["message_thread_id"]) if params.get("message_thread_id") else None
        if thread:
            content |= {"message_thread_id": thread, "is_topic_message": True}
        if reply_to:
            content["reply_to_message"] = chat.messages[reply_to]
        message = self.post(chat, self.me, content)
        self.on_sent(_sent(message, reply_to, buttons, file))
        return message

    def _replied(self, chat: Chat, params: Json) -> int | None:
        wanted = params.get("reply_parameters") or {}
        number = wanted.get("message_id")
        if number is None or int(number) in chat.messages:
            return None if number is None else int(number)
        if wanted.get("allow_sending_without_reply"):
            return None
        raise bad("message to be replied not found")

    def _send_draft(self, params: Json) -> bool:
        chat = self._chat(params)
        if chat.about["type"] != "private":
            raise bad("PEER_ID_INVALID")
        if not int(params.get("draft_id") or 0):
            raise bad("DRAFT_ID_INVALID")
        text = text_of(params, may_be_empty=True)
        if self._draft_limits:
            self._draft_limits.take(chat.about["id"])
        self.drafts.append(Draft(chat.about["id"], int(params["draft_id"]), text))
        return True

    # -- changing what was sent

    def _edit_text(self, params: Json) -> Json:
        chat, message = self._own(params)
        text = text_of(params)
        if "text" not in message:
            raise bad("there is no text in the message to edit")
        return self._change(chat, message, params, {"text": text, "entities": entities(text)})

    def _edit_buttons(self, params: Json) -> Json:
        return self._change(*self._own(params), params, {})

    def _change(self, chat: Chat, message: Json, params: Json, content: Json) -> Json:
        buttons = buttons_of(params)
        bare = {key: value for key, value in message.items() if key not in ("reply_markup", "edit_date")}
        changed = bare | content | ({"reply_markup": params["reply_markup"]} if buttons else {})
        if changed == {key: value for key, value in message.items() if key != "edit_date"}:
            raise bad(NOT_MODIFIED)
        if self.limits:
            self.limits.take(chat.about["id"])
        changed["edit_date"] = int(time())
        chat.messages[message["message_id"]] = changed
        self.edits.append(_sent(changed, None, buttons, None))
        return changed

    def _delete(self, params: Json) -> bool:
        chat = self._chat(params)
        message = chat.messages.get(int(params.get("message_id") or 0))
        if message is None:
            raise bad("message to delete not found")
        if message["from"] != self.me and chat.about["type"] != "private":
            raise bad("message can't be deleted")
        del chat.messages[message["message_id"]]
        self.deleted.append((chat.about["id"], message["message_id"]))
        return True

    def _own(self, params: Json) -> tuple[Chat, Json]:
        chat = self._chat(params)
        if not params.get("message_id"):
            raise bad("message identifier is not specified")
        message = chat.messages.get(int(params["message_id"]))
        if message is None:
            raise bad("message to edit not found")
        if message["from"] != self.me:
            raise bad("message can't be edited")
        return chat, message

    def _chat(self, params: Json, *, writes: bool = True) -> Chat:
        """The chat that is meant, if the bot may write there."""
        given = str(params.get("chat_id") or "")
        if not given:
            raise bad("chat_id is empty")
        number = int(given) if re.fullmatch(r"-?\d+", given) else 0
        if number in self.left:
            raise Refusal(403, "Forbidden: bot is not a member of the supergroup chat")
        chat = self.known(number)
        if chat is None:
            raise bad("chat not found")
        if chat.moved_to is not None:
            raise Refusal(
                400, "Bad Request: group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.moved_to
            )
        if writes and number in self.blocked:
            raise Refusal(403, "Forbidden: bot was blocked by the user")
        return chat


def _sent(
    message: Json, reply_to: int | None, buttons: tuple[tuple[tuple[str, str], ...], ...], file: Upload | None
) -> Sent:
    text = message.get("text") or message.get("caption", "")
    thread = message.get("message_thread_id")
    return Sent(message["chat"]["id"], text, reply_to, message["message_id"], buttons, file, thread, monotonic())

"""What Telegram's Bot API server takes and what it refuses, in its own words (github.com/tdlib/telegram-bot-api).

Where the real rule is not published, the stricter reading stands here: a bot that passes has nothing to fear.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from math import ceil
from time import monotonic, time_ns
from typing import Any

from aiohttp import web

TEXT_LIMIT, CAPTION_LIMIT, ALERT_LIMIT = 4096, 1024, 200
BUTTON_LIMIT, DATA_LIMIT = 100, 64
ENTITY = re.compile(r"(?<!\w)@\w{3,32}|(?<!\S)/\w{1,32}(?:@\w+)?")
SECRET = re.compile(r"[\w-]{1,256}", re.ASCII)
SCOPES = {
    "default": (),
    "all_private_chats": (),
    "all_group_chats": (),
    "all_chat_administrators": (),
    "chat": ("chat_id",),
    "chat_administrators": ("chat_id",),
    "chat_member": ("chat_id", "user_id"),
}
ACTIONS = (
    *("typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice", "upload_document"),
    *("choose_sticker", "find_location", "record_video_note", "upload_video_note"),
)

Json = dict[str, Any]


class Refusal(Exception):
    """An answer that is no success; `parameters` say what the client can do about it."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code, self.description, self.parameters = code, description, parameters

    def response(self) -> web.Response:
        body: Json = {"ok": False, "error_code": self.code, "description": self.description}
        if self.parameters:
            body["parameters"] = self.parameters
        return web.json_response(body, status=self.code)


@dataclass(frozen=True, slots=True)
class Lost:
    """The line goes dead before there is an answer; the call was carried out all the same when it was `accepted`."""

    accepted: bool


Fault = Refusal | Lost


def flood(seconds: int) -> Refusal:
    """What a client is told that sends too much."""
    return Refusal(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)


def bad(what: str) -> Refusal:
    return Refusal(400, f"Bad Request: {what}")


BAD_GATEWAY = Refusal(502, "Bad Gateway")
LOST_BEFORE, LOST_AFTER = Lost(False), Lost(True)


@dataclass(slots=True)
class FloodControl:
    """So many messages a second overall and per chat. What comes too early is refused, and told for how long."""

    overall: int = 30
    per_chat: int = 1
    clock: Callable[[], float] = monotonic
    refused: int = 0
    _all: deque[float] = field(default_factory=deque)
    _chats: defaultdict[object, deque[float]] = field(default_factory=lambda: defaultdict(deque))

    def take(self, chat: object) -> None:
        """A message more in `chat`; Refusal when there is no room for it in this second."""
        now = self.clock()
        for times, room in ((self._all, self.overall), (self._chats[chat], self.per_chat)):
            while times and times[0] <= now - 1:
                times.popleft()
            if len(times) >= room:
                self.refused += 1
                raise flood(max(1, ceil(times[0] + 1 - now)))
        self._all.append(now)
        self._chats[chat].append(now)


def numbers() -> Iterator[int]:
    """Ids that begin with the clock (microseconds): a server started again gives none twice."""
    return count(time_ns() // 1000)


def text_of(params: Json, key: str = "text", limit: int = TEXT_LIMIT, *, may_be_empty: bool = False) -> str:
    """The text of a message as it would be shown."""
    text = str(params.get(key) or "")
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise bad("strings must be encoded in UTF-8")
    if params.get("parse_mode"):
        raise bad("unsupported parse_mode")
    text = text.strip()
    if not may_be_empty and not is_visible(text):
        raise bad("message text is empty")
    if units(text) > limit:
        raise bad("message is too long" if key == "text" else "message caption is too long")
    return text


def is_visible(text: str) -> bool:
    """Whether there is anything to see in it: neither spaces nor what formats and controls text."""
    return any(unicodedata.category(letter)[0] not in "CZ" for letter in text)


def buttons_of(params: Json) -> tuple[tuple[tuple[str, str], ...], ...]:
    """Label and data (or address) of the inline buttons, row by row."""
    markup = params.get("reply_markup") or {}
    if not isinstance(markup, dict):
        raise bad("object expected as reply markup")
    rows = markup.get("inline_keyboard", [])
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad('field "inline_keyboard" must be of type Array of Arrays')
    if sum(map(len, rows)) > BUTTON_LIMIT:
        raise bad("reply markup is too long")
    return tuple(tuple(_button(button) for button in row) for row in rows if row)


def _button(button: Any) -> tuple[str, str]:
    label = str(button.get("text", "")) if isinstance(button, dict) else ""
    if not is_visible(label):
        raise bad("inline keyboard button text must be non-empty")
    if "url" in button:
        if not re.match(r"(https?|tg)://\S+", str(button["url"])):
            raise bad("BUTTON_URL_INVALID")
        return label, str(button["url"])
    if "callback_data" not in button:
        raise bad("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    data = str(button["callback_data"])
    if not 1 <= len(data.encode()) <= DATA_LIMIT:
        raise bad("BUTTON_DATA_INVALID")
    return label, data


def commands_of(params: Json) -> list[Json]:
    """The commands of a menu, checked."""
    commands = params.get("commands")
    if not isinstance(commands, list) or len(commands) > 100:
        raise bad("BOT_COMMANDS_TOO_MUCH" if isinstance(commands, list) else "can't parse commands")
    for command in commands:
        if not re.fullmatch(r"[a-z0-9_]{1,32}", str(command.get("command", ""))):
            raise bad("BOT_COMMAND_INVALID")
        if not 1 <= len(str(command.get("description", ""))) <= 256:
            raise bad("BOT_COMMAND_DESCRIPTION_INVALID")
    return commands


def scope_of(params: Json) -> Json:
    """For whom a menu of commands is."""
    scope = params.get("scope") or {"type": "default"}
    if not isinstance(scope, dict) or scope.get("type") not in SCOPES:
        raise bad("can't parse BotCommandScope: Unsupported type specified")
    for key in SCOPES[scope["type"]]:
        if key not in scope:
            raise bad(f"can't parse BotCommandScope: Can't find field \"{key}\"")
    return scope


def units(text: str) -> int:
    """Length in UTF-16 code units, the strictest way to count."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def entities(text: str) -> list[Json]:
    """The mentions and commands in a text, as the server marks them."""
    return [
        {
            "type": "mention" if found[0].startswith("@") else "bot_command",
            "offset": units(text[: found.start()]),
            "length": units(found[0]),
        }
        for found in ENTITY.finditer(text)
    ]

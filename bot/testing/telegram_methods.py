"""What a bot can do on Telegram: the methods of the Bot API that Attune, and a skill's author, may want."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from bot.testing.telegram_rules import ACTIONS, ALERT_LIMIT, FloodControl, Json, bad, commands_of, scope_of
from bot.testing.telegram_sending import Sending

TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


class Methods(Sending):
    """What the bot did besides sending is in `actions`, `answered` (by query), `commands` and `scoped`."""

    def __init__(self, limits: FloodControl | None = None, port: int = 0) -> None:
        super().__init__(limits, port)
        self.actions: list[tuple[int, str]] = []
        self.answered: dict[str, Json] = {}
        self.scoped: dict[str, list[Json]] = {}

    @property
    def commands(self) -> list[Json]:
        """The menu that everybody sees who has no narrower one."""
        return self.scoped.get('{"type": "default"}', [])

    def methods(self) -> dict[str, Callable[[Json], Any]]:
        """By their names in lower case: the real server does not mind either."""
        return {
            "getme": lambda _: self.me,
            "sendmessage": self._send_message,
            "sendphoto": lambda params: self._send_file("photo", params),
            "senddocument": lambda params: self._send_file("document", params),
            "sendmessagedraft": self._send_draft,
            "editmessagetext": self._edit_text,
            "editmessagereplymarkup": self._edit_buttons,
            "deletemessage": self._delete,
            "answercallbackquery": self._answer_query,
            "sendchataction": self._send_chat_action,
            "setmycommands": self._set_commands,
            "getmycommands": lambda params: self.scoped.get(_key(params), []),
            "deletemycommands": lambda params: self.scoped.pop(_key(params), True) is not None,
            "getchat": self._get_chat,
            "leavechat": self._leave,
            "getfile": self._get_file,
        }

    def _answer_query(self, params: Json) -> bool:
        query = self.queries.pop(str(params.get("callback_query_id")), None)
        if query is None:
            raise bad(TOO_OLD)
        if len(str(params.get("text") or "")) > ALERT_LIMIT:
            raise bad("MESSAGE_TOO_LONG")
        self.answered[query["id"]] = {key: params[key] for key in ("text", "show_alert", "url") if key in params}
        return True

    def _send_chat_action(self, params: Json) -> bool:
        chat = self._chat(params)
        if params.get("action") not in ACTIONS:
            raise bad("wrong parameter action in request")
        self.actions.append((chat.about["id"], params["action"]))
        return True

    def _set_commands(self, params: Json) -> bool:
        commands = commands_of(params)
        self.scoped[_key(params)] = commands
        return True

    def _get_chat(self, params: Json) -> Json:
        gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")
        more = {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": dict.fromkeys(gifts, False)}
        return self._chat(params, writes=False).about | more

    def _leave(self, params: Json) -> bool:
        chat = self._chat(params, writes=False)
        if chat.about["type"] == "private":
            raise bad("chat member status can't be changed in private chats")
        self.forget_chat(chat.about["id"])
        self.left.append(chat.about["id"])
        return True

    def _get_file(self, params: Json) -> Json:
        name = str(params.get("file_id"))
        if name not in self.files:
            raise bad("wrong file_id or the file is temporarily unavailable")
        return {"file_id": name, "file_unique_id": f"u{name}", "file_size": len(self.files[name]), "file_path": name}


def _key(params: Json) -> str:
    return json.dumps(scope_of(params))

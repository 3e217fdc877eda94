"""What a bot file may say under [doors.telegram]. Nothing of the library is imported here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec

CHANNEL = "telegram"
VARIABLE = "ATTUNE_TELEGRAM_TOKEN"
Port = Annotated[int, msgspec.Meta(ge=1, le=65535)]
Rate = Annotated[int, msgspec.Meta(ge=0)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`token_file` holds the token, which may also come from the environment; `api_base` is a Bot API server of one's
    own, up to and with `/bot`.

    With a `webhook_url` (the public https address) updates are brought to `webhook_host:webhook_port`, where a proxy
    passes them on; else the door asks for them. At most `per_second` messages go out in a second and `per_chat` into
    one chat; 0 is no limit. `ask_stars`: after every second reply. `attachments`, as `package.module:function`, turns
    pictures, voice and the like into words (see bot/frontends/attachments.py).
    """

    token_file: Path | None = None
    api_base: str | None = None
    webhook_url: str | None = None
    webhook_host: Annotated[str, msgspec.Meta(min_length=1)] = "127.0.0.1"
    webhook_port: Port = 8443
    per_second: Rate = 30
    per_chat: Rate = 1
    ask_stars: bool = False
    attachments: str | None = None

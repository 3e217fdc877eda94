"""What a bot file may say under [doors.discord]. Nothing of the library is imported here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

CHANNEL = "discord"
VARIABLE = "ATTUNE_DISCORD_TOKEN"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`token_file` holds the token, which may also come from the environment; `api_base` is a server for trials.

    `ask_stars`: after every second reply. `attachments`, as `package.module:function`, turns pictures, voice and the
    like into words (see bot/frontends/attachments.py).
    """

    token_file: Path | None = None
    api_base: str | None = None
    ask_stars: bool = False
    attachments: str | None = None

"""What the door says by itself on Telegram: of what it can't read, and in groups."""

from __future__ import annotations

from bot.frontends.unreadable import FILES, OTHER, PICTURES, SOUNDS, STICKER
from bot.phrases import mark, say

PLACES = mark(
    "I can't see a place on a map, or send anybody there. If you or somebody near you is in danger, please call your "
    "local emergency number. If it is about something else, you can tell me in words."
)
STICKER_WITH = mark("I can't see stickers, only the emoji that comes with it: {emoji} Would you tell me in words?")
IN_PRIVATE = mark("Let's go on in private: {link} If you find nothing from me there, write to me first.")
MASKED = mark("I can't tell who writes in a group's or a channel's name. You can write to me in private: {link}")
INVITED = mark(
    "Hello. I'm a computer program, not a person or a clinician. Here I answer only when I'm mentioned or replied to, "
    "and everybody here can read it. For anything that is only for you, write to me in private: {link}"
)

KINDS = {
    **dict.fromkeys(("photo", "video", "video_note", "animation", "story", "paid_media"), PICTURES),
    **dict.fromkeys(("voice", "audio"), SOUNDS),
    "document": FILES,
    **dict.fromkeys(("location", "venue"), PLACES),
    "sticker": STICKER,
}


def unreadable(kind: str, emoji: str | None) -> str:
    """A kind word about something without words."""
    if kind == "sticker" and emoji:
        return say(STICKER_WITH, emoji=emoji)
    return say(KINDS.get(kind, OTHER))

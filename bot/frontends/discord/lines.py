"""What the door says by itself on Discord: of what it can't read, and in servers."""

from __future__ import annotations

from bot.frontends.unreadable import FILES, OTHER, PICTURES, SOUNDS, STICKER
from bot.phrases import mark, say

IN_PUBLIC = mark(
    "Hello. I'm a computer program, not a person or a clinician. Here I answer only when I'm mentioned or replied to, "
    "and everybody here can read it. For anything that is only for you, write me a direct message."
)
IN_PRIVATE = mark("Let's go on in private: I have written you a direct message.")
CLOSED = mark(
    "I'd like to go on in private, but I can't send you a direct message. You can allow them for this server, or write "
    "to me first. If you or somebody near you is in danger, please call your local emergency number."
)
UNSEEN = mark(
    "Discord shows me a message here only when it mentions me. Would you mention me, or write me a direct message?"
)

BEHIND = mark("What is stored of our talk, and what you can allow or turn off, is behind the button.")
CHOICES = mark("What is stored, and your choices")

KINDS = {"picture": PICTURES, "sound": SOUNDS, "file": FILES, "sticker": STICKER}


def unreadable(kind: str) -> str:
    """A kind word about something without words."""
    return say(KINDS.get(kind, OTHER))

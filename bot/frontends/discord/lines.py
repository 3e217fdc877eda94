"""What the door says by itself on Discord: of what it can't read, of what was changed, and in servers."""

from __future__ import annotations

from bot.phrases import mark, say

PICTURES = mark(
    "I can't see pictures or videos. Would you tell me in a few words what it shows, or what it means to you?"
)
SOUNDS = mark("I can't listen to recordings. If writing is hard right now, a few words are enough.")
FILES = mark("I can't open files. You can copy the part that matters to you and send it as text.")
STICKER = mark("I can't see stickers. Would you tell me in words?")
OTHER = mark("I can only read text, so I couldn't see what you sent. Would you tell me about it in words?")
BESIDE = mark("I read what you wrote. What you sent along with it I can't see or hear.")
CHANGED = mark(
    "I saw that you changed an earlier message. I go by what it said before; if you meant something else, please tell "
    "me here."
)
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

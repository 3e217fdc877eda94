"""What every door says of what it can't read or was changed; people hear the same wherever they write."""

from __future__ import annotations

from bot.phrases import mark

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

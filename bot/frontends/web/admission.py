"""Whether a message is taken: not too long, and within the limits. Danger is taken always."""

from __future__ import annotations

from dataclasses import dataclass

from bot.frontends.web.room import Room
from bot.limits import EMERGENCY
from bot.phrases import say

TOO_LONG, TOO_MANY = 413, 429
OVERLAP = 200
"""Characters that two parts of a long message share: no sentence is cut in both."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why not, in words for whoever wrote it, and as a status of HTTP."""

    words: str
    status: int


async def admitted(room: Room, conversation_id: str, person: str, text: str, address: str | None) -> str | Refusal:
    """The message as it is taken, or why it is not.

    Of one that is too long, the first part that speaks of danger is taken: whoever pours everything out is not answered
    with a number of characters.
    """
    longest = room.settings.longest
    refusal = _refusal(room, person, text, address)
    if refusal is None:
        return text
    for start in range(0, len(text), max(longest - OVERLAP, longest // 2, 1)):
        part = text[start : start + longest]
        if await room.sessions.endangered(conversation_id, part):
            return part
    return refusal


def _refusal(room: Room, person: str, text: str, address: str | None) -> Refusal | None:
    if len(text) > room.settings.longest:
        return Refusal(f"{too_long(len(text), room.settings.longest)} {say(EMERGENCY)}", TOO_LONG)
    why = room.limits.admit(person, address) if room.limits else None
    return Refusal(why, TOO_MANY) if why else None


def too_long(size: int, longest: int) -> str:
    """Words for a message that is longer than the people who run the bot allow."""
    return say(
        "That is {size} characters long; a message can have {longest}. Could you send it in parts?",
        size=size,
        longest=longest,
    )

"""Whether a message is taken: not too long, and within the limits. Danger is taken always."""

from __future__ import annotations

from dataclasses import dataclass

from bot.frontends.danger import over_length, over_limit
from bot.frontends.web.room import Room
from bot.frontends.web.security import Visitor
from bot.limits import EMERGENCY
from bot.phrases import say

TOO_LONG, TOO_MANY = 413, 429


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why not, in words for whoever wrote it, and as a status of HTTP."""

    words: str
    status: int


async def admitted(
    room: Room, who: Visitor, text: str, *, address: str | None = None, token: str | None = None
) -> str | Refusal:
    """The message as it is taken, or why it is not.

    Of one that is too long, a part that speaks of danger is taken: whoever pours everything out is not answered with a
    number of characters. It counts as a message, and so does each piece of it that is read.
    """

    def refused() -> str | None:
        return room.limits.admit(who.person, address, token) if room.limits else None

    key, longest, why = who.conversation_id, room.settings.longest, refused()
    if why is None and len(text) <= longest:
        return text
    if why is None:
        taken = await over_length(room.sessions, key, text, longest, lambda: refused() is None)
    else:
        taken = await over_limit(room.sessions, key, text, longest)
    return taken or _refusal(len(text), longest, why)


def full(room: Room, who: Visitor, address: str) -> str | None:
    """What to say where another answer is one message too many; it counts as one."""
    return room.limits.admit(who.person, address) if room.limits else None


def _refusal(size: int, longest: int, why: str | None) -> Refusal:
    if why is None or size > longest:
        return Refusal(f"{too_long(size, longest)} {say(EMERGENCY)}", TOO_LONG)
    return Refusal(why, TOO_MANY)


def too_long(size: int, longest: int) -> str:
    """Words for a message that is longer than the people who run the bot allow."""
    return say(
        "That is {size} characters long; a message can have {longest}. Could you send it in parts?",
        size=size,
        longest=longest,
    )

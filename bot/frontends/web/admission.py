"""Whether a message is taken: not too long, and within the limits. Danger is taken always."""

from __future__ import annotations

from dataclasses import dataclass

from bot.frontends.commands import IN_MENU, NO_MENU, UNKNOWN, Command, Declined, read
from bot.frontends.danger import over_length, over_limit
from bot.frontends.web.room import Room
from bot.frontends.web.security import Visitor
from bot.limits import EMERGENCY
from bot.phrases import say

TOO_LONG, NO_MESSAGE, TOO_MANY = 413, 422, 429


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
    number of characters. It counts as a message, and so does each piece of it that is read. A command is no message:
    the page has its menu, and the API calls.
    """

    def refused() -> str | None:
        return room.limits.admit(who.person, address, token) if room.limits else None

    key, longest, why = who.conversation_id, room.settings.longest, refused()
    if why is None and len(text) <= longest:
        heard = await read(room.sessions, key, text, unknown=UNKNOWN if token is None else NO_MENU)
        if isinstance(heard, Command):
            return Refusal(say(IN_MENU if token is None else NO_MENU, word=heard.name), NO_MESSAGE)
        return Refusal(heard.line, NO_MESSAGE) if isinstance(heard, Declined) else heard
    if why is None:
        part = await over_length(room.sessions, key, text, longest, lambda: refused() is None)
    else:
        part = await over_limit(room.sessions, key, text, longest)
    return part or _refusal(len(text), longest, why)


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

"""What people think of answers, said within the talk: a thumb for any, stars for the newest. The menu notes it."""

from __future__ import annotations

import re

from bot.frontends.menu import THUMBS
from bot.frontends.web.hub import Frame, Tab, asked
from bot.frontends.web.room import Room

RATES = re.compile(r"stars:(?P<stars>[1-5])|thumb:(?P<turn>[0-9]{1,9}):(?P<thumb>up|down|none)")
"""The actions of the menu that rate an answer."""


async def rated(room: Room, conversation_id: str, action: str) -> int | None:
    """Which turn an action rates, None for one that rates nothing."""
    if not (found := RATES.fullmatch(action)):
        return None
    if found["turn"]:
        return int(found["turn"])
    return len((await room.sessions.known(conversation_id)).turns) - 1


async def rate(room: Room, tab: Tab, action: str) -> None:
    """Do it, and tell every page of the talk; only this one, where it can't be done."""
    key, found = tab.conversation_id, RATES.fullmatch(action)
    shown = await room.menu.open(key, action, address=tab.address)
    if found is None or shown.refused or shown.failed or shown.buttons:
        tab.tell({"kind": "notice", "text": shown.text})
        return
    noted: Frame = {"kind": "rated", "turn": await rated(room, key, action), "text": shown.text}
    what = {"stars": int(found["stars"])} if found["stars"] else {"thumb": THUMBS[found["thumb"]]}
    room.hub.tell(key, noted | what)


async def ask(room: Room, tab: Tab) -> None:
    """Show the stars in the talk, or why there are none to give."""
    shown = await room.menu.open(tab.conversation_id, "feedback", address=tab.address)
    tab.tell(asked(shown) if shown.buttons else {"kind": "notice", "text": shown.text})

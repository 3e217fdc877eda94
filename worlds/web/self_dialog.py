"""The page of self-dialogs (Byrne et al. 2019): one participant writes both sides of a talk about a situation."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from starlette.responses import Response

from bot.errors import StudyError
from bot.text import clean
from worlds.studies.rooms import WritingRooms
from worlds.studies.self_dialog import Begun, Finished, Joined, Said, Undone, Writing
from worlds.studies.talks import Line
from worlds.web.office import Office, Visited, draw, rooms_of


def joined(office: Office, participant: str, item: str, form: Mapping[str, str]) -> tuple[Joined, str]:
    """Who comes; nothing is told before."""
    return Joined(), ""


def said(name: str, text: str, form: Mapping[str, str]) -> Said:
    """A turn of the person's or the listener's, whose turn it is."""
    return Said(form.get("situation", ""), name, text)


def event(form: Mapping[str, str]) -> Undone | Finished:
    """What else a form of this kind says. Raises StudyError for what it doesn't."""
    match form.get("action"):
        case "undo":
            return Undone(form.get("situation", ""), form.get("last", ""))
        case "finish":
            if clean(form.get("text", "")):
                raise StudyError("add what you have written first, or clear it, before the talk ends")
            return Finished(form.get("situation", ""))
    raise StudyError("this page does not know what to do with that")


async def first_page(office: Office, at: Visited, item: str, held: Mapping[str, str], wrong: str) -> Response:
    """The first dialog, with nothing in it."""
    room = await rooms_of(office, WritingRooms).join(at[1], Joined(), datetime.now(UTC))
    return await room_page(office, at, room, {"wrong": wrong, "held": held})


async def room_page(office: Office, at: Visited, room: Writing, values: Mapping[str, Any]) -> Response:
    """The situation that is laid before the participant, and what they wrote so far."""
    link, participant = at
    now = datetime.now(UTC)
    progress = await office.ledger.meet(participant, now)
    situation = office.loaded.situation(progress.item)
    begun = Begun(situation.name, situation.least or room.least)
    room = await rooms_of(office, WritingRooms).step(participant, begun, now)
    dialog = next(one for one in room.dialogs if one.situation == situation.name)
    return draw(
        "self_dialog.html",
        office,
        link,
        422 if values["wrong"] else 200,
        **values,
        situation=situation,
        dialog=dialog,
        full=len(dialog.said) >= room.most,
        lines=[Line(*each) for each in room.said_by(participant)],
        place=progress.place + 1,
        count=len(progress.items),
        event=uuid4().hex,
    )

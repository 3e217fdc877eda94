"""The pages of a Wizard of Oz (Byrne et al. 2019): a user writes with a system, and a wizard plays it with drafts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from starlette.responses import Response

from bot.errors import StudyError
from worlds.assist.suggestions import WHY, Suggestions
from worlds.studies.rooms import OzRooms
from worlds.studies.talks import Line
from worlds.studies.wizard_of_oz import WIZARD, Finished, Joined, Oz, Prompted, Said
from worlds.web.office import Office, Visited, draw, rooms_of


def joined(office: Office, participant: str, item: str, form: Mapping[str, str]) -> tuple[Joined, str]:
    """Who comes; a user's item is the situation that they write about."""
    return Joined("" if item == WIZARD else item), ""


def said(name: str, text: str, form: Mapping[str, str]) -> Said:
    """A message; of a wizard a draft, one with changes, or their own words."""
    return Said(name, text)


def event(form: Mapping[str, str]) -> Finished:
    """What else a form of this kind says: that the talk has come to its end."""
    if form.get("action") != "finish":
        raise StudyError("this page does not know what to do with that")
    return Finished()


async def first_page(office: Office, at: Visited, item: str, held: Mapping[str, str], wrong: str) -> Response:
    """The user's situation; a wizard is told how the system is played."""
    situation = None if item == WIZARD else office.loaded.situation(item)
    return draw("oz.html", office, at[0], 422 if wrong else 200, wrong=wrong, situation=situation)


async def room_page(office: Office, at: Visited, room: Oz, values: Mapping[str, Any]) -> Response:
    """The talk as it stands; before a wizard's message drafts are made for it, once."""
    link, participant = at
    role = room.role(participant)
    if role == WIZARD == room.turn and room.prompt is None:
        room = await _prompted(office, participant, room)
    return draw(
        "wizard.html" if role == WIZARD else "user.html",
        office,
        link,
        422 if values["wrong"] else 200,
        **values,
        room=room,
        own=room.turn == role,
        situation=None if role == WIZARD else office.loaded.situation(room.situation),
        found=room.prompt or Suggestions(()),  # where the user went while drafts were made
        why=WHY,
        lines=[Line(*each) for each in room.said_by(participant)],
        event=uuid4().hex,
    )


async def _prompted(office: Office, participant: str, room: Oz) -> Oz:
    if office.company is None or office.company.prompter is None:
        raise StudyError("nobody prompts the wizard of this study")
    now = datetime.now(UTC)
    found = await office.company.prompter.drafts(participant, room.said, now)
    return await rooms_of(office, OzRooms).step(participant, Prompted(len(room.said), found), now)

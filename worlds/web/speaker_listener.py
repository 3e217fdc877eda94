"""The pages of Speaker and Listener (Rashkin et al. 2019, A.2): a situation is told, and two people talk twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from starlette.responses import Response

from bot.errors import StudyError
from bot.text import clean
from worlds.studies.room import Finished, Joined, Room, Said, Told
from worlds.studies.rooms import SpeakerListenerRooms
from worlds.studies.talks import Line
from worlds.web.office import Office, Visited, draw, rooms_of

TALKS = ("0", "1")
"""As a form names them."""
SITUATION = 1000


def joined(office: Office, participant: str, item: str, form: Mapping[str, str]) -> tuple[Joined, str]:
    """Who comes with a label and a situation, and their words, to be read by the guard."""
    offered, label = form.get("offered", ""), form.get("label", "")
    if office.tokens.seconds(participant, offered, form.get("proof", "")) is None:
        raise StudyError("this page is of somebody else: please choose again")
    if label not in offered.split():
        raise StudyError(f"choose one of {', '.join(offered.split())}")
    situation = clean(form.get("situation", ""))[:SITUATION]
    if not situation:
        raise StudyError("tell of the situation in a sentence or two")
    return Joined(Told(label, situation)), situation


def said(name: str, text: str, form: Mapping[str, str]) -> Said:
    """A message."""
    return Said(name, text)


def event(form: Mapping[str, str]) -> Finished:
    """What else a form of this kind says: that a talk has come to its end."""
    talk = form.get("talk", "")
    if form.get("action") != "finish" or talk not in TALKS:
        raise StudyError(f"a talk is one of {', '.join(TALKS)}")
    return Finished(TALKS.index(talk))


async def first_page(office: Office, at: Visited, item: str, held: Mapping[str, str], wrong: str) -> Response:
    """Three labels and room for a situation."""
    link, participant = at
    offered = await rooms_of(office, SpeakerListenerRooms).offered(participant)
    proof = office.tokens.proof(participant, " ".join(offered))
    values = {"wrong": wrong, "offered": offered, "proof": proof, "held": held}
    return draw("situation.html", office, link, 422 if wrong else 200, **values)


async def room_page(office: Office, at: Visited, room: Room, values: Mapping[str, Any]) -> Response:
    """The talk as it stands."""
    link, participant = at
    seat = room.seat(participant)
    return draw(
        "room.html",
        office,
        link,
        422 if values["wrong"] else 200,
        **values,
        room=room,
        told=room.told[seat],
        speaker=room.talk == seat,
        own=room.turn == seat,
        lines=[Line(*each) for each in room.said_by(participant)],
        event=uuid4().hex,
    )

"""The pages of a collection: a situation is told, somebody is waited for, and two people talk twice.

Every message is read by a guard before the other sees it. Danger ends the study for who told it, with full pay.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from starlette.responses import Response

from bot.errors import StudyError
from bot.text import clean
from worlds.studies.company import Company
from worlds.studies.progress import Judged, Stopped
from worlds.studies.room import Finished, Left, Said, Told
from worlds.studies.rooms import Kept
from worlds.studies.study import ROOM
from worlds.studies.talks import Line
from worlds.web.office import Office, draw

log = logging.getLogger(__name__)
ACTIONS = frozenset({"tell", "say", "finish", "leave", "report", "on"})
EVERY = 5
"""Seconds after which a page that waits looks again."""
TALKS = ("0", "1")
"""As a form names them."""
SITUATION, MESSAGE, ID = 1000, 2000, 64
Visited = tuple[str, str]
"""A participant's link, and their name."""


async def act(office: Office, company: Company, participant: str, form: Mapping[str, str], now: datetime) -> None:
    """Take what a form says. Raises StudyError where it is not waited for."""
    progress = await office.ledger.meet(participant, now)
    if progress.phase != "task":
        raise StudyError("this page is over")
    match form.get("action"):
        case "tell":
            await company.rooms.join(participant, _told(office, participant, form), now)
        case "say":
            await _say(office, company, participant, form, now)
        case "on":
            kept = await company.rooms.of(participant)
            if kept is None or not kept.room.over:
                raise StudyError("the talks are not over yet")
            await office.ledger.step(participant, Judged(ROOM), now)
        case "leave" | "report" as what:
            await company.rooms.step(participant, Left(reports=what == "report"), now)
            await office.ledger.step(participant, Judged(ROOM), now)
        case _:
            talk = form.get("talk", "")
            if talk not in TALKS:
                raise StudyError(f"a talk is one of {', '.join(TALKS)}")
            await company.rooms.step(participant, Finished(TALKS.index(talk)), now)


async def leave(company: Company, participant: str, now: datetime) -> None:
    """Who stops goes, and the other is told."""
    if await company.rooms.of(participant):
        await company.rooms.step(participant, Left(), now)


async def page(office: Office, company: Company, at: Visited, form: Mapping[str, str] | None, wrong: str) -> Response:
    """Where the participant stands."""
    link, participant = at
    kept, status = await company.rooms.of(participant), 422 if wrong else 200
    if kept is None:
        offered = await company.rooms.offered(participant)
        proof = office.tokens.proof(participant, " ".join(offered))
        return draw("situation.html", office, link, status, wrong=wrong, offered=offered, proof=proof, held=form or {})
    room = kept.room
    if room.over:
        # Killed between the two steps of `_say`, the study has not ended for who told of danger: they get help here.
        answer = answered(kept, participant)
        return draw("parted.html", office, link, status, wrong=wrong, room=room, participant=participant, answer=answer)
    late = datetime.now(UTC) - kept.at >= timedelta(minutes=office.loaded.study.collection.wait)
    if room.waits:
        return draw("waiting.html", office, link, status, wrong=wrong, every=EVERY, late=late)
    seat = room.seat(participant)
    return draw(
        "room.html",
        office,
        link,
        status,
        wrong=wrong,
        room=room,
        told=room.told[seat],
        speaker=room.talk == seat,
        own=room.turn == seat,
        lines=[Line(one.seat == seat, one.text) for one in room.talks[room.talk]],
        event=uuid4().hex,
        every=EVERY,
        late=late,
    )


def answered(kept: Kept | None, participant: str) -> str:
    """What the guard said to this participant."""
    return kept.room.answer if kept and kept.room.left == participant else ""


async def _say(office: Office, company: Company, participant: str, form: Mapping[str, str], now: datetime) -> None:
    kept = await company.rooms.of(participant)
    text, event = clean(form.get("text", ""))[:MESSAGE], form.get("event", "")[:ID]
    if kept is None or not text or not event:
        raise StudyError("write something first")
    if kept.room.over:
        raise StudyError("this talk is over: your words were not sent")
    answer = await company.held_back(kept.room, participant, text, now)
    if answer is None:
        await company.rooms.step(participant, Said(event, text), now)
        return
    log.warning("study %s: danger was told to another participant; it was held back", office.loaded.name)
    await company.rooms.step(participant, Left(answer=answer), now)
    await office.ledger.step(participant, Stopped(danger=True), now)


def _told(office: Office, participant: str, form: Mapping[str, str]) -> Told:
    offered, label = form.get("offered", ""), form.get("label", "")
    if office.tokens.seconds(participant, offered, form.get("proof", "")) is None:
        raise StudyError("this page is of somebody else: please choose again")
    if label not in offered.split():
        raise StudyError(f"choose one of {', '.join(offered.split())}")
    situation = clean(form.get("situation", ""))[:SITUATION]
    if not situation:
        raise StudyError("tell of the situation in a sentence or two")
    return Told(label, situation)

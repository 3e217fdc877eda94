"""The pages of a collection, of any kind: somebody is waited for, two people talk, and it ends.

Everything that a participant tells is read by a guard before the other sees it. Danger ends the study for who told it,
with full pay.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from starlette.responses import Response

from bot.errors import StudyError
from bot.text import clean
from worlds.studies.company import Company
from worlds.studies.meeting import Left
from worlds.studies.progress import Judged, Stopped
from worlds.studies.rooms import Kept, SupportRooms
from worlds.studies.support import Support
from worlds.web import seeker_supporter, speaker_listener
from worlds.web.office import Office, draw

log = logging.getLogger(__name__)
ACTIONS = frozenset({"tell", "say", "rate", "finish", "answer", "leave", "report", "on"})
EVERY = 5
"""Seconds after which a page that waits looks again."""
MESSAGE, ID = 2000, 64
Visited = tuple[str, str]
"""A participant's link, and their name."""


async def act(office: Office, company: Company, participant: str, form: Mapping[str, str], now: datetime) -> str | None:
    """Take what a form says; what the guard answers is returned where it is kept nowhere. Raises StudyError where the

    form is not waited for.
    """
    progress = await office.ledger.meet(participant, now)
    if progress.phase != "task" or office.loaded.lesson(progress.item):
        raise StudyError("this page is over" if progress.phase != "task" else "what is to be learnt comes first")
    match form.get("action"):
        case "tell":
            return await _tell(office, company, participant, form, now)
        case "say":
            await _say(office, company, participant, form, now)
        case "on":
            kept = await company.rooms.of(participant)
            if kept is None or not kept.room.done(participant):
                raise StudyError("the talks are not over yet")
            await office.ledger.step(participant, Judged(progress.item), now)
        case "leave" | "report" as what:
            await company.rooms.step(participant, Left(reports=what == "report"), now)
            await office.ledger.step(participant, Judged(progress.item), now)
        case _:
            event = (seeker_supporter if _supports(company) else speaker_listener).event(form)
            await company.rooms.step(participant, event, now)
    return None


async def leave(company: Company, participant: str, now: datetime) -> None:
    """Who stops goes, and the other is told."""
    if await company.rooms.of(participant):
        await company.rooms.step(participant, Left(), now)


async def page(office: Office, company: Company, at: Visited, form: Mapping[str, str] | None, wrong: str) -> Response:
    """Where the participant stands."""
    link, participant = at
    kept, status = await company.rooms.of(participant), 422 if wrong else 200
    if kept is None:
        if isinstance(company.rooms, SupportRooms):
            role = (await office.ledger.meet(participant, datetime.now(UTC))).item
            return seeker_supporter.first_page(office, link, role, form or {}, wrong)
        return speaker_listener.first_page(office, at, await company.rooms.offered(participant), form or {}, wrong)
    room = kept.room
    if room.done(participant):
        # Killed between the two steps of `_say`, the study has not ended for who told of danger: they get help here.
        answer = answered(kept, participant)
        return draw("parted.html", office, link, status, wrong=wrong, room=room, participant=participant, answer=answer)
    late = datetime.now(UTC) - kept.at >= timedelta(minutes=office.loaded.study.collection.wait)
    if room.waits:
        return draw("waiting.html", office, link, status, wrong=wrong, every=EVERY, late=late)
    values = {"wrong": wrong, "every": EVERY, "late": late, "held": form or {}}
    if isinstance(room, Support):
        return seeker_supporter.room_page(office, at, room, values)
    return speaker_listener.room_page(office, at, room, values)


def answered(kept: Kept[Any] | None, participant: str) -> str:
    """What the guard said to this participant."""
    return kept.room.answer if kept and kept.room.left == participant else ""


def _supports(company: Company) -> bool:
    return isinstance(company.rooms, SupportRooms)


async def _tell(
    office: Office, company: Company, participant: str, form: Mapping[str, str], now: datetime
) -> str | None:
    """Seat somebody, unless what they tell before it is of danger."""
    role = (await office.ledger.meet(participant, now)).item
    joins = seeker_supporter.joined(role, form) if _supports(company) else None
    joined, told = joins or speaker_listener.joined(office, participant, form)
    answer = await company.held_back(None, participant, told, now) if told else None
    if answer is None:
        await company.rooms.join(participant, joined, now)
        return None
    log.warning("study %s: danger was told before a talk; it was not kept", office.loaded.name)
    await office.ledger.step(participant, Stopped(danger=True), now)
    return answer


async def _say(office: Office, company: Company, participant: str, form: Mapping[str, str], now: datetime) -> None:
    kept = await company.rooms.of(participant)
    text, name = clean(form.get("text", ""))[:MESSAGE], form.get("event", "")[:ID]
    if kept is None or not text or not name:
        raise StudyError("write something first")
    if kept.room.done(participant):
        raise StudyError("this talk is over: your words were not sent")
    answer = await company.held_back(kept.room, participant, text, now)
    if answer is None:
        said = seeker_supporter.said if _supports(company) else speaker_listener.said
        await company.rooms.step(participant, said(name, text, form), now)
        return
    log.warning("study %s: danger was told to another participant; it was held back", office.loaded.name)
    await company.rooms.step(participant, Left(answer=answer), now)
    await office.ledger.step(participant, Stopped(danger=True), now)

"""The pages of a collection, of any kind: somebody is waited for, a talk is written, and it ends.

Everything that a participant tells is read by a guard before it is kept and anybody sees it. Danger ends the study for
who told it, with full pay.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from starlette.responses import Response

from bot.errors import StudyError
from bot.text import clean
from worlds.studies.company import Company
from worlds.studies.meeting import Left
from worlds.studies.progress import Judged, Stopped
from worlds.studies.rooms import AnyRoom, Kept
from worlds.studies.self_dialog import Finished
from worlds.studies.study import Kind
from worlds.studies.wizard_of_oz import Oz
from worlds.web import seeker_supporter, self_dialog, speaker_listener, wizard_of_oz
from worlds.web.office import Office, Visited, draw

log = logging.getLogger(__name__)
ACTIONS = frozenset({"tell", "say", "undo", "rate", "finish", "answer", "leave", "report", "on"})
EVERY = 5
"""Seconds after which a page that waits looks again."""
MESSAGE, ID = 2000, 64
Form = Mapping[str, str]


class Pages(Protocol):
    """What the pages of a kind have of their own: a module beside this one."""

    def joined(self, office: Office, participant: str, item: str, form: Form, /) -> tuple[Any, str]:
        """The event of who comes, and what they told before, to be read by the guard."""

    def said(self, name: str, text: str, form: Form, /) -> Any:
        """The event of a message."""

    def event(self, form: Form, /) -> Any:
        """The event that any other form of this kind is. Raises StudyError that names what may be said."""

    async def first_page(self, office: Office, at: Visited, item: str, held: Form, wrong: str, /) -> Response:
        """Before they come into a room."""

    async def room_page(self, office: Office, at: Visited, room: Any, values: Mapping[str, Any], /) -> Response:
        """The talk as it stands."""


PAGES: Mapping[Kind, Pages] = {
    "speaker_listener": speaker_listener,
    "seeker_supporter": seeker_supporter,
    "self_dialog": self_dialog,
    "wizard_of_oz": wizard_of_oz,
}


async def act(office: Office, company: Company, participant: str, form: Form, now: datetime) -> str | None:
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
            event = _pages(office).event(form)
            await company.rooms.step(participant, event, now)
            if isinstance(event, Finished):  # the next situation is laid before them
                await office.ledger.step(participant, Judged(event.situation), now)
    return None


async def leave(company: Company, participant: str, now: datetime) -> None:
    """Who stops goes, and the other is told."""
    if await company.rooms.of(participant):
        await company.rooms.step(participant, Left(), now)


async def page(office: Office, company: Company, at: Visited, form: Form | None, wrong: str) -> Response:
    """Where the participant stands."""
    link, participant = at
    kept, status = await company.rooms.of(participant), 422 if wrong else 200
    if kept is None:
        item = (await office.ledger.meet(participant, datetime.now(UTC))).item
        return await _pages(office).first_page(office, at, item, form or {}, wrong)
    room = kept.room
    if room.done(participant):
        # Killed between the two steps of `_say`, the study has not ended for who told of danger: they get help here.
        answer = answered(kept, participant)
        gone, plays = room.left not in ("", participant), _plays(room, participant)
        return draw("parted.html", office, link, status, wrong=wrong, gone=gone, plays=plays, answer=answer)
    late = datetime.now(UTC) - kept.at >= timedelta(minutes=office.loaded.study.collection.wait)
    if room.waits:
        plays = _plays(room, participant)
        return draw("waiting.html", office, link, status, wrong=wrong, every=EVERY, late=late, plays=plays)
    values = {"wrong": wrong, "every": EVERY, "late": late, "held": form or {}}
    return await _pages(office).room_page(office, at, room, values)


def answered(kept: Kept[Any] | None, participant: str) -> str:
    """What the guard said to this participant."""
    return kept.room.answer if kept and kept.room.left == participant else ""


def _pages(office: Office) -> Pages:
    return PAGES[office.loaded.study.kind]


def _plays(room: AnyRoom, participant: str) -> str:
    """The role in a Wizard of Oz, in which a user is not told before the end that somebody is there."""
    return room.role(participant) if isinstance(room, Oz) else ""


async def _tell(office: Office, company: Company, participant: str, form: Form, now: datetime) -> str | None:
    """Seat somebody, unless what they tell before it is of danger."""
    item = (await office.ledger.meet(participant, now)).item
    joined, told = _pages(office).joined(office, participant, item, form)
    answer = await company.held_back(None, participant, told, now) if told else None
    if answer is None:
        await company.rooms.join(participant, joined, now)
        return None
    log.warning("study %s: danger was told before a talk; it was not kept", office.loaded.name)
    await office.ledger.step(participant, Stopped(danger=True), now)
    return answer


async def _say(office: Office, company: Company, participant: str, form: Form, now: datetime) -> None:
    kept = await company.rooms.of(participant)
    text, name = clean(form.get("text", ""))[:MESSAGE], form.get("event", "")[:ID]
    if kept is None or not text or not name:
        raise StudyError("write something first")
    if kept.room.done(participant):
        raise StudyError("this talk is over: your words were not sent")
    answer = await company.held_back(kept.room, participant, text, now)
    if answer is None:
        await company.rooms.step(participant, _pages(office).said(name, text, form), now)
        return
    log.warning("study %s: danger was told in a talk of a collection; it was held back", office.loaded.name)
    await company.rooms.step(participant, Left(answer=answer), now)
    await office.ledger.step(participant, Stopped(danger=True), now)

"""The pages of seeker and supporter (Liu et al. 2021): the form before the talk, the talk, stars, and both surveys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from starlette.responses import Response

from bot.dialog import STRATEGIES
from bot.errors import StudyError
from bot.text import clean
from worlds.studies.pre_chat import chosen, point
from worlds.studies.support import (
    EMOTIONS,
    EXPERIENCES,
    PROBLEMS,
    Answered,
    Finished,
    Form,
    Joined,
    Rated,
    Said,
    SeekerSurvey,
    Support,
    SupporterSurvey,
)
from worlds.studies.talks import Line
from worlds.web.office import Office, Visited, draw

SITUATION, ANSWER = 1000, 1000
STARS = ("Very Bad", "Bad", "Average", "Good", "Excellent")
"""What a star rating is called, from 1 on."""


def joined(office: Office, participant: str, item: str, form: Mapping[str, str]) -> tuple[Joined, str]:
    """Who comes, and a seeker's words, to be read by the guard; their item is the role."""
    if item == "supporter":
        return Joined(), ""
    situation = clean(form.get("situation", ""))[:SITUATION]
    if not situation:
        raise StudyError("tell what happened in a few sentences")
    told = Form(
        chosen(form, "problem", PROBLEMS),
        chosen(form, "emotion", EMOTIONS),
        point(form, "intensity"),
        situation,
        chosen(form, "experience", EXPERIENCES),
    )
    return Joined(told), situation


def said(name: str, text: str, form: Mapping[str, str]) -> Said:
    """A message, with the strategy that was chosen for it."""
    return Said(name, text, form.get("strategy", ""), more="more" in form)


def event(form: Mapping[str, str]) -> Rated | Finished | Answered:
    """What else a form of this kind says. Raises StudyError that names what may be said."""
    match form.get("action"):
        case "rate":
            after = form.get("after", "")
            if not after.isdecimal():
                raise StudyError("this page is over")
            return Rated(int(after), point(form, "stars"))
        case "finish":
            return Finished()
        case _:
            answers = clean(form.get("first", ""))[:ANSWER], clean(form.get("second", ""))[:ANSWER]
            if form.get("role") == "supporter":
                return Answered(SupporterSurvey(point(form, "detail"), answers))
            now, empathy, relevance = (point(form, name) for name in ("intensity", "empathy", "relevance"))
            return Answered(SeekerSurvey(now, empathy, relevance, answers))


async def first_page(office: Office, at: Visited, item: str, held: Mapping[str, str], wrong: str) -> Response:
    """The seeker's form; a supporter is told what comes."""
    choices = {"problems": PROBLEMS, "emotions": EMOTIONS, "experiences": EXPERIENCES}
    return draw("seek.html", office, at[0], 422 if wrong else 200, wrong=wrong, role=item, held=held, **choices)


async def room_page(office: Office, at: Visited, room: Support, values: Mapping[str, Any]) -> Response:
    """The talk as it stands, or the survey after it."""
    link, participant = at
    role, status = room.role(participant), 422 if values["wrong"] else 200
    if room.finished:
        return draw("after.html", office, link, status, **values, role=role)
    return draw(
        "support.html",
        office,
        link,
        status,
        **values,
        room=room,
        role=role,
        own=room.turn == role,
        rates=role == "seeker" and room.unrated,
        after=sum(one.role == "supporter" for one in room.said),
        stars=list(enumerate(STARS, 1)),
        strategies=STRATEGIES,
        lines=[Line(*each) for each in room.said_by(participant)],
        event=uuid4().hex,
    )

"""The page on which somebody writes with two bots at once, and says with which answer the talk goes on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from starlette.responses import RedirectResponse, Response

from bot.errors import StudyError
from bot.text import clean
from worlds.judgement import CHOICES, Choice
from worlds.studies.ab_turns import Duet
from worlds.studies.ledger import Participation
from worlds.studies.two_bots import TwoBots, lines, may_write
from worlds.studies.wording import between_replies
from worlds.web.office import Office, draw

ACTIONS = frozenset({"say", "choose"})
EVERY = 2
"""Seconds after which a page looks again whether both have answered."""
MESSAGE, ID = 4000, 64


async def act(office: Office, two: TwoBots, participant: str, form: Mapping[str, str]) -> None:
    """Take a message to both, or a choice. Raises StudyError where it is not waited for."""
    may_write(await office.ledger.meet(participant, datetime.now(UTC)))
    if form.get("action") == "say":
        text, event = clean(form.get("text", ""))[:MESSAGE], form.get("event", "")[:ID]
        if not text or not event:
            raise StudyError("write something first")
        await two.say(participant, text, event)
        return
    turn = form.get("turn", "")
    seconds = office.tokens.seconds(participant, f"turn {turn}", form.get("proof", ""))
    if seconds is None or not turn.isdecimal():
        raise StudyError("this page is of somebody else: please choose between the answers that are shown now")
    await two.choose(participant, int(turn), _choice(office, form.get("choice", "")), round(seconds, 1))


async def page(office: Office, two: TwoBots, link: str, known: Participation, wrong: str) -> Response:
    """The talk so far, and either what both say, or that they are writing, or a line to write."""
    participant = known.progress.participant
    duet = await two.at(participant)
    if (await office.ledger.meet(participant, datetime.now(UTC))).phase != "task":
        return RedirectResponse(f"/p/{link}", 303)  # the last choice was counted only now
    values = talk(office, duet, participant)
    status = 422 if wrong else 200
    return draw("ab_turns.html", office, link, status, wrong=wrong, place=len(duet.judged), **values)


def talk(office: Office, duet: Duet, participant: str) -> dict[str, Any]:
    """What a page shows of a talk, be it judged or not any more."""
    return {
        "lines": lines(duet, participant),
        "writing": duet.writing,
        "every": EVERY,
        "replies": [(letter, duet.shown(letter)) for letter in ("a", "b")] if duet.offers else [],
        "answers": between_replies(office.loaded.study),
        "letter": duet.letter,
        "turn": duet.turn,
        "proof": office.tokens.proof(participant, f"turn {duet.turn}"),
        "event": uuid4().hex,
    }


def _choice(office: Office, value: str) -> Choice:
    may_say = [one for _, one in between_replies(office.loaded.study)]
    for one in CHOICES:
        if one == value and one in may_say:
            return one
    raise StudyError("say which answer you would rather go on with")

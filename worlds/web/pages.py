"""The pages of a study: consent, instructions, items, a last question, and the completion code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

from fastapi import APIRouter, Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse, RedirectResponse, Response

from bot.errors import StudyError
from bot.frontends.web.lines import directory
from bot.frontends.web.security import came_from
from bot.text import clean
from worlds.studies import judging
from worlds.studies.judging import LETTERS, MARKS, Judgement
from worlds.studies.ledger import Ledger, Participation
from worlds.studies.progress import Agreed, Back, Began, Event, Judged, Skipped, Stopped, Surveyed
from worlds.studies.quality import attentive
from worlds.studies.study import Loaded
from worlds.web.tokens import Tokens

router = APIRouter(include_in_schema=False)
SITES = {"PROLIFIC_PID": "prolific", "participant": "link"}
"""Query parameters by which somebody is known, and the site that they are of."""
PLAIN: Mapping[str, Event] = {"begin": Began(), "back": Back(), "stop": Stopped()}
REMARK = 2000
ID = 64


@dataclass(frozen=True, slots=True)
class Office:
    """Everything the pages need."""

    loaded: Loaded
    ledger: Ledger
    tokens: Tokens
    origins: frozenset[str]


def office_of(request: Request) -> Office:
    found: Office = request.app.state.office
    return found


@router.get("/healthz")
async def healthz() -> Response:
    return HTMLResponse("ok")


@router.get("/")
async def arrive(request: Request) -> Response:
    """To the participant's own link; who comes again by the same id finds their place."""
    office = office_of(request)
    for parameter, site in SITES.items():
        if given := request.query_params.get(parameter, "").strip():
            participant = office.tokens.participant(site, given)
            break
    else:
        participant = office.tokens.stranger()
    return RedirectResponse(f"/p/{office.tokens.link(participant)}", 303)


@router.get("/p/{link}")
async def show(request: Request, link: str) -> Response:
    """Where the participant stands."""
    office = office_of(request)
    participant = office.tokens.opened(link)
    if participant is None:
        return missing()
    await office.ledger.meet(participant, datetime.now(UTC))
    return await _page(office, link, participant)


@router.get("/p/{link}/stop")
async def ask_stop(request: Request, link: str) -> Response:
    """Whether they want to stop; nothing is changed by a link."""
    office = office_of(request)
    return missing() if office.tokens.opened(link) is None else _draw("stop.html", office, link)


@router.post("/p/{link}")
async def act(request: Request, link: str) -> Response:
    """Take what a form says, and show what comes next."""
    office = office_of(request)
    participant = office.tokens.opened(link)
    if participant is None or not came_from(request, office.origins, must_say=False):
        return missing()
    form = {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
    now = datetime.now(UTC)
    await office.ledger.meet(participant, now)
    try:
        event, judgement = await _heard(office, participant, form, now)
        await office.ledger.step(participant, event, now, judgement)
    except StudyError as error:
        return await _page(office, link, participant, form, str(error))
    return RedirectResponse(f"/p/{link}", 303)


async def _heard(
    office: Office, participant: str, form: Mapping[str, str], now: datetime
) -> tuple[Event, Judgement | None]:
    """The event that a form is, and the judgement in it."""
    match form.get("action"):
        case "agree":
            agrees, age = form.get("agree") == "yes", form.get("adult")
            if agrees and age not in ("yes", "no"):
                raise StudyError("say how old you are")
            return Agreed(agrees, age == "yes", office.loaded.study.consent.version, ()), None
        case "skip":
            return Skipped(form.get("item", "")), None
        case "judge":
            judgement = _judgement(office, participant, form)
            return Judged(judgement.item), judgement
        case "survey":
            await office.ledger.remark(participant, clean(form.get("remark", ""))[:REMARK], now)
            known = await office.ledger.known(participant)
            return Surveyed(known is None or attentive(office.loaded, known)), None
        case ("begin" | "back" | "stop") as plain:
            return PLAIN[plain], None
    raise StudyError("this page does not know what to do with that")


def _judgement(office: Office, participant: str, form: Mapping[str, str]) -> Judgement:
    loaded, name = office.loaded, form.get("item", "")
    seconds = office.tokens.seconds(participant, name, form.get("proof", ""))
    if seconds is None:
        raise StudyError("this page is of somebody else: please judge the item that is shown now")
    item = loaded.item(name)
    given = judging.read(loaded, item, judging.order(loaded, participant, item), form)
    return Judgement(form.get("id", "")[:ID] or uuid4().hex, name, given, round(seconds, 1))


async def _page(
    office: Office, link: str, participant: str, form: Mapping[str, str] | None = None, wrong: str = ""
) -> Response:
    known = await office.ledger.known(participant)
    if known is None:
        return missing()
    status = 422 if wrong else 200
    match known.progress.phase:
        case "task":
            return _task(office, link, known, form, wrong)
        case "done":
            outcome = known.progress.outcome or "stopped"
            code = office.loaded.study.codes.get(outcome, "")
            back = office.loaded.study.returns.replace("{code}", code) if code else ""
            return _draw("done.html", office, link, outcome=outcome, code=code, back=back)
        case phase:
            return _draw(f"{phase}.html", office, link, status, wrong=wrong)


def _task(office: Office, link: str, known: Participation, form: Mapping[str, str] | None, wrong: str) -> Response:
    progress, loaded = known.progress, office.loaded
    item = loaded.item(progress.item)
    shown = judging.order(loaded, progress.participant, item)
    before = known.latest.get(item.id)
    held = form if form and form.get("item") == item.id else None
    if held is None:
        held = judging.written(loaded, item, shown, before.given) if before else {}
    return _draw(
        "task.html",
        office,
        link,
        422 if wrong else 200,
        wrong=wrong,
        item=item,
        place=progress.place + 1,
        count=len(progress.items),
        replies=[(LETTERS[at], item.candidates[place].text) for at, place in enumerate(shown)],
        marks=MARKS,
        held=held,
        proof=office.tokens.proof(progress.participant, item.id),
        judgement=uuid4().hex,
    )


def missing() -> Response:
    return HTMLResponse(_environment().get_template("missing.html").render(title="Study", directory=directory()), 404)


def _draw(template: str, office: Office, link: str, status: int = 200, **values: Any) -> Response:
    study = office.loaded.study
    known = {"study": study, "title": study.title, "link": link, "directory": directory(), "wrong": ""}
    response = HTMLResponse(_environment().get_template(template).render({**known, **values}), status)
    response.headers["cache-control"] = "no-store"
    response.headers["referrer-policy"] = "no-referrer"
    return response


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )

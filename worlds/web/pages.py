"""The pages of a study: consent, instructions, items, a last question, and the completion code."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import uuid4

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from bot.errors import StudyError
from bot.frontends.web.security import came_from
from bot.text import clean
from worlds.studies import judging, steps
from worlds.studies.judging import Judgement
from worlds.studies.progress import Agreed, Back, Began, Event, Judged, Progress, Skipped, Stopped, Surveyed
from worlds.studies.quality import attentive, may_support
from worlds.web import ab_turns, mturk, partners
from worlds.web.office import Office, draw, missing
from worlds.web.views import page

SITES = {"PROLIFIC_PID": "prolific", "participant": "link"}
"""Query parameters by which somebody is known, and the site that they are of."""
PLAIN: Mapping[str, Event] = {"begin": Began(), "back": Back(), "stop": Stopped()}
ID = 64


def office_of(request: Request) -> Office:
    found: Office = request.app.state.office
    return found


async def healthz(_: Request) -> Response:
    return HTMLResponse("ok")


async def arrive(request: Request) -> Response:
    """To the participant's own link; who comes again by the same id finds their place."""
    office = office_of(request)
    try:
        turk = mturk.assignment(request.query_params) if office.loaded.study.mturk else None
    except StudyError:
        return missing()
    if turk and turk.is_preview:
        return draw("preview.html", office, "")
    if turk:
        link = office.tokens.link(office.tokens.participant("mturk", turk.worker), turk.id, turk.host)
        return RedirectResponse(f"/p/{link}", 303)
    for parameter, site in SITES.items():
        if given := request.query_params.get(parameter, "").strip():
            participant = office.tokens.participant(site, given)
            break
    else:
        participant = office.tokens.stranger()
    return RedirectResponse(f"/p/{office.tokens.link(participant)}", 303)


async def show(request: Request) -> Response:
    """Where the participant stands."""
    office, link = office_of(request), request.path_params["link"]
    visit = office.tokens.opened(link)
    if visit is None:
        return missing()
    known = await office.ledger.arrive(visit.participant, office.tokens.mark(visit.participant), datetime.now(UTC))
    return draw("erased.html", office, link) if known is None else await page(office, link, visit, known=known)


async def ask_stop(request: Request) -> Response:
    """Whether they want to stop; nothing is changed by a link."""
    office, link = office_of(request), request.path_params["link"]
    return missing() if office.tokens.opened(link) is None else draw("stop.html", office, link)


async def act(request: Request) -> Response:
    """Take what a form says, and show what comes next."""
    office, link = office_of(request), request.path_params["link"]
    visit = office.tokens.opened(link)
    if visit is None or not came_from(request, office.origins, must_say=False):
        return missing()
    participant, now = visit.participant, datetime.now(UTC)
    known = await office.ledger.arrive(participant, office.tokens.mark(participant), now)
    if known is None:
        return draw("erased.html", office, link)
    form = {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
    progress = known.progress
    try:
        if office.company is not None and form.get("action") in partners.ACTIONS:
            if answer := await partners.act(office, office.company, participant, form, now):
                return await page(office, link, visit, answer=answer)
        elif office.two is not None and form.get("action") in ab_turns.ACTIONS:
            await ab_turns.act(office, office.two, participant, form)
        elif form.get("action") == "say":
            await _meet(office, progress, form)
            await _say(office, progress, form)
        else:
            await _meet(office, progress, form)
            event, judgement = await _heard(office, progress, form, now)
            if office.company is not None and isinstance(event, Stopped):
                await partners.leave(office.company, participant, now)
            await office.ledger.step(participant, event, now, judgement)
    except StudyError as error:
        return await page(office, link, visit, form, str(error))
    return RedirectResponse(f"/p/{link}", 303)


async def _meet(office: Office, progress: Progress, form: Mapping[str, str]) -> None:
    """What was tapped about the newest reply of a bot, with whatever comes after it."""
    bot = _item(office, progress, form)
    await steps.meet(office.talks, progress, bot, form.get("reply", ""), form.get("met", ""))


async def _say(office: Office, progress: Progress, form: Mapping[str, str]) -> None:
    text, event = clean(form.get("text", "")), form.get("event", "")[:ID]
    await steps.say(office.ledger, office.talks, progress, text, event)


async def _heard(
    office: Office, progress: Progress, form: Mapping[str, str], now: datetime
) -> tuple[Event, Judgement | None]:
    """The event that a form is, and the judgement in it."""
    participant = progress.participant
    if not office.loaded.study.goes_back and form.get("action") in ("skip", "back"):
        raise StudyError("nothing is left out or gone back to here")
    match form.get("action"):
        case "agree":
            agrees, age = form.get("agree") == "yes", form.get("adult")
            if agrees and age not in ("yes", "no"):
                raise StudyError("say how old you are")
            return Agreed(agrees, age == "yes", office.loaded.study.consent.version, ()), None
        case "skip":
            return Skipped(_item(office, progress, form)), None
        case "judge":
            judgement = _judgement(office, progress, form)
            return Judged(judgement.item, await _enough(office, participant, judgement)), judgement
        case "survey":
            known = await office.ledger.known(participant)
            if known and known.progress.phase == "survey":
                await office.ledger.remark(participant, clean(form.get("remark", ""))[: steps.REMARK], now)
            return Surveyed(known is None or attentive(office.loaded, known)), None
        case ("begin" | "back" | "stop") as plain:
            return PLAIN[plain], None
    raise StudyError("this page does not know what to do with that")


async def _enough(office: Office, participant: str, judgement: Judgement) -> bool:
    """Whether what was judged so far, and this, lets them go on: always, but for who learns to support."""
    if not office.loaded.lessons:
        return True
    known = await office.ledger.known(participant)
    return may_support(office.loaded, [*(known.judgements if known else ()), judgement])


def _item(office: Office, progress: Progress, form: Mapping[str, str]) -> str:
    """The item that a form is about."""
    shown = form.get("item", "")
    return steps.unalias(progress, shown) if office.talks is not None else shown


def _judgement(office: Office, progress: Progress, form: Mapping[str, str]) -> Judgement:
    loaded, participant, name = office.loaded, progress.participant, _item(office, progress, form)
    seconds = office.tokens.seconds(participant, form.get("item", ""), form.get("proof", ""))
    if seconds is None:
        raise StudyError("this page is of somebody else: please judge the item that is shown now")
    item = loaded.item(name)
    given = judging.read(loaded, item, judging.order(loaded, participant, item), form)
    return Judgement(form.get("id", "")[:ID] or uuid4().hex, name, given, round(seconds, 1))


# Starlette's own: what FastAPI adds is of no use to a page, and takes as long as reading what is kept.
ROUTES = (
    Route("/healthz", healthz),
    Route("/", arrive),
    Route("/p/{link}", show),
    Route("/p/{link}", act, methods=["POST"]),
    Route("/p/{link}/stop", ask_stop),
)

"""The pages of a study as they are drawn: where a participant stands, and what is kept of them, made into one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from starlette.responses import Response

from worlds.studies import judging, steps
from worlds.studies.codebook import BESIDE
from worlds.studies.judging import LETTERS, MARKS, Choice
from worlds.studies.ledger import Participation
from worlds.studies.lessons import Lesson
from worlds.studies.pre_chat import ASKED
from worlds.studies.sections import Comparison
from worlds.studies.study import BEFORE
from worlds.studies.talks import Line, Talks
from worlds.studies.wizard_of_oz import WIZARD
from worlds.studies.wording import Answers, between_replies, between_talks
from worlds.web import ab_turns, mturk, partners
from worlds.web.office import Office, draw, missing
from worlds.web.tokens import Visit

Form = Mapping[str, str]


async def page(
    office: Office,
    link: str,
    visit: Visit,
    form: Form | None = None,
    wrong: str = "",
    *,
    answer: str = "",
    known: Participation | None = None,
) -> Response:
    """Where the participant stands, whose `known` is what has just been read of them; `answer` is what a guard has just

    said, which is kept nowhere.
    """
    known = known or await office.ledger.known(visit.participant)
    if known is None:
        return missing()
    status = 422 if wrong else 200
    match known.progress.phase:
        case "task":
            return await _at_task(office, link, known, form, wrong)
        case "done":
            return await _done(office, link, visit, known, answer)
        case phase:
            return draw(f"{phase}.html", office, link, status, wrong=wrong)


async def _at_task(office: Office, link: str, known: Participation, form: Form | None, wrong: str) -> Response:
    if office.talks is not None:
        return await _chat(office, office.talks, link, known, form, wrong=wrong)
    if office.two is not None:
        return await ab_turns.page(office, office.two, link, known, wrong)
    if lesson := office.loaded.lesson(known.progress.item):
        return _lesson(office, link, known, lesson, wrong)
    if office.company is not None:
        return await partners.page(office, office.company, (link, known.progress.participant), form, wrong)
    if office.loaded.study.kind == "annotation":
        return _annotation(office, link, known, form, wrong)
    return _task(office, link, known, form, wrong)


async def _done(office: Office, link: str, visit: Visit, known: Participation, answer: str) -> Response:
    """How it ended, the code for it, and the way back."""
    left = await _left_open(office, known)
    outcome = known.progress.outcome or "stopped"
    code = office.loaded.study.codes.get(outcome, "")
    back = office.loaded.study.returns.replace("{code}", code) if code and not visit.assignment else ""
    return draw(
        "done.html",
        office,
        link,
        outcome=outcome,
        code=code,
        back=back,
        answer=answer or await _held_back(office, known),
        **left,
        debriefs=_debriefs(office, known),
        assignment=visit.assignment,
        submit=mturk.submit_to(visit.submit) if visit.submit else "",
    )


def _task(office: Office, link: str, known: Participation, form: Form | None, wrong: str) -> Response:
    progress, loaded = known.progress, office.loaded
    item = loaded.item(progress.item)
    shown = judging.order(loaded, progress.participant, item)
    before = known.latest.get(item.id)
    held = form if form and form.get("item") == item.id else None
    if held is None:
        held = judging.written(loaded, item, shown, before.given) if before else {}
    laid = [(LETTERS[at], item.candidates[place]) for at, place in enumerate(shown)]
    return draw(
        "acute.html" if loaded.compares(item) else "task.html",
        office,
        link,
        422 if wrong else 200,
        wrong=wrong,
        item=item,
        place=progress.place + 1,
        count=len(progress.items),
        replies=[(letter, one.text) for letter, one in laid],
        talks=[(letter, one.talk) for letter, one in laid],
        asked=_asked(office),
        answers=between_replies(loaded.study),
        marks=MARKS,
        held=held,
        proof=office.tokens.proof(progress.participant, item.id),
        judgement=uuid4().hex,
    )


def _annotation(office: Office, link: str, known: Participation, form: Form | None, wrong: str) -> Response:
    """A dialog, the suggested labels in an order drawn for the annotator, unless it is blind, and all the others."""
    progress, loaded = known.progress, office.loaded
    name = progress.item
    item = loaded.item(name)
    order = () if loaded.blind(item) else judging.order(loaded, progress.participant, item)
    suggested = [item.candidates[place].text for place in order]
    before = known.latest.get(name)
    held = (
        form if form and form.get("item") == name else judging.written(loaded, item, (), before.given) if before else {}
    )
    return draw(
        "annotation.html",
        office,
        link,
        422 if wrong else 200,
        wrong=wrong,
        name=name,
        item=item,
        place=progress.place + 1,
        count=len(progress.items),
        suggested=suggested,
        meanings={label.name: label.text for label in loaded.codebook},
        beside=BESIDE,
        held=held.get("label", ""),
        proof=office.tokens.proof(progress.participant, name),
        judgement=uuid4().hex,
    )


def _lesson(office: Office, link: str, known: Participation, lesson: Lesson, wrong: str) -> Response:
    """What is to be learnt, and above it whether the answer before was right."""
    progress, loaded = known.progress, office.loaded
    item = loaded.item(lesson.name)
    shown = judging.order(loaded, progress.participant, item)
    before = loaded.lesson(progress.items[progress.place - 1]) if progress.place else None
    given = known.latest[before.name].given if before and before.name in known.latest else None
    return draw(
        "lesson.html",
        office,
        link,
        422 if wrong else 200,
        wrong=wrong,
        lesson=lesson,
        before=before if given else None,
        right=before is not None and given == Choice(before.right),
        place=progress.place + 1,
        count=len(loaded.lessons),
        replies=[(LETTERS[at], item.candidates[place].text) for at, place in enumerate(shown)],
        proof=office.tokens.proof(progress.participant, lesson.name),
        judgement=uuid4().hex,
    )


async def _left_open(office: Office, known: Participation) -> dict[str, Any]:
    """The talk that goes on after the study, where danger ended it."""
    progress, held = known.progress, {"lines": list[Line](), "writing": False, "event": uuid4().hex}
    if not progress.interrupted:
        return held
    if office.two is not None:
        return ab_turns.talk(office, await office.two.at(progress.participant), progress.participant)
    if office.talks is not None:
        held["lines"] = await office.talks.lines(progress.item, progress.participant)
    return held


def _debriefs(office: Office, known: Participation) -> bool:
    """Whether they were told that they write with an automated system, where a person plays it."""
    items = known.progress.items
    return office.loaded.study.kind == "wizard_of_oz" and bool(items) and items[-1] != WIZARD


async def _held_back(office: Office, known: Participation) -> str:
    """What a guard said where danger that was told to another participant ended the study."""
    if office.company is None or not known.progress.interrupted:
        return ""
    name = known.progress.participant
    return partners.answered(await office.company.rooms.of(name), name)


def _asked(office: Office) -> list[tuple[Comparison, Answers]]:
    """The questions about two talks, with what may be said to each."""
    study = office.loaded.study
    return [(one, between_talks(study, one)) for one in study.compare]


async def _chat(
    office: Office, talks: Talks, link: str, known: Participation, form: Form | None, *, wrong: str
) -> Response:
    """A talk with the bot whose turn it is, or the questions about both."""
    study = office.loaded.study
    progress, name = known.progress, known.progress.item
    values: dict[str, Any] = {
        "wrong": wrong,
        "item": (shown := steps.alias(progress, name)),
        "held": form or {},
        "proof": office.tokens.proof(progress.participant, shown),
        "judgement": uuid4().hex,
    }
    status = 422 if wrong else 200
    if name == BEFORE:
        return draw("before.html", office, link, status, **values, asked=ASKED)
    if office.loaded.compares(office.loaded.item(name)):
        return draw("compare.html", office, link, status, **values, asked=_asked(office))
    lines = await talks.lines(name, progress.participant)
    left = study.turns - sum(line.own for line in lines)
    count = len(study.bots)
    more = {"lines": lines, "left": left, "event": uuid4().hex, "place": steps.talk_number(progress), "count": count}
    met = await talks.met(name, progress.participant) if study.each_turn else None
    return draw("chat.html", office, link, status, **values, **more, met=met)

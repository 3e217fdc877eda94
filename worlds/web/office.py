"""What all pages of a study need, and how a page is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from starlette.responses import HTMLResponse, Response

from bot.errors import StudyError
from bot.frontends.web.draw import environment
from bot.frontends.web.lines import directory
from worlds.studies.company import Company
from worlds.studies.ledger import Ledger
from worlds.studies.rooms import AnyRooms
from worlds.studies.study import Loaded
from worlds.studies.talks import Talks
from worlds.studies.two_bots import TwoBots
from worlds.web.tokens import Tokens

TEMPLATES = Path(__file__).parent / "templates"
Visited = tuple[str, str]
"""A participant's link, and their name."""
R = TypeVar("R", bound=AnyRooms)


@dataclass(frozen=True, slots=True)
class Office:
    """Everything the pages need; `talks` are those of a chat, `two` the bots of a study by turns, `company` the people

    of a collection.
    """

    loaded: Loaded
    ledger: Ledger
    tokens: Tokens
    origins: frozenset[str]
    talks: Talks | None = None
    company: Company | None = None
    two: TwoBots | None = None


def rooms_of(office: Office, kind: type[R]) -> R:
    """The rooms of a study of one kind. Raises StudyError for a study of another."""
    if office.company is None or not isinstance(office.company.rooms, kind):
        raise StudyError(f"a study of kind {office.loaded.study.kind!r} has no such page")
    return office.company.rooms


def missing() -> Response:
    return HTMLResponse(
        environment(TEMPLATES).get_template("missing.html").render(title="Study", directory=directory()), 404
    )


def draw(template: str, office: Office, link: str, status: int = 200, **values: Any) -> Response:
    study = office.loaded.study
    known = {"study": study, "title": study.title, "link": link, "directory": directory(), "wrong": ""}
    return HTMLResponse(environment(TEMPLATES).get_template(template).render({**known, **values}), status)

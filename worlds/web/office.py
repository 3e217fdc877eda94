"""What all pages of a study need, and how a page is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.responses import HTMLResponse, Response

from bot.frontends.web.draw import environment
from bot.frontends.web.lines import directory
from worlds.studies.company import Company
from worlds.studies.ledger import Ledger
from worlds.studies.study import Loaded
from worlds.studies.talks import Talks
from worlds.web.tokens import Tokens

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class Office:
    """Everything the pages need; `talks` are those of a chat, `company` the people of a collection."""

    loaded: Loaded
    ledger: Ledger
    tokens: Tokens
    origins: frozenset[str]
    talks: Talks | None = None
    company: Company | None = None


def missing() -> Response:
    return HTMLResponse(
        environment(TEMPLATES).get_template("missing.html").render(title="Study", directory=directory()), 404
    )


def draw(template: str, office: Office, link: str, status: int = 200, **values: Any) -> Response:
    study = office.loaded.study
    known = {"study": study, "title": study.title, "link": link, "directory": directory(), "wrong": ""}
    return HTMLResponse(environment(TEMPLATES).get_template(template).render({**known, **values}), status)

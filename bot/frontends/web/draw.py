"""Templates, every value in them escaped."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse

from bot.phrases import say

HERE = Path(__file__).parent
LINK = re.compile(r"https://[^\s<>\"']+[^\s<>\"'.,;:!?)]|\b(?:[a-z0-9-]{1,63}\.){1,6}(?:com|org|net|uk|de|nl)\b")
CALL = re.compile(r"(?<=\bcall |\btext )\d[\d -]{1,18}\d")
COMMAND = re.compile(r"(?<![\w/:.])/(start|help|mood|feedback|country|privacy|export|forget|reset)\b")
"""What the menu's texts name as commands, here a link each."""


def draw(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    return HTMLResponse(environment(HERE / "templates").get_template(template).render(values), status)


@cache
def environment(folder: Path) -> Environment:
    """The templates of a folder: every value escaped, an unknown one an error."""
    made = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["say"] = say
    made.filters.update(linked=linked, coded=coded)
    return made


def linked(text: str) -> Markup:
    """The bot's own text with its addresses, numbers to call and commands as links, everything else escaped.

    `static/log.js` does the same for answers that come while the page is open.
    """
    pieces, place = [Markup()], 0
    every = (found for kind in (LINK, CALL, COMMAND) for found in kind.finditer(text))
    for found in sorted(every, key=lambda found: found.start()):
        if found.start() < place:
            continue  # a command inside an address
        pieces += [escape(text[place : found.start()]), _link(found)]
        place = found.end()
    return Markup("").join([*pieces, escape(text[place:])])


def _link(found: re.Match[str]) -> Markup:
    if found.re is COMMAND:
        return Markup('<a href="/menu/{}">{}</a>').format(found[1], found[0])
    if found.re is CALL:
        scheme = "sms" if found.string[: found.start()].endswith("text ") else "tel"
        return Markup('<a href="{}:{}">{}</a>').format(scheme, re.sub(r"\D", "", found[0]), found[0])
    address = found[0] if found[0].startswith("https://") else f"https://{found[0]}"
    return Markup('<a href="{}" target="_blank" rel="noopener noreferrer">{}</a>').format(address, found[0])


def coded(text: str) -> Markup:
    """Escaped, with what stands between backticks as code, and a line for each paragraph."""
    whole = "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))
    pieces = [
        Markup("<code>{}</code>").format(part) if odd % 2 else escape(part) for odd, part in enumerate(whole.split("`"))
    ]
    return Markup("").join(pieces)

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
LINK = re.compile(r"https://[^\s<>\"']+[^\s<>\"'.,;:!?)]")
COMMAND = re.compile(r"(?<![\w/:.])/(start|help|mood|feedback|country|privacy|export|forget|reset)\b")
"""What the menu's texts name as commands, here a link each."""


def draw(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    return HTMLResponse(_environment().get_template(template).render(values), status)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["say"] = say
    environment.filters["linked"] = linked
    return environment


def linked(text: str) -> Markup:
    """The bot's own text with its addresses and commands as links, everything else escaped."""
    pieces, place = [Markup()], 0
    for found in sorted((*LINK.finditer(text), *COMMAND.finditer(text)), key=lambda found: found.start()):
        if found.start() < place:
            continue  # a command inside an address
        pieces += [escape(text[place : found.start()]), _link(found)]
        place = found.end()
    return Markup("").join([*pieces, escape(text[place:])])


def _link(found: re.Match[str]) -> Markup:
    if found.re is COMMAND:
        return Markup('<a href="/menu/{}">{}</a>').format(found[1], found[0])
    return Markup('<a href="{0}" target="_blank" rel="noopener noreferrer">{0}</a>').format(found[0])

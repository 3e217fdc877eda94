"""Whole pages, drawn for whoever asks; and what is said to a form that is not from one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import Request
from starlette.responses import Response

from bot.frontends.menu import COMMANDS, Page
from bot.frontends.web.draw import draw
from bot.frontends.web.room import Room
from bot.frontends.web.security import Visitor
from bot.phrases import say


def page(room: Room, visitor: Visitor, template: str, status: int = 200, **values: Any) -> Response:
    commands: Sequence[str] = [command.name for command in COMMANDS]
    response = draw(
        template,
        status,
        settings=room.settings,
        token=room.keys.form_token(visitor),
        mark=room.keys.mark(visitor),
        commands=commands,
        **values,
    )
    room.keys.remember(response, visitor)
    return response


def notice(room: Room, visitor: Visitor, text: str, status: int) -> Response:
    return page(room, visitor, "menu.html", status, page=Page(text), name="notice", picture="")


def foreign(room: Room, request: Request, visitor: Visitor, token: str) -> Response | None:
    """An answer for a form that is not from one of our pages, or from one of somebody else's visit."""
    if room.is_ours(request) and not visitor.new and room.keys.is_form_token(visitor, token):
        return None
    why = say("This page was open for too long, or its cookie is gone. Please go back to the talk and try once more.")
    return notice(room, visitor, why, 403)

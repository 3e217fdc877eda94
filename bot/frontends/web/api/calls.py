"""What every call of the JSON API has in common: its token, its person, what it counts as."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Request
from fastapi import Path as InPath
from fastapi.routing import APIRoute
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.responses import Response

from bot.frontends.menu import Page
from bot.frontends.web.admission import TOO_MANY
from bot.frontends.web.room import room_of
from bot.frontends.web.security import Visitor

WRONG = {
    401: {"description": "No token, or none of ours"},
    422: {"description": "The call cannot be read; in words"},
}
MANY: dict[int | str, dict[str, Any]] = {429: {"description": "Too many; in words"}}

_bearer = HTTPBearer(auto_error=False, description="A token made with `attune token add NAME`.")


class Known(APIRoute):
    """Looks at the token before anything else of a call is read: the framework would read the body first."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def known(request: Request) -> Response:
            request.state.token = await _token_of(request)
            return await handle(request)

        return known


async def _token_of(request: Request) -> str:
    """The name of the token that a call carries."""
    credentials = await _bearer(request)
    name = await room_of(request).store.tokens.check(credentials.credentials) if credentials else None
    if name is None:
        raise HTTPException(401, "This needs a token: Authorization: Bearer TOKEN.", {"WWW-Authenticate": "Bearer"})
    return name


async def somebody(
    request: Request,
    _: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
    person: Annotated[
        str,
        InPath(
            pattern="^[A-Za-z0-9._@-]{1,64}$",
            description="Your code for a person: 1 to 64 of the characters A-Z, a-z, 0-9 and `._@-`.",
        ),
    ],
) -> Visitor:
    """The person of a call. The slash keeps them apart from those of other tokens and of the page."""
    return Visitor(f"{request.state.token}/{person}")


Person = Annotated[Visitor, Depends(somebody)]


async def opened(request: Request, who: Visitor, action: str) -> Page:
    """A page of the menu."""
    page = await room_of(request).menu.open(who.conversation_id, action, token=request.state.token)
    if page.refused:
        raise HTTPException(TOO_MANY, page.text)
    return page


def count(request: Request, who: Visitor) -> None:
    """What the menu would count, for a call that does without its pages."""
    limits = room_of(request).limits
    if limits and (refusal := limits.admit_menu(who.person, token=request.state.token)):
        raise HTTPException(TOO_MANY, refusal)

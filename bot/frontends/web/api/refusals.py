"""What a call or a page that came to nothing is told: a status, and words that repeat nothing of it."""

from __future__ import annotations

from starlette.exceptions import HTTPException

from bot.errors import Forgotten, StoreError
from bot.frontends.web.pages import UNUSABLE
from bot.phrases import say


def refusal_of(error: Exception) -> HTTPException:
    """Of an error that ended it."""
    match error:
        case HTTPException():
            return error
        case Forgotten():  # somebody was erased while their message waited; sent once more it would begin a new talk
            return HTTPException(409, "This message was erased before it was answered.")
        case StoreError():  # what can be said without the store is said before it comes to this
            return HTTPException(503, say(UNUSABLE), {"Retry-After": "30"})
        case _:
            return HTTPException(500, "Something broke on this side. Please try again.")

"""What calls of the JSON API take and give, as OpenAPI describes it."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, Field

from bot.dialog import Speaker


class Said(BaseModel):
    """A message of a person."""

    id: str = Field(pattern="^[A-Za-z0-9._-]{1,64}$", description="Yours; the same id is the same message.")
    text: str


class Answered(BaseModel):
    """The bot's answer. At `level` 2 and 3 it is about danger: show it at once, whole and unchanged.

    When `kept` is false, message and answer could not be stored: show it, and send the message again later.
    """

    id: int
    text: str
    level: int = Field(ge=0, le=3, description="0 none, 1 asked about, 2 present, 3 acute danger")
    kept: bool = Field(default=True, description="Whether this is a turn of the talk; `id` is 0 where it is not.")


class Turn(BaseModel):
    """What one of the two said. Words said in danger may read `[not kept]`."""

    speaker: Speaker
    text: str
    at: datetime


class Talk(BaseModel):
    """A conversation, oldest turn first; the newest 400 turns, the export has all."""

    turns: list[Turn]
    level: int


class Mood(BaseModel):
    """How the talk seemed, in tentative words, with a PNG in base64 where there is enough to draw."""

    text: str
    emotion: str | None = None
    intensity: float | None = None
    stage: str | None = None
    picture: str | None = None


class Choice(BaseModel):
    """Whether a person allows something: to keep the talk, to use it for research, to send it to an outside model."""

    given: bool

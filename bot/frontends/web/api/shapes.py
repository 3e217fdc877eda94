"""What calls of the JSON API take and give, as OpenAPI describes it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from bot.dialog import Speaker, SupportStage

ID = "^[A-Za-z0-9._-]{1,64}$"
HEARD = "^[A-Za-z0-9._-]{1,64}(~[0-9]{1,6})?$"
"""An id, or one that was made of it for other words (`bot.frontends.web.api.ids`)."""
OWN = "Yours: 1 to 64 of the characters A-Z, a-z, 0-9 and `._-`."
LEAST, MOST = 1, 5
"""Stars."""


class Said(BaseModel):
    """A message of a person."""

    id: str = Field(pattern=ID, description=f"{OWN} Each message has one of its own.")
    text: str


class Again(BaseModel):
    """A wish for another answer to the same words."""

    id: str = Field(pattern=ID, description=f"{OWN} As of a message; sent again it gets the same answer.")


class Emotion(BaseModel):
    """The feeling that the person's words seem to tell of: a guess."""

    label: str = Field(description="One of the 32 of EmpatheticDialogues.")
    probability: float = Field(ge=0, le=1, description="Of the label, among all 32.")
    intensity: float = Field(ge=1, le=5, description="How strong: 1 barely, 5 very.")


class Understood(BaseModel):
    """What was understood in an exchange, where the person agreed to `understanding`; each may be absent."""

    emotion: Emotion | None = Field(default=None, description="Only with the consent `understanding`.")
    stage: SupportStage | None = Field(default=None, description="Only with the consent `understanding`.")
    strategy: str | None = Field(default=None, description="Of ESConv's eight; only with that consent.")


class Answered(Understood):
    """The bot's answer. At `level` 2 and 3 it is about danger: show it at once, whole and unchanged.

    When `kept` is false, message and answer could not be stored: show it, and send the message again later.
    """

    id: int = Field(description="A number of the answer's own; calls name the message instead, by its id.")
    text: str
    level: int = Field(ge=0, le=3, description="0 none, 1 asked about, 2 present, 3 acute danger")
    kept: bool = Field(default=True, description="Whether this is a turn of the talk; `id` is 0 where it is not.")


class Thumb(BaseModel):
    """An answer was good or was not."""

    model_config = ConfigDict(extra="forbid")
    thumb: Literal["up", "down"]


class Stars(BaseModel):
    """How good an answer was."""

    model_config = ConfigDict(extra="forbid")
    stars: int = Field(ge=LEAST, le=MOST, description="1 not good, 5 very good")


def only_rating(given: Any) -> Any:
    """One error for what is no rating: of a union the framework would list what is wrong with it as each."""
    match given:
        case {"thumb": "up" | "down", **others} if not others:
            return given
        case {"stars": int(stars), **others} if not others and not isinstance(stars, bool):
            if not LEAST <= stars <= MOST:
                raise PydanticCustomError("stars", "stars are {least} to {most}, not {stars}", _range(stars))
            return given
        case _:
            words = 'a rating is {"thumb": "up" or "down"} or {"stars": {least} to {most}}'
            raise PydanticCustomError("rating", words, _range())


def _range(stars: int | None = None) -> dict[str, Any]:
    return {"least": LEAST, "most": MOST, "stars": stars}


Rated = Annotated[Thumb | Stars, BeforeValidator(only_rating)]


class Ratings(BaseModel):
    """What an answer was rated; what is absent was not given."""

    thumb: Literal["up", "down"] | None = None
    stars: int | None = None


class Turn(BaseModel):
    """What one of the two said. Words said in danger may read `[not kept]`."""

    speaker: Speaker
    text: str
    at: datetime
    id: str | None = Field(default=None, description="Of an answer: the id of the message that it answers.")
    rating: Ratings | None = Field(default=None, description="Of an answer that was rated.")


class Talk(BaseModel):
    """A conversation, oldest turn first; the newest 400 turns, the export has all."""

    turns: list[Turn]
    level: int


class Mood(BaseModel):
    """How the talk seemed, in tentative words, with a PNG in base64 where there is enough to draw: for the person.

    `emotion`, `intensity` and `stage` are for the program, with the consent `understanding` alone. What there is not is
    null; in danger that is all but the text.
    """

    text: str
    emotion: str | None = None
    intensity: float | None = None
    stage: str | None = None
    picture: str | None = None


class Choice(BaseModel):
    """Whether a person allows something.

    `keep`: to keep the talk. `research`: to use it for research. `outside`: to send it to an outside model.
    `understanding`: to show the program that brings them here what was understood of them.
    """

    given: bool

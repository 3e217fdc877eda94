"""What a menu is made of: pages with buttons, which the doors only draw."""

from __future__ import annotations

from dataclasses import dataclass

from bot.phrases import mark, say


@dataclass(frozen=True, slots=True)
class Button:
    """`action` is what the menu opens when it is pressed: ASCII, 60 bytes at most."""

    label: str
    action: str


Row = tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """`picture` is a PNG that `alt` tells in words; `file` is a name and its bytes.

    `refused` says that nothing was done, since too much was asked for; `failed`, that it is not done yet.
    """

    text: str
    buttons: tuple[Row, ...] = ()
    picture: bytes | None = None
    alt: str = ""
    file: tuple[str, bytes] | None = None
    refused: bool = False
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """`english` is the summary as it is written down; `summary` is said in the language that is set."""

    name: str
    english: str

    @property
    def summary(self) -> str:
        return say(self.english)


COMMANDS = (
    Command("start", mark("What I am, and what you can choose")),
    Command("help", mark("What I can do")),
    Command("mood", mark("How our talk seemed to me")),
    Command("feedback", mark("Rate my last answer")),
    Command("country", mark("Say which country's crisis lines to show")),
    Command("reset", mark("Erase this talk and start again")),
    Command("undo", mark("Take back your last message and my answer")),
    Command("export", mark("Get a copy of everything that is kept about you")),
    Command("forget", mark("Erase everything that is kept about you")),
    Command("privacy", mark("What is kept, how long, and who can read it")),
    Command("stop", mark("Turn off everything you allowed, and requests for ratings")),
)


def pressed(label: str, action: str) -> Row:
    """A row of one button."""
    return (Button(label, action),)


def paragraphs(*texts: str) -> str:
    """Texts one under the other, empty ones left out."""
    return "\n\n".join(text for text in texts if text)


def hours(count: float) -> str:
    return say("one hour") if count == 1 else say("{count:g} hours", count=count)


def days(count: float) -> str:
    return say("one day") if count == 1 else say("{count:g} days", count=count)

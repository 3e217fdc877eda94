"""A page of the menu where there is nothing to press: as text, its choices as commands, its file in a folder."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

from bot.files import write_new
from bot.frontends.menu.page import Button, Page
from bot.phrases import say


def numbered(page: Page) -> str:
    """The choices of a page, a row a line, each behind its number."""
    numbers = count(1)
    return "\n".join("   ".join(f"[{next(numbers)}] {button.label}" for button in row) for row in page.buttons)


def in_one_line(page: Page) -> str:
    """The page for a program that reads lines: each choice with the command that makes it."""
    choices = " ".join(f"[{button.label}: {as_command(button)}]" for row in page.buttons for button in row)
    return f"{page.text} {choices}".replace("\n\n", " ").strip()


def to_json(text: str, page: Page) -> dict[str, Any]:
    """What `skill`, `choices` and `file` of a turn's object hold where a command was answered."""
    choices = [{"label": button.label, "command": as_command(button)} for row in page.buttons for button in row]
    return {"text": text, "reply": page.text, "skill": "menu", "choices": choices}


def as_command(button: Button) -> str:
    """What to write in the place of pressing a button."""
    return "/" + button.action.replace(":", " ", 1)


def save(name: str, data: bytes, folder: Path) -> str:
    """Write a file for its owner only, under another name where there is one; says where, or why it could not."""
    stem, dot, ending = name.partition(".")
    for number in count(1):
        path = folder / (name if number == 1 else f"{stem}-{number}{dot}{ending}")
        try:
            write_new(path, data)
        except FileExistsError:
            continue
        except OSError as error:
            return say("{file} could not be written: {reason}.", file=path, reason=error.strerror)
        return say("Written for you alone: {file}", file=path)
    raise AssertionError("numbers don't end")

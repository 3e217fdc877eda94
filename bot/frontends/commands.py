"""`/word` at the beginning of a message: a command of the menu, one that there is none of, or talk after all."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from bot.frontends.menu.page import COMMANDS
from bot.phrases import mark, say
from bot.sessions import Sessions

NAMES = frozenset(command.name for command in COMMANDS)
BUTTONS = frozenset({"consent", "felt", "stars", "strong"})
"""What buttons do, to be written as a command where there is nothing to press."""
FEW = 3
"""More words than these behind a word that is no command are talk: "/home is where my children are"."""
UNKNOWN = mark(
    "I don't know /{word}. /help shows what there is. If you meant to tell me something, write it without the slash."
)
IN_MENU = mark("/{word} has a page of its own here: choose it in the menu, or write it alone.")
NO_MENU = mark(
    "There is no /{word} here, as this program has no commands in the talk. If you meant to tell me something, write "
    "it without the slash."
)


class Command(NamedTuple):
    """`name` is in small letters, `words` are what was written after it."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Declined:
    """What is said to a command that a door can't follow. It is no turn."""

    line: str


def command(text: str, known: Collection[str] = NAMES) -> Command | None:
    """The command that a message asks for, whether it is `known` or not; None for talk.

    A slash, then two letters or more ("/s" is a sign of tone), alone or with words behind it: any number behind what is
    known, a FEW behind what is not. `@name`, by which chats name a bot, is left out.
    """
    first, _, words = text.strip().partition("\n")[0].partition(" ")
    name, words = first[1:].partition("@")[0].lower(), text.strip()[len(first) :].strip()
    if not first.startswith("/") or len(name) < 2 or not name.isalpha():
        return None
    return Command(name, words) if name in known or len(words.split()) <= FEW else None


async def read(
    sessions: Sessions, conversation_id: str, text: str, known: Collection[str] = NAMES, unknown: str = UNKNOWN
) -> Command | Declined | str:
    """What a message is: a `known` command to be followed, the line that declines another, or words to be answered.

    A command with danger in it, or one that there is none of while danger stands, is answered like any words, without
    its slash, behind which the guard could miss a word.
    """
    asked = command(text, known)
    if asked is None:
        return text
    is_known = asked.name in known
    if is_known and not asked.words:
        return asked
    plain = spoken(text)
    if await sessions.endangered(conversation_id, plain, level=1, by_itself=is_known):
        return plain
    return asked if is_known else Declined(say(unknown, word=asked.name))


def spoken(text: str) -> str:
    """A message without the slash before it."""
    return text.strip().removeprefix("/")

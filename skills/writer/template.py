"""Prompt template: the brief and the persona card as words, by Jinja2 in its sandbox; then the talk, as messages.

A template sees `brief`, `card` and `words` (the longest reply) and reaches nothing else: no file, no attribute that
begins with an underscore, no change to what it is given. What a person said is a value in it and never a template.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bot.config import CONFIGS
from bot.dialog import Turn
from bot.distribution import install_line
from bot.errors import ConfigError, MissingPackage
from skills.writer.brief import DEFINITIONS, Brief
from skills.writer.card import Card
from skills.writer.exchanges import Exchange

if TYPE_CHECKING:
    from jinja2 import Template as Compiled

SHIPPED = CONFIGS / "prompts/supporter.j2"
Role = Literal["system", "user", "assistant"]
BYTES = 3
"""Bytes of UTF-8 a token, at least: English has four or more, and other scripts have about so many."""
AROUND = 4
"""Tokens that a message costs beside its words."""
LEAST = 64
"""Tokens that a last message has in any case."""
EXAMPLE = Brief(
    ("anxious", "sad"), ("angry",), 4.0, "rising", "lost my job", "job crisis", "support", "exploration",
    tuple(DEFINITIONS.items()), True, True, ("has job: no",), ("Take a walk.",),
    (Exchange("it began again", "Question", "Since when?"),),
)  # fmt: skip
"""A brief with everything in it, by which a template is tried when the bot is made."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt, as the protocol has them."""

    role: Role
    content: str

    @property
    def tokens(self) -> int:
        return tokens(self.content) + AROUND


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked. `left_out` counts the oldest messages of the talk that there was no room for; `cut`: the last

    message lacks its beginning.
    """

    messages: tuple[Message, ...]
    left_out: int = 0
    cut: bool = False

    @property
    def tokens(self) -> int:
        """At most so many, by an estimate that is rather too high."""
        return sum(message.tokens for message in self.messages)

    @property
    def note(self) -> str:
        """What had no room, for the trace; empty where all had."""
        left = f"{self.left_out} oldest messages left out" if self.left_out else ""
        return ", ".join(filter(None, (left, "the last message cut" if self.cut else "")))


class Template:
    """A template file, compiled. ConfigError names the file, the line and what is wrong with it.

    `own` are its texts between what is filled in.
    """

    def __init__(self, path: Path = SHIPPED) -> None:
        self.path = path
        self._compiled, self.own = _compiled(path)
        self.render(EXAMPLE, Card(), 60)

    def render(self, brief: Brief, card: Card, words: int) -> str:
        from jinja2 import TemplateError

        try:
            return self._compiled.render(brief=brief, card=card, words=words).strip()
        except (TemplateError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise ConfigError(f"{self.path}: cannot be filled in: {type(error).__name__}: {error}") from None


def prompt(guidance: str, talk: Sequence[Turn], room: int) -> Prompt:
    """The guidance and the newest messages of a talk, in at most `room` tokens; the oldest are left out first.

    ConfigError where the guidance alone leaves no room for the last message.
    """
    system, said = Message("system", guidance), merged(talk)
    left = room - system.tokens
    kept: list[Message] = []
    for message in reversed(said):
        if message.tokens > left:
            break
        kept.append(message)
        left -= message.tokens
    if left < LEAST and not kept:
        raise ConfigError(f"the guidance takes {system.tokens} of {room} tokens: set `context` higher")
    if not said:
        return Prompt((system,))
    if not kept:
        return Prompt((system, _end(said[-1], left)), len(said) - 1, cut=True)
    while kept[-1].role != "user":  # many servers' chat templates want the person first
        kept.pop()
    return Prompt((system, *reversed(kept)), len(said) - len(kept))


def merged(talk: Sequence[Turn]) -> list[Message]:
    """The turns as messages that alternate, as many servers' chat templates want them."""
    return [
        Message("user" if speaker == "user" else "assistant", "\n".join(turn.text for turn in turns))
        for speaker, turns in groupby(talk, key=lambda turn: turn.speaker)
    ]


def tokens(text: str) -> int:
    """At most so many, whatever the model's tokenizer is: an estimate."""
    return ceil(len(text.encode("utf8", "replace")) / BYTES)


def _end(message: Message, room: int) -> Message:
    """A message's end, which fits."""
    end = message.content.encode("utf8", "replace")[-BYTES * (room - AROUND) :].decode("utf8", "ignore")
    return Message(message.role, end)


def _compiled(path: Path) -> tuple[Compiled, tuple[str, ...]]:
    try:
        from jinja2 import StrictUndefined, TemplateSyntaxError
        from jinja2.sandbox import ImmutableSandboxedEnvironment
    except ImportError:
        raise MissingPackage(f"Jinja2 is not installed: {install_line('openai')}") from None
    room = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True
    )
    try:
        source = path.read_text(encoding="utf8")
        return room.from_string(source), tuple(text for _, kind, text in room.lex(source) if kind == "data")
    except TemplateSyntaxError as error:
        raise ConfigError(f"{path}:{error.lineno}: {error.message}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {type(error).__name__}") from None

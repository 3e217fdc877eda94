"""Factories of the things a bot file can `use`: the decorators that mark them, and what each promises.

A factory's keyword-only, typed signature is the schema of its settings:

    @skill("echo", reads=(EmotionState,))
    def echo(*, loud: bool = False) -> Skill: ...

A parameter before these that is called `encoder` is no setting: it is given the bot's encoder, or None where the bot
file names none.

What sends words to another program says so (`sends`, see `bot.sends`); a responder says it also when it sends nothing.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from bot.sends import UNSAID, Sends, declared

Kind = Literal["skill", "encoder", "guard", "writer", "responder"]
KINDS: tuple[Kind, ...] = ("skill", "encoder", "guard", "writer", "responder")
F = TypeVar("F", bound=Callable[..., Any])
ENCODER = "encoder"
"""The parameter of a factory that is given the bot's encoder."""


@dataclass(frozen=True, slots=True)
class Spec:
    """A factory and what it promises. `sends` is None where what is said stays inside."""

    kind: Kind
    name: str
    factory: Callable[..., Any]
    reads: tuple[type, ...] = ()
    writes: tuple[type, ...] = ()
    sends: Sends | None = None

    @property
    def takes(self) -> Mapping[str, inspect.Parameter]:
        """The settings: what the factory takes beside the encoder."""
        found = inspect.signature(self.factory).parameters
        return {name: each for name, each in found.items() if not (self.reads_encoder and name == ENCODER)}

    @property
    def reads_encoder(self) -> bool:
        """Whether the factory is to be given the bot's encoder."""
        given = inspect.signature(self.factory).parameters.get(ENCODER)
        return given is not None and given.kind is not given.KEYWORD_ONLY


def _decorator(kind: Kind) -> Callable[..., Callable[[F], F]]:
    def named(
        name: str,
        *,
        reads: tuple[type, ...] = (),
        writes: tuple[type, ...] = (),
        sends: Sends | None = UNSAID,
    ) -> Callable[[F], F]:
        def mark(factory: F) -> F:
            spec = Spec(kind, name, factory, reads, writes, declared(kind, name, factory, sends))
            factory.__attune__ = spec  # type: ignore[attr-defined]
            return factory

        return mark

    return named


skill = _decorator("skill")
encoder = _decorator("encoder")
guard = _decorator("guard")
writer = _decorator("writer")
responder = _decorator("responder")

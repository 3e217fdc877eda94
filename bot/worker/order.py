"""What an engine's process is told to make: the parts of a bot file that are the engine's, as they were read."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.config import Config, Use
from bot.logs import Style

UseFields = tuple[str, dict[str, Any], str]


class Order(msgspec.Struct, frozen=True):
    """A process that is started again makes the bot that was there, though the file may say something else by now.

    One that only `writes` makes the writer and what it reads, and no skill.
    """

    path: str
    name: str
    skills: tuple[UseFields, ...]
    encoder: UseFields | None
    guard: UseFields | None
    guard_off: str
    writer: UseFields | None
    seed: int
    keep_crisis_text: bool
    turn_limit: float
    log: Style
    writes: bool = False

    @property
    def mark(self) -> str:
        """Tells orders of different bots apart, however they log."""
        return sha256(msgspec.msgpack.encode(replace(self, log="plain"))).hexdigest()[:16]

    def config(self) -> Config:
        path = Path(self.path)
        return Config(
            path=path,
            beside=path.parent,
            name=self.name,
            skills=tuple(Use(*use) for use in self.skills),
            encoder=Use(*self.encoder) if self.encoder else None,
            guard=Use(*self.guard) if self.guard else None,
            guard_off=self.guard_off,
            writer=Use(*self.writer) if self.writer else None,
            seed=self.seed,
            keep_crisis_text=self.keep_crisis_text,
            turn_limit=self.turn_limit,
        )


def order(config: Config, log: Style, *, writes: bool = False) -> Order:
    """The order to make the engine of `config`, or only its writer, and to log in that style."""
    return Order(
        str(config.path),
        config.name,
        tuple(map(_fields, config.skills)),
        _fields(config.encoder) if config.encoder else None,
        _fields(config.guard) if config.guard else None,
        config.guard_off,
        _fields(config.writer) if config.writer else None,
        config.seed,
        config.keep_crisis_text,
        config.turn_limit,
        log,
        writes,
    )


def _fields(use: Use) -> UseFields:
    return use.use, use.settings, use.where

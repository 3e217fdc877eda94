"""Which two bots a study compares, checked before anybody is asked anything."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from bot.config import Config
from bot.consent import outsiders
from bot.engine import Engine
from bot.errors import StudyError
from worlds.judgement import Opening


def pair(left: Config, right: Config, seed: int) -> Opening:
    """The study of two bot files. StudyError when they are one bot, or wait for what a study doesn't wait for."""
    if left.path == right.path or _parts(left) == _parts(right):
        raise StudyError(f"{left.path} and {right.path} are the same bot: nothing can be learnt from comparing them")
    for config in (left, right):
        if config.responders:
            raise StudyError(f"{config.path}: a study can't wait for slow responders: take them out of the bot file")
    key = b"\0".join((left.path.read_bytes(), right.path.read_bytes(), str(seed).encode()))
    names = (left.name, right.name) if left.name != right.name else (f"{left.name} (left)", f"{right.name} (right)")
    return Opening(hashlib.sha256(key).hexdigest()[:12], seed, *names)


def check_inside(configs: Sequence[Config], engines: Sequence[Engine]) -> None:
    """StudyError for a bot that sends words elsewhere: a study asks nobody for that, so a part would be silent."""
    for config, engine in zip(configs, engines, strict=True):
        if sent := "; ".join(map(str, outsiders(engine.recipients))):
            raise StudyError(f"{config.path}: a study sends nothing elsewhere: take this out of the bot file: {sent}")


def check_person(name: str) -> None:
    """StudyError for a name that cannot stand in a conversation's id."""
    if not name.strip() or ":" in name or not name.isprintable():
        raise StudyError(f"a person's name is not empty, has no colon and can be printed, not {name!r}")


def _parts(config: Config) -> tuple[object, ...]:
    """What makes a bot differ from another; skills in files beside it count by their place."""
    uses = tuple(use for use in (config.encoder, config.guard, *config.skills) if use)
    beside = config.beside if any(".py:" in use.use for use in uses) else None
    return [(use.use, use.settings) for use in uses], config.seed, beside

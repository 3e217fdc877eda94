"""Config -> Engine, and what `attune check` says of a bot file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from traceback import extract_tb
from types import MappingProxyType
from typing import Any

from bot.config import Config, Use, settings
from bot.config.uses import defaults
from bot.consent import SendingResponder, SendingSkill
from bot.engine import Engine
from bot.errors import BotError, SkillError
from bot.registry import Encoder, Kind, Named, Spec, find
from bot.sends import Recipient, recipients

METHODS: Mapping[Kind, tuple[str, ...]] = MappingProxyType(
    {
        "skill": ("__call__",),
        "encoder": ("encode",),
        "guard": ("watch", "refuse"),
        "writer": ("write",),
        "responder": ("propose",),
    }
)
"""What is asked of that which a factory makes."""


def build(config: Config) -> Engine:
    """Find and make every part of a bot file, with the files it reads. Raises ConfigError, SkillError or WeightsError,

    never half-built.
    """
    specs = [(use, find(use.use, "skill", config.beside)) for use in config.skills]
    specs = [(_lawful(use, spec, config), spec) for use, spec in specs]
    engine = build_guard(config)
    made = ((spec.name, _sending(SendingSkill, spec, use, config, engine.encoder)) for use, spec in specs)
    return replace(engine, skills=tuple(made), writer=_one(config.writer, "writer", config, engine.encoder))


def build_guard(config: Config) -> Engine:
    """An engine with the bot file's guard, encoder and settings, and nothing that makes replies: it judges them."""
    encoder = _one(config.encoder, "encoder", config)
    guard = _one(config.guard, "guard", config, encoder)
    return Engine(
        skills=(),
        guard=guard,
        encoder=encoder,
        seed=config.seed,
        keep_crisis_text=config.keep_crisis_text,
        name=config.name,
    )


def build_writer(config: Config) -> Engine:
    """An engine that only writes: the bot file's writer with its encoder. Guard and skills are found, not made:

    only their parts are known.
    """
    for use in config.skills:
        find(use.use, "skill", config.beside)
    if config.guard:
        find(config.guard.use, "guard", config.beside)
    encoder = _one(config.encoder, "encoder", config)
    return Engine(skills=(), encoder=encoder, name=config.name, writer=_one(config.writer, "writer", config, encoder))


def responders(config: Config) -> tuple[Named, ...]:
    """The slow responders of a bot file, by the names that they have there."""
    found = [(use, find(use.use, "responder", config.beside)) for use in config.responders]
    return tuple((use.use, _sending(SendingResponder, spec, use, config, None)) for use, spec in found)


def raised(error: Exception) -> str:
    """An error's kind and the line that raised it: `KeyError at breathe.py:14`. Its words may hold a setting's value,

    so they are for who asks at a terminal, and not for a log.
    """
    last = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"


def _lawful(use: Use, spec: Spec, config: Config) -> Use:
    """A part that takes `regions` follows the law of those that the bot file names, where it names none itself."""
    if "regions" not in spec.takes or not config.law.regions or use.settings.get("regions"):
        return use
    return replace(use, settings=use.settings | {"regions": list(config.law.regions)})


def _one(use: Use | None, kind: Kind, config: Config, encoder: Encoder | None = None) -> Any:
    return _make(find(use.use, kind, config.beside), use, config, encoder) if use else None


def _make(spec: Spec, use: Use, config: Config, encoder: Encoder | None) -> Any:
    """What the factory makes. Raises SkillError with the place and the reason where that fails or is of no use."""
    given = settings(spec, use, config.path)
    where = f"{config.path}: {use.where}: {use.use!r}"
    try:
        made = spec.factory(encoder, **given) if spec.reads_encoder else spec.factory(**given)
    except BotError:
        raise
    except Exception as error:
        raise SkillError(f"{where} cannot be made: {raised(error)}") from error
    lacking = [name for name in METHODS[spec.kind] if not callable(getattr(made, name, None))]
    if lacking:
        what = "nothing (is its `return` missing?)" if made is None else f"a value of type {type(made).__name__}"
        raise SkillError(f"{where} makes {what}; of kind {spec.kind}, it needs {', '.join(lacking)}")
    return made


def _sending(
    kind: Callable[[Any, tuple[Recipient, ...]], Any], spec: Spec, use: Use, config: Config, encoder: Encoder | None
) -> Any:
    """A part with those it sends to; the part alone where it declares that it sends nothing."""
    given = defaults(spec) | settings(spec, use, config.path)
    to = recipients(use.use, spec.sends, given)
    made = _make(spec, use, config, encoder)
    return kind(made, to) if to else made

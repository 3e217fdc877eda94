"""Config -> Engine, and what `attune check` says of a bot file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from traceback import extract_tb
from types import MappingProxyType
from typing import Any

from bot.config import Config, Use, settings
from bot.course import Corrections, Course
from bot.dialog import Conversation, PastStrategies, SelfReport, TurnView
from bot.engine import Engine
from bot.errors import BotError, SkillError
from bot.registry import EncoderGuard, Kind, Responder, Skill, Spec, find

KEPT_FOR_ALL: frozenset[type] = frozenset({PastStrategies, SelfReport, Course, Corrections})
"""What the engine and the doors write, whatever the bot file names."""
METHODS: Mapping[Kind, tuple[str, ...]] = MappingProxyType(
    {"skill": ("__call__",), "encoder": ("encode",), "guard": ("watch", "refuse"), "responder": ("propose",)}
)
"""What is asked of that which a factory makes."""
FIRST_WORDS = "I lost my job yesterday, and I keep thinking that it was my fault."
"""What a bot is told on trial."""


def build(config: Config) -> Engine:
    """Find and make every part of a bot file, with the files it reads. Raises ConfigError, SkillError or WeightsError,

    never half-built.
    """
    specs = [(use, find(use.use, "skill", config.beside)) for use in config.skills]
    engine = build_guard(config)
    return replace(engine, skills=tuple((spec.name, _make(spec, use, config)) for use, spec in specs))


def build_guard(config: Config) -> Engine:
    """An engine with the bot file's guard, encoder and settings, and no skill: it judges replies and makes none."""
    encoder, guard = _one(config.encoder, "encoder", config), _one(config.guard, "guard", config)
    if encoder is not None and isinstance(guard, EncoderGuard):
        guard = guard.with_encoder(encoder)
    return Engine(
        skills=(),
        guard=guard,
        encoder=encoder,
        seed=config.seed,
        keep_crisis_text=config.keep_crisis_text,
        name=config.name,
    )


def responders(config: Config) -> tuple[tuple[str, Responder], ...]:
    """The slow responders of a bot file, by name."""
    found = [(use, find(use.use, "responder", config.beside)) for use in config.responders]
    return tuple((spec.name, _make(spec, use, config)) for use, spec in found)


def warnings(config: Config) -> list[str]:
    """What would go unnoticed at run time: parts read before they are written, a guard that is off, no proposals."""
    found: list[str] = []
    guard = find(config.guard.use, "guard", config.beside) if config.guard else None
    written = KEPT_FOR_ALL | set(guard.writes if guard else ())
    for use in config.skills:
        spec = find(use.use, "skill", config.beside)
        settings(spec, use, config.path)
        found += [
            f"{use.where}: {spec.name} reads {kind.__name__}, but nothing before it writes it"
            for kind in spec.reads
            if kind not in written and not _own(spec, kind)
        ]
        written |= set(spec.writes)
    if config.guard is None:
        found.append(f"the safety guard is off: {config.guard_off}")
    if not config.skills and not config.responders:
        found.append("no skill and no responder: every answer would be a fixed safe reply")
    return found


def trial(config: Config, engine: Engine) -> list[str]:
    """What fails over a first message, with the reason: at run time it would be dropped, turn after turn."""
    pending = engine.understand([(Conversation("check:1::me"), FIRST_WORDS)], datetime.now(UTC))[0]
    skills = dict(engine.skills)
    places = {name: f"{use.where}: " for use, (name, _) in zip(config.skills, engine.skills, strict=True)}
    return [
        f"{places.get(name, '')}{name} fails over a first message: {_reason(skills.get(name), pending.view) or kind}"
        for name, kind in pending.trace.dropped
    ]


def _reason(skill: Skill | None, turn: TurnView) -> str:
    """What a skill says when it fails; the trace names no more than the kind of error, as a message may hold words."""
    try:
        if skill:
            turn.knowing(*skill(turn).learnt)
    except BotError as error:
        return str(error)
    except Exception as error:
        return f"{_raised(error)}: {error}"
    return ""


def _raised(error: Exception) -> str:
    """An error's kind and the line that raised it: `KeyError at breathe.py:14`. Its words may hold a setting's value,

    so they are for who asks at a terminal, and not for a log.
    """
    last = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"


def _own(spec: Spec, kind: type) -> bool:
    """Whether a part is the skill's own: what it wrote in the turn before is there for it to read.

    It writes the part, and the part's class comes from the same package or file. A part of others that it only
    changes (`intensity` and EmotionState) still needs somebody before it.
    """
    return kind in spec.writes and _home(kind) == _home(spec.factory)


def _home(thing: Any) -> str:
    return str(thing.__module__).partition(".")[0]


def _one(use: Use | None, kind: Kind, config: Config) -> Any:
    return _make(find(use.use, kind, config.beside), use, config) if use else None


def _make(spec: Spec, use: Use, config: Config) -> Any:
    """What the factory makes. Raises SkillError with the place and the reason where that fails or is of no use."""
    given = settings(spec, use, config.path)
    where = f"{config.path}: {use.where}: {use.use!r}"
    try:
        made = spec.factory(**given)
    except BotError:
        raise
    except Exception as error:
        raise SkillError(f"{where} cannot be made: {_raised(error)}") from error
    lacking = [name for name in METHODS[spec.kind] if not callable(getattr(made, name, None))]
    if lacking:
        what = "nothing (is its `return` missing?)" if made is None else f"a value of type {type(made).__name__}"
        raise SkillError(f"{where} makes {what}; of kind {spec.kind}, it needs {', '.join(lacking)}")
    return made

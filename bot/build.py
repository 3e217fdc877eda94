"""Config -> Engine, and what `attune check` says of a bot file."""

from __future__ import annotations

from typing import Any

from bot.config import Config, Use, settings
from bot.dialog import PastStrategies, SelfReport
from bot.engine import Engine
from bot.registry import EncoderGuard, Kind, Responder, Spec, find


def build(config: Config) -> Engine:
    """Find and make every part of a bot file, with the files it reads. Raises ConfigError, SkillError or WeightsError,

    never half-built.
    """
    specs = [(use, find(use.use, "skill", config.beside)) for use in config.skills]
    encoder, guard = _one(config.encoder, "encoder", config), _one(config.guard, "guard", config)
    if encoder is not None and isinstance(guard, EncoderGuard):
        guard = guard.with_encoder(encoder)
    return Engine(
        skills=tuple((spec.name, _make(spec, use, config)) for use, spec in specs),
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
    written: set[type] = {PastStrategies, SelfReport}  # the engine keeps the one, the doors the other
    for use in config.skills:
        spec = find(use.use, "skill", config.beside)
        settings(spec, use, config.path)
        found += [
            f"{use.where}: {spec.name} reads {kind.__name__}, but nothing before it writes it"
            for kind in spec.reads
            if kind not in written
        ]
        written |= set(spec.writes)
    if config.guard is None:
        found.append(f"the safety guard is off: {config.guard_off}")
    if not config.skills and not config.responders:
        found.append("no skill and no responder: every answer would be a fixed safe reply")
    return found


def _one(use: Use | None, kind: Kind, config: Config) -> Any:
    return _make(find(use.use, kind, config.beside), use, config) if use else None


def _make(spec: Spec, use: Use, config: Config) -> Any:
    return spec.factory(**settings(spec, use, config.path))

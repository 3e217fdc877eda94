"""Config -> Engine, and what `attune check` says of a bot file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bot.config import Config, Use, settings
from bot.config.uses import defaults
from bot.consent import SendingResponder, SendingSkill
from bot.dialog import PastStrategies, SelfReport
from bot.engine import Engine
from bot.registry import EncoderGuard, Kind, Named, Spec, find
from bot.sends import Recipient, located, recipients


def build(config: Config) -> Engine:
    """Find and make every part of a bot file, with the files it reads. Raises ConfigError, SkillError or WeightsError,

    never half-built.
    """
    skills = [(use, find(use.use, "skill", config.beside)) for use in config.skills]
    encoder, guard = _one(config.encoder, "encoder", config), _one(config.guard, "guard", config)
    if encoder is not None and isinstance(guard, EncoderGuard):
        guard = guard.with_encoder(encoder)
    return Engine(
        skills=tuple((spec.name, _sending(SendingSkill, spec, use, config)) for use, spec in skills),
        guard=guard,
        encoder=encoder,
        seed=config.seed,
        keep_crisis_text=config.keep_crisis_text,
        name=config.name,
    )


def responders(config: Config) -> tuple[Named, ...]:
    """The slow responders of a bot file, by the names that they have there."""
    found = [(use, find(use.use, "responder", config.beside)) for use in config.responders]
    return tuple((use.use, _sending(SendingResponder, spec, use, config)) for use, spec in found)


def warnings(config: Config) -> list[str]:
    """What would go unnoticed at run time.

    Parts read before they are written, addresses nothing is declared to be sent to, a guard that is off, no proposals.
    """
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
    found += [f"{where}: {address}" for where, address in _unsaid(config)]
    if config.guard is None:
        found.append(f"the safety guard is off: {config.guard_off}")
    if not config.skills and not config.responders:
        found.append("no skill and no responder: every answer would be a fixed safe reply")
    return found


def _unsaid(config: Config) -> Iterator[tuple[str, str]]:
    """Settings that look like the address of a service outside, of parts that do not declare that they send there."""
    parts: list[tuple[Kind, Use | None]] = [("encoder", config.encoder), ("guard", config.guard)]
    parts += [("skill", use) for use in config.skills] + [("responder", use) for use in config.responders]
    for kind, use in parts:
        if use is None:
            continue
        spec = find(use.use, kind, config.beside)
        declared = spec.sends.settings if spec.sends else ()
        for name, value in (defaults(spec) | settings(spec, use, config.path)).items():
            host, outside = located(value)
            if outside and isinstance(value, str) and "://" in value and name not in declared:
                yield f"{use.where}.{name}", f"{host} is not this machine, and nothing is declared to be sent there"


def _one(use: Use | None, kind: Kind, config: Config) -> Any:
    return _make(find(use.use, kind, config.beside), use, config) if use else None


def _make(spec: Spec, use: Use, config: Config) -> Any:
    return spec.factory(**settings(spec, use, config.path))


def _sending(kind: Callable[[Any, tuple[Recipient, ...]], Any], spec: Spec, use: Use, config: Config) -> Any:
    """A part with those it sends to; the part alone where it declares that it sends nothing."""
    given = defaults(spec) | settings(spec, use, config.path)
    to = recipients(use.use, spec.sends, given)
    made = _make(spec, use, config)
    return kind(made, to) if to else made

"""What `attune check` says of a bot file beside its errors: what would go unnoticed at run time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from bot.build import raised
from bot.config import Config, Use, settings
from bot.config.uses import defaults
from bot.course import Corrections, Course
from bot.dialog import Conversation, PastStrategies, SelfReport, TurnView
from bot.engine import Engine
from bot.errors import BotError
from bot.registry import Kind, Skill, Spec, find
from bot.sends import located

KEPT_FOR_ALL: frozenset[type] = frozenset({PastStrategies, SelfReport, Course, Corrections})
"""What the engine and the doors write, whatever the bot file names."""
FIRST_WORDS = "I lost my job yesterday, and I keep thinking that it was my fault."
"""What a bot is told on trial."""


def warnings(config: Config) -> list[str]:
    """What would go unnoticed at run time.

    Parts read before they are written, addresses nothing is declared to be sent to, a guard that is off, no proposals,
    a law that nothing follows.
    """
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
    found += [f"{where}: {address}" for where, address in _unsaid(config)]
    if config.guard is None:
        found.append(f"the safety guard is off: {config.guard_off}")
    found += _unlawful(config)
    if not config.skills and not config.responders:
        found.append("no skill and no responder: every answer would be a fixed safe reply")
    return found


def _unlawful(config: Config) -> Iterator[str]:
    """What the regions of [law] ask and nothing in the bot file does."""
    if not config.law.regions:
        return
    if not any("regions" in find(use.use, "skill", config.beside).takes for use in config.skills):
        yield "[law]: nothing says again that this is a program; `persona` among the skills does"
    if config.guard is None:
        yield "[law]: nothing listens for danger, which most of these regions ask for"


def _unsaid(config: Config) -> Iterator[tuple[str, str]]:
    """Settings that look like the address of a service outside, of parts that do not declare that they send there."""
    parts: list[tuple[Kind, Use | None]] = [("encoder", config.encoder), ("guard", config.guard)]
    parts += [("skill", use) for use in config.skills] + [("writer", config.writer)]
    parts += [("responder", use) for use in config.responders]
    for kind, use in parts:
        if use is None:
            continue
        spec = find(use.use, kind, config.beside)
        declared = spec.sends.settings if spec.sends else ()
        for name, value in (defaults(spec) | settings(spec, use, config.path)).items():
            host, outside = located(value)
            if outside and isinstance(value, str) and "://" in value and name not in declared:
                yield f"{use.where}.{name}", f"{host} is not this machine, and nothing is declared to be sent there"


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
        return f"{raised(error)}: {error}"
    return ""


def _own(spec: Spec, kind: type) -> bool:
    """Whether a part is the skill's own: what it wrote in the turn before is there for it to read.

    It writes the part, and the part's class comes from the same package or file. A part of others that it only
    changes (`intensity` and EmotionState) still needs somebody before it.
    """
    return kind in spec.writes and _home(kind) == _home(spec.factory)


def _home(thing: Any) -> str:
    return str(thing.__module__).partition(".")[0]

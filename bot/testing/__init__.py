"""Stand-ins that enter by the same doors as the real ones, and whole bots: for our tests and for authors of skills."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.testing.scripted import FakeClock, FixedEncoder, ScriptedSkill
    from bot.testing.talks import bot_of, talk

__all__ = ["FakeClock", "FixedEncoder", "ScriptedSkill", "bot_of", "talk"]
MODULES = {name: "talks" if name in ("bot_of", "talk") else "scripted" for name in __all__}


def __getattr__(name: str) -> object:
    # Loaded when asked for: `attune --help` passes here on its way to `attune load`, and needs no numpy.
    if name in MODULES:
        return getattr(import_module(f"bot.testing.{MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

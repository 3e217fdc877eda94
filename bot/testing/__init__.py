"""Stand-ins that enter by the same doors as the real ones: for our tests and for authors of skills."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.testing.scripted import FakeClock, FixedEncoder, ScriptedSkill

__all__ = ["FakeClock", "FixedEncoder", "ScriptedSkill"]


def __getattr__(name: str) -> object:
    # Loaded when asked for: `attune --help` passes here on its way to `attune load`, and needs no numpy.
    if name in __all__:
        return getattr(import_module("bot.testing.scripted"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Stand-ins that enter by the same doors as the real ones: for our tests and for authors of skills."""

from bot.testing.scripted import FakeClock, FixedEncoder, ScriptedSkill

__all__ = ["FakeClock", "FixedEncoder", "ScriptedSkill"]

"""Skills that installed packages bring, by the entry-point group `attune.skills`: a name, and what to import for it."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from bot.errors import SkillError

GROUP = "attune.skills"


def offered() -> dict[str, EntryPoint]:
    """What a bot file can `use`, by name and sorted; where two packages offer one name, the one found first."""
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, point)
    return dict(sorted(found.items()))


def package(point: EntryPoint) -> str:
    """The distribution that brings it, with its version: "kind-words 1.2"."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown package"


def load(point: EntryPoint) -> object:
    """What it names, imported now. Raises SkillError with the reason: a stranger's module may do anything."""
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}"
        raise SkillError(f"{point.name!r} of {package(point)} ({point.value}) cannot be loaded: {reason}") from error

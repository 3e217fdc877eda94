"""What a bot file can `use`, found by name and listed.

Whoever writes a skill imports from here what it takes: the decorators of `bot.factories`, the nouns of `bot.protocols`.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

from bot import installed
from bot.errors import SkillError, SkillNotFound
from bot.factories import KINDS, Kind, Spec, encoder, guard, responder, skill, writer
from bot.modules import load
from bot.protocols import (
    Draft,
    Encoder,
    ExplainingGuard,
    Guard,
    ManyGuard,
    ManySkill,
    Named,
    ReadingGuard,
    Refusal,
    Responder,
    Skill,
    Watch,
    Writer,
)

__all__ = [
    "Draft",
    "Encoder",
    "ExplainingGuard",
    "Guard",
    "Kind",
    "Listing",
    "ManyGuard",
    "ManySkill",
    "Named",
    "ReadingGuard",
    "Refusal",
    "Responder",
    "Skill",
    "Spec",
    "Watch",
    "Writer",
    "encoder",
    "find",
    "from_packages",
    "guard",
    "listings",
    "responder",
    "skill",
    "writer",
]


@dataclass(frozen=True, slots=True)
class Listing:
    """A factory for `attune skills`. `place` is its file or what is imported, `package` whose it is if not ours."""

    kind: str
    name: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    summary: str
    place: str
    package: str = ""


def find(use: str, kind: Kind, beside: Path) -> Spec:
    """The factory that `use` names.

    `kind.words` is looked up in `skills/kind.py`, then among the entry points `attune.skills`; `./file.py:words` is a
    function of a file beside the bot file. Raises SkillNotFound with the choices, SkillError for the wrong kind.
    """
    spec = _from_file(use, beside) if ".py:" in use else _from_skills(use) or _from_entry_points(use)
    if spec is None:
        raise SkillNotFound(_nobody(use, kind))
    if spec.kind != kind:
        raise SkillError(f"{use!r} is of kind {spec.kind}, and one of kind {kind} is wanted here")
    return spec


def _from_file(use: str, beside: Path) -> Spec:
    name, _, function = use.partition(":")
    path = (beside / name).resolve()
    if not path.is_relative_to(beside.resolve()):
        raise SkillNotFound(
            f"{use!r} leads out of {beside.resolve()}: a skill's file stays under the bot file's folder"
        )
    if not path.is_file():
        raise SkillNotFound(f"{use!r}: there is no file {path}")
    module = load(path)
    spec = getattr(getattr(module, function, None), "__attune__", None)
    if not isinstance(spec, Spec):
        names = ", ".join(key for key, value in vars(module).items() if hasattr(value, "__attune__")) or "none"
        raise SkillNotFound(f"{use!r}: {path} has no decorated function {function!r} (it has: {names})")
    return spec


def _from_skills(use: str) -> Spec | None:
    module_name = f"skills.{use.partition('.')[0]}"
    if not use.replace(".", "").isidentifier() or importlib.util.find_spec(module_name) is None:
        return None
    module = importlib.import_module(module_name)
    return _specs(module).get(use)


def _specs(module: ModuleType) -> dict[str, Spec]:
    found = (getattr(value, "__attune__", None) for value in vars(module).values())
    return {spec.name: spec for spec in found if isinstance(spec, Spec)}


def _from_entry_points(use: str) -> Spec | None:
    point = installed.offered().get(use)
    return _offered(point) if point else None


def _offered(point: EntryPoint) -> Spec:
    spec = getattr(installed.load(point), "__attune__", None)
    if not isinstance(spec, Spec):
        whose = f"{point.name!r} of {installed.package(point)} ({point.value})"
        raise SkillError(f"{whose} is not decorated with one of {', '.join(KINDS)}")
    return spec


def _nobody(use: str, kind: Kind) -> str:
    """That no `kind` has this name, which is nearest, and the choices. What packages offer is not imported for that."""
    ours = [listing.name for listing in listings() if listing.kind == kind]
    theirs = list(installed.offered())
    near = get_close_matches(use, ours + theirs, n=1)
    choices = [", ".join(ours) or "none"]
    choices += [f"installed packages offer {', '.join(theirs)}"] if theirs else []
    nearest = f"; did you mean {near[0]!r}?" if near else ""
    choices.append("or './file.py:function'")
    return f"no {kind} is called {use!r}{nearest} (there are: {'; '.join(choices)})"


def listings() -> list[Listing]:
    """Everything decorated in `skills/*.py`, read from the source, sorted by kind and name."""
    found = importlib.util.find_spec("skills")
    folders = [Path(place) for place in (found.submodule_search_locations or [])] if found else []
    files = sorted(path for folder in folders for path in folder.glob("*.py"))
    return sorted((item for path in files for item in _read(path)), key=lambda item: (item.kind, item.name))


def _read(path: Path) -> Iterator[Listing]:
    for node in ast.parse(path.read_text(encoding="utf8")).body:
        if not isinstance(node, ast.FunctionDef):
            continue
        for call in node.decorator_list:
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in KINDS:
                given = {key.arg: _names(key.value) for key in call.keywords}
                summary = (ast.get_docstring(node) or "").partition("\n")[0]
                name = str(ast.literal_eval(call.args[0]))
                yield Listing(
                    call.func.id, name, given.get("reads", ()), given.get("writes", ()), summary, f"skills/{path.name}"
                )


def _names(node: ast.expr) -> tuple[str, ...]:
    return tuple(ast.unparse(item) for item in node.elts) if isinstance(node, ast.Tuple) else ()


def from_packages() -> tuple[list[Listing], list[str]]:
    """What installed packages bring, each imported now, and a line for each that cannot be used, with the reason."""
    ours = {listing.name for listing in listings()}
    found, faults = [], []
    for point in installed.offered().values():
        if point.name in ours:
            faults.append(f"{point.name!r} of {installed.package(point)} is hidden by Attune's own of that name")
            continue
        try:
            found.append(_listed(point))
        except SkillError as error:
            faults.append(str(error))
    return found, faults


def _listed(point: EntryPoint) -> Listing:
    spec = _offered(point)
    reads, writes = (tuple(kind.__name__ for kind in kinds) for kinds in (spec.reads, spec.writes))
    summary = (inspect.getdoc(spec.factory) or "").partition("\n")[0]
    return Listing(spec.kind, point.name, reads, writes, summary, point.value, installed.package(point))

"""Decorators for the things a bot file can `use`, and the search for them by name.

A factory's keyword-only, typed signature is the schema of its settings:

    @skill("echo", reads=(EmotionState,))
    def echo(*, loud: bool = False) -> Skill: ...

A parameter before these that is called `encoder` is no setting: it is given the bot's encoder, or None where the bot
file names none.

What sends words to another program says so (`sends`, see `bot.sends`); a responder says it also when it sends nothing.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

from bot import installed
from bot.dialog import Conversation, Reply, SkillResult, TurnView, Vectors, Verdict
from bot.errors import SkillError, SkillNotFound
from bot.modules import load
from bot.sends import UNSAID, Sends, declared

Kind = Literal["skill", "encoder", "guard", "writer", "responder"]
KINDS: tuple[Kind, ...] = ("skill", "encoder", "guard", "writer", "responder")
F = TypeVar("F", bound=Callable[..., Any])
ENCODER = "encoder"
"""The parameter of a factory that is given the bot's encoder."""


class Skill(Protocol):
    """One ability: reads a turn, says what it learnt and what it proposes."""

    def __call__(self, turn: TurnView, /) -> SkillResult: ...


@runtime_checkable
class ManySkill(Skill, Protocol):
    """A skill that is cheaper over many turns at once; each gets the same result as it would alone."""

    def many(self, turns: Sequence[TurnView], /) -> Sequence[SkillResult]: ...


class Encoder(Protocol):
    """One batched pass over many conversations."""

    def encode(self, conversations: Sequence[Conversation]) -> list[Vectors]: ...


@dataclass(frozen=True, slots=True)
class Watch:
    """What a guard found in a turn. `reply` answers in the skills' place when the verdict asks for it.

    Without a `reply`, a `notice` stands before what the skills say.
    """

    verdict: Verdict | None = None
    learnt: tuple[object, ...] = ()
    reply: Reply | None = None
    notice: Reply | None = None


class Guard(Protocol):
    """Reads every user turn before anything else and every reply after everything else."""

    def watch(self, turn: TurnView, /) -> Watch:
        """Asked before the encoder pass and, unless that stopped the turn, again with vectors: the last word counts."""

    def refuse(self, reply: Reply, /) -> str | None:
        """Why this reply must not go out, or None."""


@runtime_checkable
class ManyGuard(Guard, Protocol):
    """A guard that is cheaper over many turns at once; each is judged as it would be alone."""

    def watch_many(self, turns: Sequence[TurnView], /) -> Sequence[Watch]: ...


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a reply must not go out: the rule's name, and the `words` of the reply that met it where they are known."""

    reason: str
    words: str = ""


@runtime_checkable
class ReadingGuard(Guard, Protocol):
    """A guard that reads more closely what a slow responder has written just now, which nobody has read before."""

    def refuse_written(self, reply: Reply, /) -> str | None:
        """Why such a reply must not go out, or None; asked in the place of `refuse`."""


@runtime_checkable
class ExplainingGuard(Guard, Protocol):
    """A guard that can also say which words of a reply it refuses; `refuse` gives the reason of the same refusal."""

    def explain(self, reply: Reply, /) -> Refusal | None: ...


class Writer(Protocol):
    """Adds replies of its own to those that the skills propose, and says anew how good each of them is.

    It is the first to be left out where many people wait, and what the skills propose then stands as it was.
    """

    def write(self, turn: TurnView, proposals: Sequence[Reply], /) -> Sequence[Reply]: ...


@dataclass(frozen=True, slots=True)
class Draft:
    """The best reply of a slow responder so far. One that is not `final` counts up to its last whole sentence.

    `note` is for the trace: how the reply came about, without anybody's words.
    """

    reply: Reply
    final: bool = False
    note: str = ""


class Responder(Protocol):
    """A slow source of replies (a language-model server). At `deadline`, in seconds, or at its final draft it is over.

    It runs in the process with the doors: it must not hold the interpreter's lock, and may find no vectors in a turn.
    It sees what the skills propose (`TurnView.proposals`), and raises Withheld where it says nothing on purpose.
    """

    def propose(self, turn: TurnView, deadline: float, /) -> AsyncIterator[Draft]: ...


Named = tuple[str, Responder]
"""A responder by the name that it has in the bot file."""


@dataclass(frozen=True, slots=True)
class Spec:
    """A factory and what it promises. `sends` is None where what is said stays inside."""

    kind: Kind
    name: str
    factory: Callable[..., Any]
    reads: tuple[type, ...] = ()
    writes: tuple[type, ...] = ()
    sends: Sends | None = None

    @property
    def takes(self) -> Mapping[str, inspect.Parameter]:
        """The settings: what the factory takes beside the encoder."""
        found = inspect.signature(self.factory).parameters
        return {name: each for name, each in found.items() if not (self.reads_encoder and name == ENCODER)}

    @property
    def reads_encoder(self) -> bool:
        """Whether the factory is to be given the bot's encoder."""
        given = inspect.signature(self.factory).parameters.get(ENCODER)
        return given is not None and given.kind is not given.KEYWORD_ONLY


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


def _decorator(kind: Kind) -> Callable[..., Callable[[F], F]]:
    def named(
        name: str,
        *,
        reads: tuple[type, ...] = (),
        writes: tuple[type, ...] = (),
        sends: Sends | None = UNSAID,
    ) -> Callable[[F], F]:
        def mark(factory: F) -> F:
            spec = Spec(kind, name, factory, reads, writes, declared(kind, name, factory, sends))
            factory.__attune__ = spec  # type: ignore[attr-defined]
            return factory

        return mark

    return named


skill = _decorator("skill")
encoder = _decorator("encoder")
guard = _decorator("guard")
writer = _decorator("writer")
responder = _decorator("responder")


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

"""Every pattern of the tree: those that its modules hold, wherever in them, and those that functions make."""

from __future__ import annotations

import ast
import gc
import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, ModuleType, SimpleNamespace

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("bot", "skills", "agents", "worlds")
ALONE = ("bot/migrations/env.py",)
"""Run by Alembic, with a context that only it provides."""
FROM_OUTSIDE = {
    "me": SimpleNamespace(id=1234567890),
    "self": SimpleNamespace(_name="attune_bot"),
    "user": {"id": "1234567890"},
}
"""What stands in a pattern that is made of what a function was given, by the name that it has there."""
MAKERS = frozenset({"compile", "search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn"})


@dataclass(frozen=True, slots=True)
class Found:
    """`place` reads "skills/acts/limits.py:ABUSE", or the function that makes the pattern."""

    place: str
    regex: re.Pattern[str]


@cache
def every() -> tuple[Found, ...]:
    """Each pattern once, at the first of its places. A pattern of bytes is read as one of Latin-1."""
    found: dict[tuple[str, int], Found] = {}
    for path in sources():
        for item in (*held(path), *made(path)):
            found.setdefault((item.regex.pattern, item.regex.flags), item)
    return tuple(found.values())


def sources() -> list[Path]:
    """The modules that can have a pattern: those that import `re`, or what makes patterns for others."""
    every = (path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))
    makes = re.compile(r"^import re$|\bimport .*\b(?:anywhere|whole)\b", re.MULTILINE)
    return [
        path
        for path in every
        if str(path.relative_to(ROOT)) not in ALONE and makes.search(path.read_text(encoding="utf8"))
    ]


def held(path: Path) -> Iterator[Found]:
    """What a module holds under the names that are its own, inside of tuples, classes and closures too."""
    module, names = _module(path), _imported(path)
    for name, value in vars(module).items():
        if not name.startswith("__") and name not in names:
            for regex in _within(value, module):
                yield Found(f"{path.relative_to(ROOT)}:{name}", regex)


def made(path: Path) -> Iterator[Found]:
    """What the functions of a module make as they run, of what the module knows and `FROM_OUTSIDE`."""
    names = {**FROM_OUTSIDE, **vars(_module(path))}
    for place, call, pattern, open_to in _calls(path):
        if not open_to:
            yield Found(place, _compiled(_value(pattern, names, place), _flags(call, names)))


def unknown() -> list[str]:
    """Where a function makes a pattern of what it is given, as `place: expression`; that cannot be read here."""
    every = (call for path in sources() for call in _calls(path))
    return sorted({f"{place}: {ast.unparse(pattern)}" for place, _, pattern, open_to in every if open_to})


def _calls(path: Path) -> Iterator[tuple[str, ast.Call, ast.expr, set[str]]]:
    """Each call in a function that makes a pattern, the pattern, and the names in it that only the function knows."""
    tree = ast.parse(path.read_text(encoding="utf8"))
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)):
        nodes = list(ast.walk(function))
        own = {node.arg for node in nodes if isinstance(node, ast.arg)}
        own |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        for call in (node for node in nodes if isinstance(node, ast.Call) and _makes(node)):
            either = call.args[0]
            for pattern in (either.body, either.orelse) if isinstance(either, ast.IfExp) else (either,):
                used = {node.id for node in ast.walk(pattern) if isinstance(node, ast.Name)}
                yield f"{path.relative_to(ROOT)}:{function.name}", call, pattern, used & (own - set(FROM_OUTSIDE))


def _module(path: Path) -> ModuleType:
    return importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))


def _imported(path: Path) -> set[str]:
    nodes = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))) if isinstance(node, ast.ImportFrom))
    return {alias.asname or alias.name for node in nodes for alias in node.names}


def _within(value: object, module: ModuleType) -> Iterator[re.Pattern[str]]:
    waiting, seen = [value], {id(vars(module))}
    while waiting:
        item = waiting.pop()
        if id(item) in seen or isinstance(item, ModuleType | CodeType | FrameType):
            continue
        seen.add(id(item))
        if isinstance(item, re.Pattern):
            yield _compiled(item.pattern, item.flags)
        elif getattr(item, "__module__", None) in (None, module.__name__) or not callable(item):
            waiting += gc.get_referents(item)


def _makes(call: ast.Call) -> bool:
    called = call.func
    return isinstance(called, ast.Attribute) and called.attr in MAKERS and ast.unparse(called.value) == "re"


def _value(node: ast.expr, names: dict[str, object], place: str) -> str | bytes:
    found = eval(compile(ast.Expression(node), place, "eval"), names)  # our own source, to be read as Python reads it
    assert isinstance(found, str | bytes), place
    return found


def _flags(call: ast.Call, names: dict[str, object]) -> int:
    for item in (*call.args[1:], *(word.value for word in call.keywords)):
        if isinstance(item, ast.Attribute) and ast.unparse(item.value) == "re":
            return int(eval(compile(ast.Expression(item), "flags", "eval"), names))
    return 0


def _compiled(pattern: str | bytes, flags: int) -> re.Pattern[str]:
    return re.compile(pattern if isinstance(pattern, str) else pattern.decode("latin1"), flags)

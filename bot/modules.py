"""Modules of files beside a bot file: loaded once as they stand, and anew when they have changed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from bot.errors import SkillError
from bot.parts import aside

BESIDE = "attune_skill_"
"""How the names of these modules begin."""


def load(path: Path) -> ModuleType:
    """The module of a file, loaded once as it stands: two skills in one file must share its state parts."""
    name = f"{BESIDE}{path.stem}_{sha256(str(path).encode()).hexdigest()[:12]}"
    source = path.read_bytes()
    before = sys.modules.get(name)
    if before and before.__attune_source__ == source:
        return before
    module = ModuleType(name)
    module.__file__, module.__attune_source__ = str(path), source  # type: ignore[attr-defined]
    sys.modules[name] = module  # dataclasses look their module up here
    try:
        # Not by Python's own loader: what that compiled a moment ago it takes for what the file is now.
        exec(compile(source, path, "exec"), vars(module))
    except Exception as error:
        _put_back({name: before} if before else {}, name)
        raise SkillError(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    return module


@contextmanager
def afresh() -> Iterator[Callable[[], None]]:
    """For a bot made anew while the old one answers: files that have changed are loaded anew in the block.

    Call what is yielded when the new bot takes over. Should the block fail, everything is as before.
    """
    before = {name: module for name, module in sys.modules.items() if name.startswith(BESIDE)}
    with aside() as adopt:
        try:
            yield adopt
        except BaseException:
            _put_back(before, BESIDE)
            raise


def _put_back(modules: dict[str, ModuleType], prefix: str) -> None:
    """Make `modules` those whose names begin with `prefix`."""
    for name in [name for name in sys.modules if name.startswith(prefix)]:
        del sys.modules[name]
    sys.modules.update(modules)

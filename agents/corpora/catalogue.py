"""What there is to know of each corpus before it is read: paper, licence, publisher's files and expected counts.

One data file a corpus, `configs/corpora/NAME.toml`; the reader of the same name lies beside this module.
"""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import msgspec

from agents.corpora.reading import PARTS
from bot.errors import ConfigError

FOLDER = Path(__file__).parents[2] / "configs" / "corpora"


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of the publisher's: its address, its SHA-256 ("" where it was never seen), and where it goes.

    `path` is below the data folder. For an archive it is empty, and `members` says which of its files goes where;
    `inner.zip!name` is a file of an archive within it.
    """

    url: str
    sha256: str = ""
    path: str = ""
    members: dict[str, str] = {}


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many there are: by the paper, in the release, and as our reader counts; `why` they differ, in one line."""

    here: int
    paper: int | None = None
    release: int | None = None
    why: str = ""

    @property
    def differs(self) -> bool:
        return any(other not in (None, self.here) for other in (self.paper, self.release))


class Corpus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One corpus. `parts` are the files that a part needs, below the data folder; `counts` are by part and unit;

    `by_hand` says how to get what no file of `files` brings.
    """

    name: str
    title: str
    paper: str
    licence: str
    home: str
    note: str = ""
    by_hand: str = ""
    parts: dict[str, tuple[str, ...]] = {}
    files: tuple[File, ...] = ()
    counts: dict[str, dict[str, Count]] = {}

    @property
    def reader(self) -> ModuleType:
        """The module that reads it: `load`, `count` and, but for EPITOME, `talks`."""
        return importlib.import_module(f"agents.corpora.{self.name}")


def names(folder: Path = FOLDER) -> tuple[str, ...]:
    """Every corpus there is a file for, in the alphabet's order."""
    return tuple(sorted(path.stem for path in folder.glob("*.toml")))


def corpora(wanted: tuple[str, ...] = (), folder: Path = FOLDER) -> Iterator[Corpus]:
    """The corpora of these names, or all. ConfigError names the choices for a name there is no corpus of."""
    for name in wanted or names(folder):
        yield corpus(name, folder)


def corpus(name: str, folder: Path = FOLDER) -> Corpus:
    """What is known of one corpus. ConfigError when there is none of that name, or its file is not as it should be."""
    if name not in names(folder):
        raise ConfigError(f"there is no corpus {name!r} (choose from {', '.join(names(folder))})")
    path = folder / f"{name}.toml"
    try:
        found = msgspec.convert({"name": name, **tomllib.loads(path.read_text(encoding="utf8"))}, Corpus)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ConfigError(f"{path}: {error}") from None
    for part in (*found.parts, *found.counts):
        if part not in PARTS:
            raise ConfigError(f"{path}: there is no part {part!r} (choose from {', '.join(PARTS)})")
    for part, units in found.counts.items():
        for unit, count in units.items():
            if count.differs and not count.why:
                raise ConfigError(f"{path}: counts.{part}.{unit} differs from what is published and says no `why`")
    return found

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


class Cut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a publisher's program makes parts of one JSON list: shuffled by `seed`, then so many of it for each part."""

    seed: int
    sizes: dict[str, int]


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of the publisher's: its address, its SHA-256 ("" where it was never seen), and where it goes.

    `path` is below the data folder. What is not kept as it is has `members` instead, which say where each goes: the
    files of an archive (`inner.zip!name` is a file of an archive within it), or the parts that `cut` makes.
    """

    url: str
    sha256: str = ""
    path: str = ""
    members: dict[str, str] = {}
    cut: Cut | None = None

    def __post_init__(self) -> None:
        if bool(self.path) == bool(self.members):
            raise ValueError(f"{self.url} must have either `path` or `members`")
        if self.cut and list(self.cut.sizes) != list(self.members):
            raise ValueError(f"{self.url}: `cut.sizes` and `members` must name the same parts in the same order")

    @property
    def places(self) -> tuple[str, ...]:
        """What it comes to, below the data folder."""
        return tuple(self.members.values()) or (self.path,)


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many there are: as our reader counts, by the paper, in the release; `why` they differ, in one line.

    `here` is None for a part that has never been read.
    """

    here: int | None = None
    paper: int | None = None
    release: int | None = None
    why: str = ""

    @property
    def known(self) -> set[int]:
        """The numbers that are given."""
        return {number for number in (self.here, self.paper, self.release) if number is not None}


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

    @property
    def packaged(self) -> bool:
        """Whether it comes with the project, whatever the data folder is."""
        return not any(self.parts.values())

    def here(self, datapath: Path) -> list[str]:
        """The parts of which every file is below the data folder; none is opened."""
        return [part for part, files in self.parts.items() if all((datapath / file).is_file() for file in files)]


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
            if len(count.known) > 1 and not count.why:
                raise ConfigError(f"{path}: the numbers of counts.{part}.{unit} differ, and no `why` says why")
    return found

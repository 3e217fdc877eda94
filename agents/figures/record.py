"""One set of figures as it is kept: docs/figures/NAME.json, and the text that a page shows of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import msgspec

from agents.figures.tables import Table
from bot.errors import FiguresError
from bot.files import put

UNKNOWN = "with which files it was measured was not kept"


class Record(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """`inputs` are checksums of what was measured and what it was measured with, by group (`agents.figures.inputs`).

    `commit_date` is that of the code which was measured. `transcribed`: no command wrote the tables, somebody copied
    them from the page on that day, and what they were measured with was not kept.
    """

    command: str
    tables: tuple[Table, ...]
    machine: str = ""
    split: str = ""
    seed: int | None = None
    commit_date: date | None = None
    versions: dict[str, str] = {}
    inputs: dict[str, str] = {}
    transcribed: date | None = None

    def older_than(self, inputs: Mapping[str, str]) -> list[str]:
        """The groups that have changed since these figures were measured."""
        return [name for name, known in self.inputs.items() if inputs.get(name) != known]

    def text(self, inputs: Mapping[str, str], names: Sequence[str] = ()) -> str:
        """What stands in a page: how it was measured, and the tables, or those of these names.

        `inputs` are today's: what has changed is said. FiguresError for a name that no table has.
        """
        known = {table.name: table for table in self.tables}
        if wrong := [name for name in names if name not in known]:
            raise FiguresError(f"there is no table {wrong[0]!r} of `{self.command}`: choose from {', '.join(known)}")
        chosen = [known[name] for name in names] if names else list(self.tables)
        return "\n\n".join([self._caption(inputs), *(table.markdown() for table in chosen)])

    def _caption(self, inputs: Mapping[str, str]) -> str:
        software = ", ".join(f"{name} {version}" for name, version in self.versions.items())
        code = f"the code of {_day(self.commit_date)}" if self.commit_date else ""
        copied = f"copied by hand on {_day(self.transcribed)}; {UNKNOWN}" if self.transcribed else ""
        how = ", ".join(part for part in (self._part(), code, self.machine, software, copied) if part)
        older = self.older_than(inputs)
        stale = f" **Out of date: {', '.join(older)} changed since.**" if older else ""
        command = f"`{self.command}`" if self.command.startswith(("attune ", "parlai ")) else self.command
        return f"{command}: {how}.{stale}"

    def _part(self) -> str:
        seed = f", seed {self.seed}" if self.seed is not None else ""
        return f"{self.split} part{seed}" if self.split else seed.removeprefix(", ")


def load(path: Path) -> Record:
    """FiguresError where there is no such file or it holds no figures."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Record)
    except OSError as error:
        raise FiguresError(f"{path}: cannot be read: {error.strerror}") from None
    except msgspec.DecodeError as error:
        raise FiguresError(f"{path}: holds no figures: {error}") from None


def save(path: Path, record: Record) -> None:
    """Write the record, whole or not at all."""
    put(path, msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n")


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"

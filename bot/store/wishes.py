"""Who asked to be forgotten while the store failed: noted in a small file beside it, which needs no database.

The file holds ids such as `telegram:7`, one a line, and is there only as long as somebody waits in it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from sqlalchemy.engine import make_url

ENDING = "-forget"


class Wishes:
    """`path` is None where the store is no file; then nothing outlasts this process."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.people: set[str] = set()

    @classmethod
    def beside(cls, url: str) -> Wishes:
        """Those of the store at `url`."""
        place = make_url(url)
        file = place.database if place.drivername.startswith("sqlite") else None
        return cls(Path(file + ENDING) if file and file != ":memory:" and not file.startswith("file:") else None)

    def read(self) -> set[str]:
        """Everybody who still waits, those that another process noted with them."""
        with suppress(OSError, UnicodeError):
            if self._path:
                self.people.update(self._path.read_text(encoding="utf8").splitlines())
        return set(self.people)

    def add(self, person: str) -> bool:
        """Note a wish. Whether it is written down, so that it outlasts this process."""
        self.people.add(person)
        return self._write(self.read())

    def drop(self, person: str) -> None:
        """Somebody is forgotten, here too."""
        self.people = self.read() - {person}
        if self.people:
            self._write(self.people)
        elif self._path:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)

    def _write(self, people: set[str]) -> bool:
        """All of them or, where the disk is full, those that were there before."""
        if self._path is None:
            return False
        fresh = self._path.with_name(f"{self._path.name}.new")
        try:
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf8") as file:
                file.writelines(f"{person}\n" for person in sorted(people))
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self._path)
        except OSError:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
            return False
        return True

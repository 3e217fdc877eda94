"""What is in a publisher's file that is not kept as it is: the members of an archive, or the parts of one list.

Nothing is written here and nothing is extracted by its own name, so no archive can reach outside of its folder.
"""

from __future__ import annotations

import json
import lzma
import random
import stat
import tarfile
import zipfile
import zlib
from io import BytesIO
from pathlib import Path, PurePosixPath

from agents.corpora.catalogue import Cut, File
from agents.corpora.reading import refuse, text_of
from bot.errors import CorpusError

ZIP = b"PK"
"""How a zip archive begins; what begins otherwise is opened as tar, compressed or not."""

DAMAGE = (tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, RuntimeError)
"""What the standard library raises for a damaged or locked archive."""


def unpacked(whole: Path, file: File) -> dict[str, bytes]:
    """The content of each place of `file.members`. CorpusError names the file and what is wrong with it."""
    if file.cut:
        return dict(zip(file.places, _cut(whole, file.cut), strict=True))
    try:
        content = whole.read_bytes()
        return {place: _member(content, member) for member, place in file.members.items()}
    except KeyError as error:
        raise CorpusError(f"{whole}: {error.args[0]}") from None
    except DAMAGE as error:
        raise CorpusError(f"{whole}: this archive is damaged: {error}") from None


def _cut(path: Path, cut: Cut) -> list[bytes]:
    """The parts of a JSON list, each in the list's order. The shuffle is that of Python's `random`, as published."""
    try:
        records = json.loads(text_of(path))
    except json.JSONDecodeError as error:
        refuse(path, error.lineno, f"this is not JSON: {error.msg}")
    expected = sum(cut.sizes.values())
    if not isinstance(records, list) or len(records) != expected:
        refuse(path, None, f"a list of {expected} records is expected (is this another release?)")
    order = list(range(expected))
    random.Random(cut.seed).shuffle(order)
    drawn = iter(order)
    parts = [sorted(next(drawn) for _ in range(size)) for size in cut.sizes.values()]
    return [json.dumps([records[place] for place in part], ensure_ascii=False, indent=1).encode() for part in parts]


def _member(archive: bytes, member: str) -> bytes:
    outer, _, inner = member.partition("!")
    content = (_from_zip if archive.startswith(ZIP) else _from_tar)(BytesIO(archive), outer)
    return _member(content, inner) if inner else content


def _from_zip(archive: BytesIO, member: str) -> bytes:
    with zipfile.ZipFile(archive) as pack:
        _stay_inside(pack.namelist())
        info = pack.getinfo(member)
        if info.is_dir() or stat.S_ISLNK(info.external_attr >> 16):
            raise KeyError(f"{member!r} is no plain file")
        return pack.read(info)


def _from_tar(archive: BytesIO, member: str) -> bytes:
    with tarfile.open(fileobj=archive) as pack:
        _stay_inside(pack.getnames())
        file = pack.extractfile(member) if pack.getmember(member).isreg() else None
        if file is None:
            raise KeyError(f"{member!r} is no plain file")
        return file.read()


def _stay_inside(names: list[str]) -> None:
    """An archive with such names was made to do harm, or by a broken program: nothing of it is used."""
    for name in names:
        path = PurePosixPath(name.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts:
            raise KeyError(f"it holds {name!r}, which reaches outside of its folder; nothing of it was used")

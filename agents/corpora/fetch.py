"""Getting a corpus from its publisher: each file whole, checked, resumed where a download broke off, and put in place.

Nothing is fetched unless somebody asks for it by `attune data fetch`.
"""

from __future__ import annotations

import tarfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from hashlib import file_digest
from http.client import HTTPException, HTTPResponse
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import IO

from agents.corpora.catalogue import Corpus, File
from bot.errors import CorpusError

CHUNK = 1 << 16
PATIENCE = 30.0
"""Seconds without a byte after which a connection is given up."""
WHOLE, REST, NOTHING_LEFT = 200, 206, 416
Watch = Callable[[int], None]
"""Told how many bytes have come, each time some have."""


def fetch(corpus: Corpus, datapath: Path, *, mirror: str = "", watch: Watch = lambda _: None) -> Iterator[Path]:
    """Put every file of the corpus in place below `datapath`; yields what was not there before.

    With `mirror`, https://host/path is asked for as MIRROR/host/path. CorpusError names address, file and what to do.
    """
    for file in corpus.files:
        wanted = [datapath / place for place in (file.members.values() if file.members else (file.path,))]
        if all(path.is_file() for path in wanted):
            continue
        whole = _downloaded(file, datapath, mirror, watch)
        if file.members:
            _unpack(whole, file, datapath)
            whole.unlink()
        yield from wanted


def address(url: str, mirror: str) -> str:
    return url if not mirror else f"{mirror.rstrip('/')}/{url.split('://', 1)[1]}"


def _downloaded(file: File, datapath: Path, mirror: str, watch: Watch) -> Path:
    """The whole file; what came so far of one that broke off is kept as `.part`, and the rest is asked for."""
    target = datapath / (file.path or f".archives/{PurePosixPath(file.url).name}")
    part = target.with_name(f"{target.name}.part")
    url = address(file.url, mirror)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _receive(url, part, watch)
    except (OSError, HTTPException) as error:
        reason = getattr(error, "reason", error)
        raise CorpusError(
            f"{url} cannot be fetched ({reason}). Get it elsewhere and put it at {target}, or try again: what has come "
            "is kept"
        ) from None
    found = digest(part)
    if file.sha256 and found != file.sha256:
        part.unlink()
        raise CorpusError(f"{url}: its SHA-256 is {found}, and should be {file.sha256}; it was thrown away")
    part.replace(target)
    return target


def _receive(url: str, part: Path, watch: Watch) -> None:
    have = part.stat().st_size if part.is_file() else 0
    request = urllib.request.Request(url, headers={"Range": f"bytes={have}-"} if have else {})
    try:
        answer: HTTPResponse = urllib.request.urlopen(request, timeout=PATIENCE)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == NOTHING_LEFT and have:
            return
        raise
    with answer, part.open("ab" if answer.status == REST else "wb") as out:
        expected = answer.length
        came = _copy(answer, out, watch)
    if expected is not None and came < expected:
        raise OSError(f"it broke off after {came} of {expected} bytes")


def _copy(answer: IO[bytes], out: IO[bytes], watch: Watch) -> int:
    came = 0
    while chunk := answer.read(CHUNK):
        out.write(chunk)
        came += len(chunk)
        watch(len(chunk))
    return came


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _unpack(archive: Path, file: File, datapath: Path) -> None:
    """Only the members named go out, each to its own place; an archive that reaches outside of itself is refused."""
    try:
        for member, place in file.members.items():
            content = _member(archive, member)
            target = datapath / place
            target.parent.mkdir(parents=True, exist_ok=True)
            aside = target.with_name(f"{target.name}.part")
            aside.write_bytes(content)
            aside.replace(target)
    except KeyError as error:
        raise CorpusError(f"{archive}: {error.args[0]}") from None
    except (tarfile.TarError, zipfile.BadZipFile, EOFError) as error:
        raise CorpusError(f"{archive}: this archive is damaged: {error}") from None


def _member(archive: Path | BytesIO, member: str) -> bytes:
    outer, _, inner = member.partition("!")
    content = _from_zip(archive, outer) if zipfile.is_zipfile(archive) else _from_tar(archive, outer)
    return _member(BytesIO(content), inner) if inner else content


def _from_zip(archive: Path | BytesIO, member: str) -> bytes:
    with zipfile.ZipFile(archive) as pack:
        _stay_inside(pack.namelist())
        return pack.read(member)


def _from_tar(archive: Path | BytesIO, member: str) -> bytes:
    with tarfile.open(archive) if isinstance(archive, Path) else tarfile.open(fileobj=archive) as pack:
        _stay_inside(pack.getnames())
        file = pack.extractfile(member)
        if file is None:
            raise KeyError(f"{member!r} is no plain file")
        return file.read()


def _stay_inside(names: list[str]) -> None:
    for name in names:
        path = PurePosixPath(name.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts:
            raise CorpusError(f"the archive holds {name!r}, which would be written outside of its folder; nothing was")

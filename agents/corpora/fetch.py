"""Getting a corpus from its publisher: each file whole, checked, resumed where a download broke off, and put in place.

Nothing is fetched unless somebody asks for it by `attune data fetch`.
"""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from hashlib import file_digest
from http.client import HTTPException, HTTPResponse
from pathlib import Path, PurePosixPath
from typing import IO

from agents.corpora.catalogue import Corpus, File
from agents.corpora.unpack import unpacked
from bot.errors import CorpusError

CHUNK = 1 << 16
PATIENCE = 30.0
"""Seconds without a byte after which a connection is given up."""
REST, NOTHING_LEFT = 206, 416
ASIDE = ".archives"
"""The folder below the data folder where archives wait until they are unpacked."""
Watch = Callable[[int], None]
"""Told how many bytes have come, each time some have."""


def fetch(corpus: Corpus, datapath: Path, *, mirror: str = "", watch: Watch = lambda _: None) -> Iterator[Path]:
    """Put every file of the corpus in place below `datapath`; yields what was not there before.

    With `mirror`, https://host/path is asked for as MIRROR/host/path. CorpusError names address, file and what to do.
    """
    for file in corpus.files:
        missing = [place for place in file.places if not _is_there(datapath / place)]
        if not missing:
            continue
        whole = _whole(corpus, file, datapath, mirror, watch)
        if file.members:
            yield from _unpack(whole, file, datapath, missing)
        else:
            yield whole


def address(url: str, mirror: str) -> str:
    """Where a file is asked for. CorpusError for a mirror that is no web address."""
    if not mirror:
        return url
    if not mirror.startswith(("http://", "https://")):
        raise CorpusError(f"mirror {mirror!r} must begin with http:// or https://")
    return f"{mirror.rstrip('/')}/{url.split('://', 1)[1]}"


def _is_there(path: Path) -> bool:
    if path.is_dir():
        raise CorpusError(f"{path}: this is a folder, and a file is expected")
    return path.is_file()


def _whole(corpus: Corpus, file: File, datapath: Path, mirror: str, watch: Watch) -> Path:
    """The publisher's file; what came so far of one that broke off is kept as `.part`, and the rest is asked for."""
    target = datapath / (file.path or f"{ASIDE}/{PurePosixPath(file.url).name}")
    if _is_there(target):  # an archive that somebody has put there
        return target
    url, part = address(file.url, mirror), target.with_name(f"{target.name}.part")
    _make_folder(target.parent)
    try:
        _receive(url, part, watch)
    except (OSError, HTTPException, ValueError) as error:
        raise CorpusError(
            f"{url} cannot be fetched ({_reason(error)}). What has come is kept, and `attune data fetch {corpus.name}` "
            f"goes on from there. Without a network, get the file elsewhere and put it at {target}, then call it again"
        ) from None
    found = digest(part)
    if file.sha256 and found != file.sha256:
        part.unlink()
        raise CorpusError(f"{url}: its SHA-256 is {found}, and should be {file.sha256}; it was thrown away")
    part.replace(target)
    return target


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CorpusError(f"{folder}: this folder cannot be made ({error.strerror})") from None


def _reason(error: Exception) -> str:
    if isinstance(error, urllib.error.URLError) and not isinstance(error, urllib.error.HTTPError):
        return str(error.reason)
    return str(error) or type(error).__name__


def _receive(url: str, part: Path, watch: Watch) -> None:
    """Write what is at the address to `part`, behind what is there already. OSError when less comes than announced."""
    have = part.stat().st_size if part.is_file() else 0
    headers = {"User-Agent": "attune"} | ({"Range": f"bytes={have}-"} if have else {})
    try:
        answer: HTTPResponse = urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=PATIENCE)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code != NOTHING_LEFT or not have:
            raise
        if error.headers.get("Content-Range") != f"bytes */{have}":  # what we have is no beginning of this file
            part.unlink()
            _receive(url, part, watch)
        return
    with answer:
        goes_on = answer.status == REST
        if goes_on and not answer.headers.get("Content-Range", "").startswith(f"bytes {have}-"):
            raise OSError("the server sent another piece than it was asked for")
        expected = answer.length
        with part.open("ab" if goes_on else "wb") as out:
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


def _unpack(whole: Path, file: File, datapath: Path, missing: list[str]) -> Iterator[Path]:
    """Put what is missing in its place, all or nothing; the archive goes away, whether it could be read or not."""
    try:
        contents = unpacked(whole, file)
    finally:
        whole.unlink()
    for place in missing:
        target = datapath / place
        _make_folder(target.parent)
        aside = target.with_name(f"{target.name}.part")
        aside.write_bytes(contents[place])
        aside.replace(target)
        yield target

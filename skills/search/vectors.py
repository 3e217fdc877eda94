"""Vectors of many texts in one file, made a chunk at a time: a run that is killed goes on where it stopped.

`NAME` holds rows of float16 one after another and nothing else, so that it can be mapped into memory; beside it
`NAME.done` says for which texts, by which encoder. A longer list of texts with the same beginning goes on as well.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Halves = np.memmap[tuple[int, int], np.dtype[np.float16]]
Encode = Callable[[Sequence[str]], Floats]
"""Texts -> unit vectors (n, d)."""
CHUNK = 2000
"""Texts encoded and written at once: enough to put similar lengths together, few enough to lose when killed."""


class Done(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file of vectors holds: made by what, how wide and how many, and the digest of each chunk of texts."""

    identity: str
    width: int
    rows: int
    chunks: tuple[str, ...]


def grow(path: Path, texts: Sequence[str], encode: Encode, identity: str, width: int) -> Iterator[int]:
    """Bring the file at `path` to hold the vectors (n, `width`) of `texts`, and say after each chunk how many it has.

    What is there already is kept as long as identity and texts agree.
    """
    chunks = [texts[start : start + CHUNK] for start in range(0, len(texts), CHUNK)]
    keys = [sha256("\0".join(chunk).encode()).hexdigest() for chunk in chunks]
    kept = _agreeing(_held(path, identity, width), keys)
    yield min(kept * CHUNK, len(texts))
    if kept == len(keys):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    with path.open("r+b") as file:
        _note(path, Done(identity, width, kept * CHUNK, tuple(keys[:kept])))
        file.truncate(kept * CHUNK * width * 2)
        file.seek(0, os.SEEK_END)
        for place in range(kept, len(chunks)):
            file.write(encode(chunks[place]).astype(np.float16).tobytes())
            file.flush()
            os.fsync(file.fileno())
            rows = min((place + 1) * CHUNK, len(texts))
            _note(path, Done(identity, width, rows, tuple(keys[: place + 1])))
            yield rows


def mapped(path: Path, rows: int, width: int) -> Halves:
    """The first `rows` vectors, mapped into memory: read when touched, shared by all processes that map them."""
    return np.memmap(path, np.float16, "r", shape=(rows, width))


def _agreeing(held: Sequence[str], wanted: Sequence[str]) -> int:
    """How many digests agree before the first that does not."""
    pairs = enumerate(zip(held, wanted, strict=False))
    return next((place for place, (old, new) in pairs if old != new), min(len(held), len(wanted)))


def _held(path: Path, identity: str, width: int) -> tuple[str, ...]:
    """The digests of the chunks that are wholly in the file."""
    try:
        done = msgspec.json.decode(_beside(path).read_bytes(), type=Done)
        size = path.stat().st_size
    except (FileNotFoundError, msgspec.MsgspecError):
        return ()
    if (done.identity, done.width) != (identity, width):
        return ()
    return done.chunks if size >= done.rows * width * 2 else done.chunks[: size // (CHUNK * width * 2)]


def _note(path: Path, done: Done) -> None:
    aside = path.with_name(f"{path.name}.aside")
    aside.write_bytes(msgspec.json.encode(done))
    aside.replace(_beside(path))


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.done")

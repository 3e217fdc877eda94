"""The shelf's vectors: those that ship, or for another encoder or other lines, made once and kept in the user's cache.

`weights/base/shelf.safetensors` (`attune train shelf`) has them in fewer numbers, the first principal components, of
eight bits each. Made here, they are of the lines alone: an opening that refers to a corpus has no words there.
"""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load_file, save_file

from bot.errors import WeightsError
from bot.folders import cache
from skills import openings
from skills.models import tensors
from skills.models.encoder import Piece
from skills.models.matcher import TURNS, Floats, Matcher, Shared, maps_of
from skills.openings import Opening
from skills.shelf import NAME, Rows, Shelf, Vectors, digest, numbers, written
from skills.shelf import kinds as kinds_of
from skills.sizes import Size

log = logging.getLogger(__name__)


def load(encoder: Shared, told: Path = openings.FOLDER) -> Shelf:
    """The shelf of a folder of openings for an encoder. ConfigError or WeightsError name the file that is wrong."""
    size = encoder.text_encoder.size
    folder = tensors.folder_of(size)
    maps = maps_of(encoder.identity, size, folder)
    found = openings.read(told)
    rows, kinds = written(found), kinds_of(found)
    if told == openings.FOLDER and maps is not None and NAME in tensors.pins(folder):
        return Shelf(rows, shipped(rows, size), maps[0], kinds)
    return Shelf(rows, kept(found, rows, encoder), maps[0] if maps else None, kinds)


def shipped(rows: Rows, size: Size) -> Vectors:
    """The vectors that ship. WeightsError where the file is missing or altered, or was made from other lines."""
    path = tensors.find(NAME, tensors.folder_of(size))
    held = load_file(path)
    if held["digest"].tobytes() != digest(rows):
        raise WeightsError(f"{path}: made from other lines than those that ship; make it again: attune train shelf")
    return Vectors(
        numbers(held["replies"], held["reply_scales"]),
        numbers(held["openings"], held["opening_scales"]),
        held["reply_axes"].astype(np.float32),
        held["opening_axes"].astype(np.float32),
    )


def kept(told: Sequence[Opening], rows: Rows, encoder: Shared) -> Vectors:
    """The vectors in the cache, made where they are not there or cannot be read: half a minute for our lines."""
    matcher = Matcher(encoder)
    name = hashlib.sha256(digest(rows) + matcher.identity.encode()).hexdigest()[:16]
    path = cache() / NAME / f"{name}.safetensors"
    try:
        held = load_file(path)
    except (OSError, SafetensorError):
        log.warning("making the vectors of %d lines, once: this takes up to a minute", len(rows))
        held = {"replies": matcher.replies([line.text for line, _ in rows]), "openings": _spoken(told, encoder)}
        with suppress(OSError):  # a cache that can't be written costs the seconds again, nothing else
            _save(path, held)
    axes = np.eye(encoder.text_encoder.size.width, dtype=np.float32)
    return Vectors(held["replies"].astype(np.float32), held["openings"].astype(np.float32), axes, axes)


def of_contexts(contexts: Sequence[Sequence[Piece]], encoder: Shared) -> Floats:
    """(m, d) what openings tell, as a talk's vector is made: not turned by a map."""
    texts = encoder.text_encoder
    return texts([texts.words.context(context[-TURNS:]) for context in contexts])


def _spoken(told: Sequence[Opening], encoder: Shared) -> Floats:
    """(m, d) of openings that have words; zeros where these are a corpus's."""
    spoken = [opening for opening in told if opening.context or opening.reference]
    known = [number for number, opening in enumerate(spoken) if opening.context]
    found = np.zeros((len(spoken), encoder.text_encoder.size.width), np.float32)
    if known:
        found[known] = of_contexts([spoken[number].context for number in known], encoder)
    return found


def _save(path: Path, held: dict[str, Floats]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(f".{os.getpid()}")
    save_file({name: vectors.astype(np.float16) for name, vectors in held.items()}, aside)
    aside.replace(path)

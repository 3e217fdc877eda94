"""The encoder's tensors in the form that they are computed with.

The small network's are read as published, in full precision. The base network's maps are brought to eight bits, each
block with a scale of its own, and its table of words to float16: made once for a model and an adapter, kept in the
user's cache and mapped from there into memory, so that the system may drop what is not in use.
"""

from __future__ import annotations

import hashlib
import json
import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import safe_open
from safetensors.numpy import load_file, save_file

from bot.folders import cache
from skills import pins
from skills.models.adapter import merged
from skills.models.files import as_named, digest, named
from skills.models.layers import eight_bits
from skills.models.transformer import ADAPTED, above, rename
from skills.models.unpacking import file, writing
from skills.sizes import Size

Tensors = dict[str, NDArray[Any]]
PUBLISHED = "published"
"""The name of a network without an adapter."""
SPEAKERS = "speakers"
"""The base size's table of who spoke, which only an adapter has."""
KINDS = {"F32": np.float32, "F16": np.float16, "U8": np.uint8}
"""Types of numbers by their names in safetensors."""


def network(size: Size, adapter: Path | None) -> Tensors:
    """The network's tensors by our names in full precision, with the adapter's changes merged in."""
    with safe_open(file(size, "model.safetensors"), "numpy") as held:
        tensors = rename(size, held.get_tensor)
    if adapter is None:
        return tensors
    changes = load_file(adapter)
    return merged(tensors, changes) | {name: changes[name] for name in (SPEAKERS,) if name in changes}


def identity(size: Size, adapter: Path | None) -> str:
    """What tells an encoder's vectors from all others'; whatever keeps vectors keeps this with them.

    The sha256 of the model, which no other size has, and of the adapter; and the form of the numbers, if they are not
    in full precision.
    """
    form = f"{size.name}-int8x{size.block}:" if size.block else ""
    changed = "" if adapter is None else f"+{digest(adapter)}"
    return f"{form}{pins.of(f'{size.place}/model.safetensors')}{changed}"


@contextmanager
def served(size: Size, adapter: Path | None, upper: Path | None = None) -> Iterator[Tensors]:
    """The tensors that the bot computes with, to build a network of; what it made a copy of is then dropped.

    Of `upper`, a file of changes to the layers above `shared`, only those layers, numbered from 0. WeightsError names
    the file, what is wrong and what mends it.
    """
    if not size.block:
        yield _whole(size, adapter, upper)
        return
    told = identity(size, adapter) + (f"^{digest(upper)}" if upper else "")
    last = upper or adapter
    folder, name = cache() / "encoder" / "served", last.stem if last else PUBLISHED
    key = f"{size.name}-{name}-{hashlib.sha256(told.encode()).hexdigest()[:16]}"
    path = next(folder.glob(f"{key}-*.safetensors"), None)
    with (as_named(path) if path else _made(_whole(size, adapter, upper), size, folder, key)).open("rb") as held:
        memory = mmap.mmap(held.fileno(), 0, access=mmap.ACCESS_READ)
    yield _tensors(memory)
    memory.madvise(mmap.MADV_DONTNEED)  # read again from the file where it is touched


def _whole(size: Size, adapter: Path | None, upper: Path | None) -> Tensors:
    found = network(size, adapter)
    return merged(above(found, size.shared), load_file(upper)) if upper else found


def in_bytes(size: Size, tensors: Tensors) -> Tensors:
    """The tensors, taken one after the other, with the layers' maps in eight bits and the table of words in float16."""
    found: Tensors = {}
    while tensors:
        name, tensor = tensors.popitem()
        part, _, kind = name.rpartition(".")
        if name == "words.weight":
            found[name] = tensor.astype(np.float16)
        elif kind == "weight" and part.rpartition(".")[2] in ADAPTED:
            found[f"{part}.codes"], found[f"{part}.scales"] = eight_bits(tensor, size.block)
        else:
            found[name] = tensor.astype(np.float32)
    return found


def _made(tensors: Tensors, size: Size, folder: Path, key: str) -> Path:
    """The form written, and those of other changes of that name taken away."""
    brief = in_bytes(size, tensors)
    with writing(folder) as aside:
        made = aside / f"{key}.safetensors"
        save_file(brief, made)
        path = named(made, folder, key)
        for old in folder.glob(f"{key.rpartition('-')[0]}-*.safetensors"):
            old.unlink()
        made.rename(path)
    return path


def _tensors(memory: mmap.mmap) -> Tensors:
    """The tensors of a safetensors file where they lie: eight bytes say how long its table of contents is."""
    begin = 8 + int.from_bytes(memory[:8], "little")
    contents: dict[str, Any] = json.loads(memory[8:begin])
    found: Tensors = {}
    for name, about in contents.items():
        start, end = about["data_offsets"]
        kind = KINDS[about["dtype"]]
        numbers = np.frombuffer(memory, kind, (end - start) // np.dtype(kind).itemsize, begin + start)
        found[name] = numbers.reshape(about["shape"])
    return found
